"""`tools`, `call` and `run` with a JSON file of tools that run by HTTP or as commands."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import Ran, studio

pytestmark = pytest.mark.promise("C3")

NAMED = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
GREET = {
    "name": "greet",
    "description": "Greet somebody.",
    "parameters": NAMED,
    "command": {"argv": [sys.executable, "-c", "import os, sys; print(os.environ['WORD'], sys.argv[1])", "{name}"]}
    | {"env": {"WORD": "${GREETING}"}},
}


def written(folder: Path, *tools: Any) -> Path:
    path = folder / "shop.json"
    path.write_text(json.dumps({"tools": tools}), encoding="utf-8")
    return path


def test_the_tools_of_a_json_file_are_printed(tmp_path: Path) -> None:
    path = written(tmp_path, GREET, {"name": "ask", "sensitive": True})
    (shown,) = studio("tools", path, "--json").documents
    assert [tool["name"] for tool in shown["tools"]] == ["greet", "ask"]
    assert shown["tools"][0]["parameters"] == NAMED
    assert "ask (sensitive)" in studio("tools", path).out


def test_a_tool_of_a_json_file_is_called_and_its_secret_blanked(tmp_path: Path) -> None:
    path = written(tmp_path, GREET, {"name": "ask"})
    assert studio("call", path, "greet", '{"name": "a; b"}', GREETING="Hi").out == "Hi a; b\n"
    assert studio("call", path, "greet", '{"name": "a"}', GREETING="very-secret").out == "[redacted] a\n"
    unset = studio("call", path, "greet", '{"name": "a"}')
    assert (unset.code, unset.out) == (1, "greet was not run: The environment variable GREETING is not set.\n")
    assert studio("call", path, "greet", "{}").code == 1
    only = studio("call", path, "ask")
    assert (only.code, "is only a declaration" in only.err) == (3, True)


def test_a_json_file_that_is_none_ends_with_its_place(tmp_path: Path) -> None:
    ran = studio("tools", written(tmp_path, {"name": "a", "http": {"url": "h"}}))
    assert (ran.code, ran.out) == (3, "")
    assert "shop.json, $.tools[0].http: The address has to begin with http://" in ran.err


def test_a_run_calls_the_tools_of_a_json_file_and_a_replay_only_with_trust(tmp_path: Path) -> None:
    path, save = written(tmp_path, GREET), tmp_path / "s.tcsession"
    with ChatServer(says("", ("greet", '{"name": "Ann"}')), says("Done.")) as server:
        ran = _run(path, server.url, save)
    assert (ran.code, ran.err) == (0, "")
    assert server.requests[0]["tools"][0]["function"]["name"] == "greet"
    assert server.requests[1]["messages"][-1]["content"] == "Hello Ann"
    refused = studio("replay", save, "--tools", "live", GREETING="Hello")
    assert (refused.code, "not trusted: greet" in refused.err) == (2, True)
    again = studio("replay", save, "--tools", "live", "--trust", "--approve", "all", GREETING="Hello")
    assert (again.code, again.err) == (0, "")


def _run(path: Path, url: str, save: Path) -> Ran:
    given = ("--base-url", url, "--model", "m", "--tools", path, "--prompt", "go", "--save", save, "--json")
    return studio("run", *given, GREETING="Hello")


def test_a_list_of_another_program_is_taken_as_declarations(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    function = {"name": "look", "description": "Look.", "parameters": NAMED}
    path.write_text(json.dumps([{"type": "function", "function": function}]), encoding="utf-8")
    (shown,) = studio("tools", path, "--json").documents
    assert [(tool["name"], tool["parameters"]) for tool in shown["tools"]] == [("look", NAMED)]
    called = studio("call", path, "look", '{"name": "a"}')
    assert (called.code, "look is only a declaration" in called.err) == (3, True)


def test_a_run_with_a_bad_json_file_leaves_no_session(tmp_path: Path) -> None:
    ran = _run(
        written(tmp_path, {"name": "a", "command": {"argv": []}}), "http://127.0.0.1:1/v1", tmp_path / "s.tcsession"
    )
    assert ran.code == 3
    assert not (tmp_path / "s.tcsession").exists()


def test_how_each_tool_runs_is_told_and_what_fills_in_no_parameter(tmp_path: Path) -> None:
    web = {"method": "GET", "url": "http://shop.example/{nam}"}
    path = written(
        tmp_path,
        {"name": "look", "parameters": NAMED, "http": web},
        {"name": "say", "sensitive": True, "command": {"argv": ["echo", "two words", "{name}"]}},
        {"name": "ask"},
    )
    told = studio("tools", path).out
    assert "look\n  (runs as GET http://shop.example/{nam})\n" in told
    assert "say (sensitive)\n  (runs as echo 'two words' {name})\n" in told
    assert "ask\n  (only declared: nothing says how it runs" in told
    assert told.endswith("shop.json, $.tools[0]: {nam} is no parameter of the tool. Did you mean {name}?\n")


def test_a_list_that_holds_no_tool_is_refused_in_whole_sentences(tmp_path: Path) -> None:
    path = tmp_path / "no.json"
    path.write_text('{"foo": 1}', encoding="utf-8")
    ran = studio("tools", path)
    assert (ran.code, ran.err.endswith("with http, command or agent.\n"), ".." in ran.err) == (3, True, False)


def test_a_call_of_a_tool_that_nothing_runs_says_how_it_can_be_answered(tmp_path: Path) -> None:
    path = written(tmp_path, {"name": "ask", "sensitive": False, "seconds": 3})
    assert "--mocks" in studio("call", path, "ask").err
    with ChatServer(says("", ("ask", "{}"))) as server:
        ran = _run(path, server.url, tmp_path / "s.tcsession")
    assert ran.code == 5
    assert "--mocks FILE.json answers calls in the tool's place." in ran.err
