"""`send-as` as people call it, against a real server on this machine: three replies, three branches, the session where it stood."""

from pathlib import Path

import pytest

from tests.flow.chat_server import Answer, ChatServer, fails, says
from tests.flow.command_line import Ran, studio

TOOL = """
def get_weather(city: str) -> str:
    "The weather."
    return "mild"
"""
NATIVE = says("I look.", ("get_weather", '{"city": "Oslo"}'))
PRINTED = says('Action: get_weather\nAction Input: {"city": "Oslo"}\n')
IN_JSON = says('{"name": "get_weather", "arguments": {"city": "Oslo"}}')


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {"TOOLCALL_STUDIO_HOME": str(tmp_path / "home")}


@pytest.fixture
def file(tmp_path: Path, home: dict[str, str]) -> Path:
    """A session that was answered once and is finished."""
    tools, kept = tmp_path / "tools.py", tmp_path / "one.tcsession"
    tools.write_text(TOOL, encoding="utf-8")
    with ChatServer(says("Where?")) as server:
        who = ("--base-url", server.url, "--model", "tiny", "--tools", tools)
        ran = studio("run", "--prompt", "What is the weather?", *who, "--save", kept, **home)
    assert ran.code == 0, ran.err
    return kept


def asked(home: dict[str, str], file: Path, *answers: Answer, more: tuple[object, ...] = ()) -> tuple[Ran, ChatServer]:
    with ChatServer(*answers) as server:
        return studio("send-as", file, "--base-url", server.url, "--model-name", "tiny", *more, **home), server


def test_the_last_request_is_asked_in_three_ways_and_each_reply_is_shown(home: dict[str, str], file: Path) -> None:
    ran, server = asked(home, file, NATIVE, PRINTED, IN_JSON)
    assert (ran.code, ran.err) == (0, "")
    heads = [line.split(" · ")[0] for line in ran.out.splitlines() if " · " in line]
    assert heads == ["Natively", "As text: ReAct", "In JSON mode"]
    assert ran.out.count("get_weather({") == 3
    native, text, in_json = server.requests
    assert [one["function"]["name"] for one in native["tools"]] == ["get_weather"]
    assert "tools" not in text
    assert in_json["response_format"] == {"type": "json_object"}
    assert {body["messages"][-1]["content"] for body in server.requests} == {"What is the weather?"}


def test_each_way_is_a_branch_and_the_session_stands_where_it_stood(home: dict[str, str], file: Path) -> None:
    before = studio("show", file, "--json", **home).documents[0]["branches"]
    asked(home, file, NATIVE, PRINTED, IN_JSON)
    (shown,) = studio("show", file, "--json", **home).documents
    assert len(shown["branches"]) == len(before) + 3
    text = studio("show", file, **home).out
    assert all(said in text for said in ("Where?", "I look.", "get_weather"))
    ran, server = asked(home, file, NATIVE, PRINTED, IN_JSON)
    assert ran.code == 0
    assert [body["messages"][-1]["content"] for body in server.requests] == ["What is the weather?"] * 3


def test_json_has_one_document_a_way_and_one_at_the_end(home: dict[str, str], file: Path) -> None:
    ran, _ = asked(home, file, NATIVE, PRINTED, IN_JSON, more=("--json", "--form", "react"))
    native, text, in_json, end = ran.documents
    assert [one["way"] for one in (native, text, in_json)] == ["native", "text", "json"]
    assert native["reply"]["calls"] == [{"name": "get_weather", "arguments": '{"city": "Oslo"}', "form": "function"}]
    assert text["form"] == "react"
    assert text["reply"]["calls"][0]["form"] == "text"
    assert end == {"entry": "end", "exit": 0}


def test_one_way_that_fails_is_told_and_ends_with_1(home: dict[str, str], file: Path) -> None:
    ran, _ = asked(home, file, fails(400, "tiny does not support tools"), PRINTED, IN_JSON)
    assert ran.code == 1
    assert "tiny does not support tools" in ran.out


def test_a_server_that_answers_nothing_ends_with_4(home: dict[str, str], file: Path) -> None:
    ran, _ = asked(home, file, *(fails(500, "down") for _ in range(3)))
    assert ran.code == 4


def test_a_form_that_is_not_known_and_a_file_that_is_none_are_said(home: dict[str, str], tmp_path: Path) -> None:
    assert studio("send-as", "x", "--form", "rhyme", **home).code == 2
    assert studio("send-as", tmp_path / "gone.tcsession", **home).code == 3


def test_without_a_profile_it_says_how_to_name_one(home: dict[str, str], file: Path) -> None:
    ran = studio("send-as", file, **home)
    assert ran.code == 2
    assert "--profile NAME" in ran.err
