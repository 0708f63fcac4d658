"""A JSON file of tools with what runs them: read with care, written as it is read."""

import json
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from studio.messages.toolspec import ToolSpec, no_parameters
from studio.session.agents import Agent
from studio.session.executors import CommandLine, Executor, HttpEndpoint
from studio.session.memory import Memory
from studio.session.responder_choice import ResponderChoice
from studio.tools.declared_file import DeclaredFileError, DeclaredTools, content, declared, is_declared, read, write

HERE = PurePosixPath("/srv/tools/shop.json")
OBJECT = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}


def of(*tools: Any) -> DeclaredTools:
    return declared({"tools": list(tools)}, HERE)


def test_a_tool_is_declared_with_what_runs_it() -> None:
    found = of(
        {
            "name": "get_order",
            "description": "One order.",
            "parameters": OBJECT,
            "sensitive": True,
            "idempotent": True,
            "return_behavior": "immediate",
            "compensates": "make_order",
            "seconds": 2.5,
            "http": {"url": "https://h/{id}", "method": "GET", "headers": {"X-Key": "${KEY}"}, "most_bytes": 10},
        },
        {"name": "log", "command": {"argv": ["git", "log", "{id}"], "env": {"A": "b"}, "stdin": "json"}},
        {"name": "ask"},
    )
    assert found.specs[0] == ToolSpec(
        "get_order",
        "One order.",
        OBJECT,
        source="shop.json",
        sensitive=True,
        idempotent=True,
        return_behavior="immediate",
        compensates="make_order",
        seconds=2.5,
    )
    assert [spec.parameters for spec in found.specs[1:]] == [no_parameters(), no_parameters()]
    assert found.executors == {
        "get_order": HttpEndpoint("https://h/{id}", "GET", (("X-Key", "${KEY}"),), most_bytes=10),
        "log": CommandLine(("git", "log", "{id}"), env={"A": "b"}, stdin="json"),
    }


def test_programs_and_folders_that_are_named_with_a_path_lie_beside_the_file() -> None:
    def command(**members: Any) -> Executor:
        return of({"name": "t", "command": members}).executors["t"]

    assert command(argv=["./look.sh", "./x"]) == CommandLine(("/srv/tools/look.sh", "./x"))
    assert command(argv=["/bin/ls"]) == CommandLine(("/bin/ls",))
    assert command(argv=["ls"], folder="data") == CommandLine(("ls",), "/srv/tools/data")
    assert command(argv=["ls"], folder="/data") == CommandLine(("ls",), "/data")


def test_what_is_written_is_read_as_it_was() -> None:
    executors: dict[str, Executor] = {
        "a": HttpEndpoint("https://h/{id}", "PUT", (("X", "1"), ("Y", "${Y}")), "text", "{id}", 5),
        "b": CommandLine(("/bin/ls", "{id}"), "/tmp", {"A": "1"}, "json", 7),
    }
    specs = (
        ToolSpec(
            "a", "Ä", OBJECT, source="shop.json", sensitive=True, compensates="b", undo_with="record", seconds=1.5
        ),
        ToolSpec(
            "b", source="shop.json", return_behavior="immediate_if_last", metadata={"k": [1]}, always_visible=True
        ),
        ToolSpec("c", source="shop.json", idempotent=True),
    )
    text = write(specs, executors)
    assert declared(json.loads(text), HERE) == DeclaredTools(specs, executors)
    assert list(json.loads(text)["tools"][2]) == ["name", "parameters", "idempotent"]


