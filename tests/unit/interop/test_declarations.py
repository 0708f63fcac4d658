"""Lists of tools that other programs keep, read as declarations; what is wrong is named with its place."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.interop.declarations import Declarations, DeclarationsError, read_declarations
from studio.messages.toolspec import ToolSpec

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
WEATHER = ToolSpec("get_weather", "Tells the weather.", SCHEMA, source="tools.json")
WORDS = {"name": "get_weather", "description": "Tells the weather."}


def read(value: Any, name: str = "tools.json") -> Declarations:
    """What a file with this JSON declares."""
    return read_declarations(json.dumps(value).encode(), name)


@pytest.mark.parametrize(
    ("entry", "format"),
    [
        ({"type": "function", "function": {**WORDS, "parameters": SCHEMA}}, "openai_chat"),
        ({"type": "function", **WORDS, "parameters": SCHEMA}, "openai_responses"),
        ({"type": "function", **WORDS, "parameters": SCHEMA, "strict": False}, "openai_responses"),
        ({**WORDS, "input_schema": SCHEMA}, "anthropic_messages"),
        ({**WORDS, "inputSchema": SCHEMA}, "mcp"),
        ({**WORDS, "args_schema": {**SCHEMA, "title": "get_weather", "description": "x"}}, "langchain"),
        ({**WORDS, "args": SCHEMA["properties"]}, "langchain"),
        ({**WORDS, "parameters": SCHEMA}, "functions"),
        ({"functionDeclarations": [{**WORDS, "parameters": {**SCHEMA, "type": "OBJECT"}}]}, "gemini"),
        ({"title": "get_weather", "description": "Tells the weather.", **SCHEMA}, "json_schema"),
    ],
)
def test_one_tool_is_the_same_in_every_form(entry: dict[str, Any], format: str) -> None:
    for value in (entry, [entry], {"tools": [entry]}, {"model": "m", "messages": [], "tools": [entry], "stream": True}):
        found = read(value)
        assert found.specs == (WEATHER,)
        assert found.format == format


def test_members_of_a_format_stay_with_it() -> None:
    chat = read({"tools": [{"type": "function", "function": {**WORDS, "parameters": SCHEMA, "strict": True}}]}).specs[0]
    assert (chat.extra, chat.origin) == ({"strict": True}, "openai_chat")
    cached = read([{**WORDS, "input_schema": SCHEMA, "cache_control": {"type": "ephemeral"}}]).specs[0]
    assert (cached.extra, cached.origin) == ({"cache_control": {"type": "ephemeral"}}, "anthropic_messages")


@pytest.mark.parametrize(
    ("entry", "origin"),
    [
        ({"type": "web_search_20250305", "name": "web_search"}, "anthropic_messages"),
        ({"type": "custom", "custom": {"name": "web_search"}}, "openai_chat"),
        ({"type": "web_search"}, "openai_responses"),
    ],
)
def test_a_tool_that_the_provider_runs_is_kept_whole_and_said(entry: dict[str, Any], origin: str) -> None:
    found = read([entry])
    assert (found.specs[0].name, found.specs[0].extra, found.specs[0].origin) == (
        "web_search",
        {"entry": entry},
        origin,
    )
    assert found.notes == (f"web_search: only the provider runs a tool of the kind {entry['type']}.",)


def test_an_mcp_answer_says_what_is_destructive_and_what_may_be_repeated() -> None:
    def tool(name: str, **hints: bool) -> dict[str, Any]:
        return {"name": name, "inputSchema": {"type": "object"}, "annotations": hints, "title": name.upper()}

    tools = [
        tool("drop", destructiveHint=True),
        tool("look", readOnlyHint=True, destructiveHint=True),
        tool("put", idempotentHint=True),
    ]
    found = read({"jsonrpc": "2.0", "id": 1, "result": {"tools": tools, "nextCursor": "2"}})
    assert [(spec.name, spec.sensitive, spec.idempotent) for spec in found.specs] == [
        ("drop", True, False),
        ("look", False, True),
        ("put", False, True),
    ]
    assert found.specs[0].metadata == {"mcp": {"title": "DROP", "annotations": {"destructiveHint": True}}}
    assert "goes on" in found.notes[0]


def test_an_mcp_answer_may_come_as_an_event_stream() -> None:
    answer = json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"tools": [{**WORDS, "inputSchema": SCHEMA}]}})
    found = read_declarations(f"event: message\r\ndata: {answer}\r\n\r\n".encode(), "tools.json")
    assert found.specs == (WEATHER,)


def test_a_langchain_tool_as_pydantic_writes_it_keeps_its_metadata_and_its_way_of_returning() -> None:
    dumped = {
        **WORDS,
        "args_schema": SCHEMA,
        "return_direct": True,
        "metadata": {"team": "a"},
        "tags": None,
        "func": "<f>",
    }
    spec = read(dumped).specs[0]
    assert (spec.parameters, spec.return_behavior, spec.metadata) == (SCHEMA, "immediate", {"team": "a"})


def test_a_langchain_dump_without_a_schema_is_left_out_and_said() -> None:
    dump = {
        "lc": 1,
        "type": "not_implemented",
        "id": ["x", "StructuredTool"],
        "repr": "StructuredTool(…)",
        "name": "add",
    }
    found = read([dump, {**WORDS, "input_schema": SCHEMA}])
    assert found.specs == (WEATHER,)
    assert found.notes[0].startswith("add: LangChain's dump of it holds no schema")
    with pytest.raises(DeclarationsError, match="holds no schema"):
        read(dump)


def test_tools_as_langchain_prints_them_are_read() -> None:
    text = (
        "add(a: int, b: int = 2) -> int - Adds two numbers.\n\n    More words, args: x, "
        "args: {'a': {'title': 'A', 'type': 'integer'}, 'b': {'default': 2, 'type': 'integer'}}\n"
        "ping() -> str - Says pong., args: {}\n"
        "old: As it was printed before, args: {'q': {'type': 'string'}}"
    )
    found = read_declarations(text.encode(), "tools.txt")
    assert [spec.name for spec in found.specs] == ["add", "ping", "old"]
    assert found.specs[0].description == "Adds two numbers.\n\n    More words, args: x"
    assert found.specs[0].parameters["required"] == ["a"]
    assert found.specs[1].parameters == {"type": "object", "properties": {}}
    assert "required" in found.notes[0]


def test_names_that_providers_refuse_are_kept_and_named() -> None:
    found = read([{"name": "get weather", "parameters": SCHEMA}, {"name": "x" * 65, "input_schema": SCHEMA}])
    assert [spec.name for spec in found.specs] == ["get weather", "x" * 65]
    assert [note.split(":")[0] for note in found.notes] == ["get weather", "x" * 65]


def test_a_schema_without_a_title_is_named_after_its_file() -> None:
    found = read(SCHEMA, "order form.schema.json")
    assert found.specs[0].name == "order_form"
    assert found.notes == ("order_form: named after 'order form'.",)


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ({"tools": ["text"]}, "tools[0]"),
        ({"tools": [{"input_schema": SCHEMA}]}, "tools[0].name"),
        ([{**WORDS, "input_schema": SCHEMA}, {"name": "x", "input_schema": []}], "[1].input_schema"),
        (
            {"tools": [{"type": "function", "function": {"name": "x", "parameters": "no"}}]},
            "tools[0].function.parameters",
        ),
        ({"result": {"tools": [{"name": "", "inputSchema": {}}]}}, "result.tools[0].name"),
        ({"tools": [{**WORDS, "input_schema": SCHEMA}] * 2}, "tools[1]"),
        ({"tools": [{"colour": "red"}]}, "tools[0]"),
        ({"jsonrpc": "2.0", "error": {"message": "Not allowed"}}, "error"),
        ({"tools": [{"functionDeclarations": [{"description": "x"}]}]}, "tools[0].functionDeclarations[0].name"),
        ({"tools": []}, ""),
        ({"colour": "red"}, ""),
        ("text", ""),
    ],
)
def test_what_is_wrong_is_named_with_its_place(value: Any, place: str) -> None:
    with pytest.raises(DeclarationsError) as caught:
        read(value)
    assert caught.value.place == place
    assert str(caught.value).startswith(f"tools.json, {place}:" if place else "tools.json: ")


@pytest.mark.parametrize(
    "data", [b"", b"{", b"\xff\xfe\x00", b"\x80", b"[" * 100_000, b'{"tools": [}', b"x" * 10_000_001]
)
def test_what_is_no_json_is_said(data: bytes) -> None:
    with pytest.raises(DeclarationsError):
        read_declarations(data, "tools.json")


def test_the_place_of_broken_json_is_told_by_line_and_column() -> None:
    with pytest.raises(DeclarationsError, match=r"line 2, column 12"):
        read_declarations(b'{\n "tools": [}\n}', "tools.json")


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                ["tools", "functions", "name", "type", "function", "parameters", "input_schema", "inputSchema", "args",
                 "args_schema", "lc", "kwargs", "result", "jsonrpc", "error", "annotations", "title", "properties",
                 "functionDeclarations"]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=12,
)  # fmt: skip


@given(JSON)
def test_whatever_a_file_holds_it_is_read_or_refused_in_words(value: Any) -> None:
    try:
        found = read(value)
    except DeclarationsError:
        return
    assert all(spec.name and isinstance(spec.parameters, dict) for spec in found.specs)
