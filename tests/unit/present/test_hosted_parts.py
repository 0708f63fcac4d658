"""Parts that are kept as they came are known for what they are; a use and its result are one."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.messages.parts import Call, Opaque, Reasoning, Result, Text
from studio.present.form_names import is_signed, way_of
from studio.present.hosted_parts import hosted_in, hosted_part, hosted_parts, hosted_text, sealed, sealed_beside
from studio.present.labels import TEMPLATES, english
from tests.unit.present.parts_sample import (
    HIDDEN,
    REDACTED,
    THINKING,
    block,
    item,
    responses_search,
    searched,
    web_search,
)


def lines(*parts: Any) -> list[str]:
    return [hosted_text(part, english) for part in hosted_parts(parts)]


def test_a_tool_search_of_anthropic_is_one_line_with_what_it_found() -> None:
    parts = searched("get_weather", "get_forecast")
    assert lines(*parts) == ["Tool search: weather → get_weather, get_forecast"]
    assert hosted_parts(parts)[0].values == (parts[0].value, parts[1].value)


def test_a_tool_search_of_responses_is_one_line_although_it_has_no_call_ids() -> None:
    assert lines(*responses_search("get_weather")) == ["Tool search: weather → get_weather"]


def test_a_namespace_that_was_found_names_what_is_in_it() -> None:
    group = {"type": "namespace", "name": "crm", "tools": [{"type": "function", "name": "list_orders"}]}
    output = item(type="tool_search_output", call_id=None, execution="server", tools=[group])
    call = item(type="tool_search_call", call_id=None, execution="server", arguments={"paths": ["crm"]})
    assert lines(call, output) == ["Tool search: crm → crm (list_orders)"]


def test_a_search_that_the_client_runs_says_so_and_one_that_found_nothing_too() -> None:
    call = item(type="tool_search_call", call_id="c1", execution="client", arguments='{"goal": "refunds"}')
    output = item(type="tool_search_output", call_id="c1", execution="client", tools=[])
    assert lines(call) == ["Tool search: refunds · run by the client"]
    assert lines(output) == ["Tool search · run by the client · nothing found"]


def test_a_search_that_failed_says_why_and_is_marked() -> None:
    use, result = searched("x")
    failed = {**result.value, "content": {"type": "tool_search_tool_result_error", "error_code": "too_many_requests"}}
    found = hosted_parts((use, Opaque(result.dialect, failed)))
    assert [hosted_text(one, english) for one in found] == ["Tool search: weather · error: too_many_requests"]
    assert found[0].failed


def test_results_go_to_the_use_of_their_id() -> None:
    uses = [block(type="server_tool_use", id=f"s{at}", name="web_search", input={"query": f"q{at}"}) for at in (1, 2)]
    results = [
        block(type="web_search_tool_result", tool_use_id=f"s{at}", content=[{"type": "web_search_result", "title": f"t{at}"}])
        for at in (2, 1)
    ]  # fmt: skip
    assert lines(*uses, *results) == ["Web search: q1 → t1 · 1 source", "Web search: q2 → t2 · 1 source"]


def test_other_parts_may_stand_between_a_use_and_its_result() -> None:
    use, result = web_search()
    assert len(lines(use, Text("so"), Call("f"), result)) == 1


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (
            {"type": "web_search_call", "action": {"type": "search", "query": "q", "sources": [{}, {}]}},
            "Web search: q · 2 sources",
        ),
        (
            {"type": "web_search_call", "action": {"type": "open_page", "url": "u"}, "status": "failed"},
            "Web search: u · status failed",
        ),
        (
            {"type": "file_search_call", "queries": ["a", "b"], "results": [{"filename": "x.md"}]},
            "File search: a, b → x.md",
        ),
        (
            {"type": "code_interpreter_call", "code": "1+1", "outputs": [{"type": "logs", "logs": "2"}]},
            "Code run by the provider: 1+1 → 2",
        ),
        ({"type": "local_shell_call", "action": {"type": "exec", "command": ["ls", "-l"]}}, "Shell command: ls -l"),
        ({"type": "apply_patch_call", "operation": {"type": "update_file", "path": "a.py"}}, "Patch: a.py"),
        ({"type": "computer_call", "action": {"type": "screenshot"}}, "Computer use: screenshot"),
        (
            {"type": "image_generation_call", "revised_prompt": "a cat", "result": "iVBOR"},
            "Picture made by the provider: a cat",
        ),
        (
            {"type": "mcp_call", "name": "read", "server_label": "files", "arguments": '{"path":"x"}', "output": "hi"},
            'MCP call: read (path="x") → hi · server files',
        ),
        (
            {"type": "mcp_list_tools", "server_label": "files", "tools": [{"name": "a"}, {"name": "b"}]},
            "Tools of an MCP server: a, b · server files",
        ),
        (
            {"type": "mcp_approval_request", "name": "rm", "server_label": "files", "arguments": "{}"},
            "MCP call that waits for approval: rm · server files",
        ),
        ({"type": "mcp_approval_response", "approve": False, "reason": "no"}, "Decision on an MCP call: no · rejected"),
        (
            {
                "type": "mcp_tool_result",
                "tool_use_id": "m",
                "is_error": True,
                "content": [{"type": "text", "text": "gone"}],
            },
            "MCP call · error: gone",
        ),
        (
            {"type": "bash_code_execution_tool_result", "content": {"stdout": "", "stderr": "boom", "return_code": 2}},
            "Code run by the provider: boom · exit code 2",
        ),
        (
            {"type": "compaction", "encrypted_content": "x"},
            "Earlier turns, condensed by the provider · encrypted, goes back unchanged",
        ),
        ({"type": "compaction", "content": "So far"}, "Earlier turns, condensed by the provider: So far"),
        ({"type": "fallback", "from": {"model": "a"}, "to": {"model": "b"}}, "Another model took over: a → b"),
        ({"type": "item_reference", "id": "rs_1"}, "Item stored at the provider: rs_1"),
        ({"type": "document", "title": "Terms", "source": {}}, "File: Terms"),
        ({"piece": {"type": "input_file", "filename": "a.pdf"}, "item": {"members": {}}}, "File: a.pdf"),
        (
            {"type": "server_tool_use", "id": "s", "name": "brew_tea", "input": {"cups": 2, "kind": "green"}},
            'Tool of the provider: brew_tea ({"cups": 2, "kind": "green"})',
        ),
        ({"type": "hologram", "x": 1}, "Part of another kind: hologram"),
        ({"images": [1]}, 'Part of another kind: {"images": [1]}'),
    ],
)
def test_each_kind_says_what_it_is(value: Any, said: str) -> None:
    assert hosted_text(hosted_part(Opaque("any", value)), english) == said


def test_a_made_up_result_is_never_taken_for_a_real_one() -> None:
    part = hosted_part(Opaque("printed", {"form": "react", "made_up": "\nObservation: 42"}))
    assert hosted_text(part, english) == "Result made up by the model: Observation: 42 · shown only, never sent back"


def test_redacted_thinking_and_signed_reasoning_say_that_they_go_back_unchanged() -> None:
    assert lines(REDACTED) == ["Redacted thinking · encrypted, goes back unchanged"]
    said = [sealed(part) for part in (THINKING, HIDDEN, Reasoning("plain"))]
    assert [english(words) if words else "" for words in said] == [
        "signed, goes back unchanged",
        "encrypted, goes back unchanged",
        "",
    ]


def test_references_within_a_tool_result_are_one_line() -> None:
    pieces = [
        0,
        {"type": "tool_reference", "tool_name": "a"},
        {"type": "tool_reference", "tool_name": "b"},
        {"type": "text"},
    ]
    found = hosted_in(Result("c1", "", extra={"layout": pieces}))
    assert [hosted_text(one, english) for one in found] == ["Tool found: a, b"]


def test_the_json_is_the_value_as_it_came() -> None:
    assert hosted_parts((REDACTED,))[0].json == '{\n  "type": "redacted_thinking",\n  "data": "EmwKAhgBEgy3va3pzix"\n}'


NAMES = st.sampled_from(
    ["type", "id", "name", "input", "content", "action", "arguments", "tools", "output", "status", "error", "queries", "command",
     "tool_references", "tool_use_id", "return_code", "stdout", "server_name", "results", "made_up", "piece", "item", "from"]
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)
TYPES = st.sampled_from(
    ["server_tool_use", "mcp_tool_use", "mcp_call", "tool_search_call", "tool_search_output", "web_search_tool_result", "x_call",
     "x_output", "x_tool_result", "compaction", "fallback", "document", "redacted_thinking", "program", "mcp_approval_response"]
)  # fmt: skip


@given(
    st.lists(st.one_of(JSON, st.builds(lambda kind, rest: {**rest, "type": kind}, TYPES, st.dictionaries(NAMES, JSON))))
)
def test_no_value_breaks_it(values: list[Any]) -> None:
    for part in hosted_parts([Opaque("any", value) for value in values]):
        assert hosted_text(part, english)
        assert part.title.key in TEMPLATES
        assert len(part.what) < 2000


def test_thinking_that_gateways_keep_beside_the_message_is_signed_or_encrypted() -> None:
    signed = {"reasoning_details": [{"type": "reasoning.text", "text": "hm", "signature": "s"}]}
    said = [
        sealed_beside(extra) for extra in (signed, {"reasoning_details": [{"data": "x"}]}, {"thinking_blocks": "odd"})
    ]
    assert [words.key if words else "" for words in said] == ["reasoning.signed", "reasoning.encrypted", ""]


def test_a_call_with_a_thought_signature_says_that_it_is_signed() -> None:
    call = Call("f", "{}", "c1", extra={"extra_content": {"google": {"thought_signature": "CiQB"}}})
    way = way_of(call)
    assert is_signed(call)
    assert way is not None
    assert english(way) == "signed by the provider, goes back unchanged"
    assert way_of(Call("f", "{}", "c1", extra={"extra_content": {"google": {}}})) is None