@pytest.mark.parametrize(
    ("tool", "told"),
    [
        (1, "shop.json, $.tools[0]: this must be an object, and is a whole number."),
        ({}, "shop.json, $.tools[0]: the member name is missing."),
        ({"name": "a", "http": {}}, "shop.json, $.tools[0].http: the member url is missing."),
        (
            {"name": "a", "sensitve": True},
            "shop.json, $.tools[0]: there is no member sensitve. Did you mean sensitive?",
        ),
        (
            {"name": "a", "command": {"argv": "ls -l"}},
            "shop.json, $.tools[0].command.argv: this must be a list, and is a text.",
        ),
        ({"name": "a", "command": {"argv": []}}, "shop.json, $.tools[0].command: The command line has no program."),
        ({"name": "a", "http": {"url": "h/x"}}, "shop.json, $.tools[0].http: The address has to begin with http://"),
        ({"name": "a", "http": {"url": "https://h"}, "command": {"argv": ["ls"]}}, "it says both http and command"),
        (
            {"name": "a", "parameters": {"type": "array"}},
            "$.tools[0].parameters: it has to be the JSON Schema of an object",
        ),
        ({"name": "a", "seconds": 0}, "$.tools[0].seconds: it has to be more than 0"),
        ({"name": " "}, "shop.json, $.tools[0]: it has no name."),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(tool: Any, told: str) -> None:
    with pytest.raises(DeclaredFileError) as error:
        of(tool)
    assert told in str(error.value)


def test_two_tools_of_one_name_are_refused() -> None:
    with pytest.raises(DeclaredFileError, match=r"\$\.tools\[1\]: two tools are named a"):
        of({"name": "a"}, {"name": "a"})


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(DeclaredFileError, match="does not exist"):
        content(tmp_path / "none.json")
    with pytest.raises(DeclaredFileError, match="cannot be read"):
        content(tmp_path)


def test_what_is_not_ours_is_read_by_who_knows_it() -> None:
    def foreign(data: bytes, name: str) -> DeclaredTools:
        return DeclaredTools((ToolSpec(f"{name} {data.decode()}"),))

    def names(text: str) -> list[str]:
        return [spec.name for spec in read(text.encode(), Path("shop.json"), foreign).specs]

    assert names("[]") == ["shop.json []"]
    assert names("{") == ["shop.json {"]
    assert names('{"tools": [{"name": "a", "seconds": 1}]}') == ["a"]


def test_a_file_of_another_program_is_known_by_saying_nothing_of_running() -> None:
    assert is_declared({"tools": [{"name": "a"}, {"name": "b", "http": {}}]})
    assert not is_declared({"tools": [{"name": "a", "inputSchema": {}}]})
    assert not is_declared([{"type": "function"}])
    assert not is_declared({"tools": {"http": 1}})
    assert not is_declared({"tools": [{"name": "a", "arguments": {}}]})
    assert not is_declared({"name": "a", "parameters": {}, "idempotent": True})


def test_a_tool_that_says_how_it_runs_may_stand_alone_or_in_a_bare_list_with_its_own_places() -> None:
    tool = {"name": "a", "agent": {"memory": "messages:3"}}
    whole = declared({"tools": [tool]}, HERE)
    assert whole.executors == {"a": Agent(memory=Memory("messages", 3))}
    for value, place in ((tool, r"\$"), ([tool], r"\$\[0\]")):
        assert is_declared(value)
        assert declared(value, HERE) == whole
        bad = json.loads(json.dumps(value).replace("memory", "memry"))
        with pytest.raises(DeclaredFileError, match=rf"shop\.json, {place}\.agent: there is no member memry\. Did you"):
            declared(bad, HERE)


def test_a_misspelt_way_to_run_is_told_and_not_taken_for_a_mere_declaration() -> None:
    value = {"tools": [{"name": "a", "agnet": {"tools": []}}]}
    assert is_declared(value)
    with pytest.raises(DeclaredFileError, match=r"there is no member agnet\. Did you mean agent\?"):
        declared(value, HERE)


def test_a_member_that_stands_twice_is_refused_so_that_what_is_read_is_what_runs() -> None:
    def foreign(data: bytes, name: str) -> DeclaredTools:
        return DeclaredTools(())

    text = '{"tools": [{"name": "a", "command": {"argv": ["echo"], "argv": ["rm", "x"]}}]}'
    with pytest.raises(DeclaredFileError, match="the member argv stands twice"):
        read(text.encode(), Path("shop.json"), foreign)
    assert read(b'{"tools": [], "tools": []}', Path("list.json"), foreign) == DeclaredTools(())


def test_an_agent_is_declared_with_its_tools_and_one_that_is_missing_is_told() -> None:
    agent = {
        "system": "You look things up.",
        "tools": ["find_*", "note"],
        "model": "small",
        "prompt": "Find {id}, {order}.",
        "keeps_memory": True,
        "memory": {"kind": "messages", "most": 20},
        "max_round_trips": 5,
    }
    found = of({"name": "helper", "parameters": OBJECT, "agent": agent}, {"name": "find_order"})
    assert found.executors == {
        "helper": Agent(
            "You look things up.",
            ("find_*", "note"),
            prompt="Find {id}, {order}.",
            memory=Memory("messages", 20),
            keeps_memory=True,
            max_round_trips=5,
            model_name="small",
        )
    }
    assert found.notes == ("shop.json, $.tools[0]: {order} is no parameter of the tool.",)
    assert found.elsewhere == (
        "shop.json, $.tools[0]: the agent may call note, which this file does not have: another file has to have it.",
    )
    assert json.loads(write(found.specs, found.executors))["tools"][0]["agent"] == agent
    own = Agent(responder=ResponderChoice("live", "mine", model_name="big"))
    assert json.loads(write(found.specs[:1], {"helper": own}))["tools"][0]["agent"] == {"model": "big"}


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        ({"max_round_trips": 0}, r"\$\.tools\[0\]\.agent: An agent needs at least 1 round trip"),
        ({"memory": {"kind": "tokens"}}, "keeps at least 1 of its tokens"),
        ({"temperature": 1}, r"there is no member temperature\. It may have: system, tools, model"),
        ({"tools": "all"}, r"\$\.tools\[0\]\.agent\.tools: this must be a list, and is a text"),
        ({"memory": "last:3"}, r"\$\.tools\[0\]\.agent\.memory: wants all, messages:N or tokens:N"),
        ({"memory": {"messages": 3}}, r"\.agent\.memory: there is no member messages\. It may have: kind, most"),
    ],
)
def test_an_agent_that_does_not_fit_is_named_with_its_place(agent: Any, told: str) -> None:
    with pytest.raises(DeclaredFileError, match=told):
        of({"name": "helper", "agent": agent})


def test_a_tool_runs_in_one_way() -> None:
    with pytest.raises(DeclaredFileError, match="it says both command and agent"):
        of({"name": "helper", "agent": {}, "command": {"argv": ["ls"]}})
