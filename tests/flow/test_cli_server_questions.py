"""What MCP servers ask during a command: answered by options, by the person at the terminal, or declined with a sentence."""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.flow.asked import ASKING, calls, form, sampling, told_server, url
from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import Ran, studio

SERVER = shlex.join((sys.executable, str(ASKING)))
ALL = (form(), url("https://login.example.com/start"), sampling())


def run(chat: ChatServer, file: Path, *options: object) -> Ran:
    """A run whose server asks for a form, an address and a model."""
    named = ("--base-url", chat.url, "--model", "m", "--mcp", SERVER, "--save", file)
    return studio("run", "--prompt", "p", *named, *options)


def actions(entries: list[Any]) -> list[Any]:
    """What was asked and how it was answered, among entries of a transcript."""
    asked = [entry for entry in entries if entry["entry"] == "server_asked"]
    return [(entry["what"], entry["action"], entry.get("text") or entry.get("content")) for entry in asked]


@pytest.mark.promise("E4")
def test_options_answer_what_servers_ask_and_the_file_tells_it(tmp_path: Path) -> None:
    filled, file = tmp_path / "form.json", tmp_path / "run.tcsession"
    filled.write_text('{"name": "Ann"}', encoding="utf-8")
    with ChatServer(calls(*ALL), says("Blue."), says("Done.")) as chat:
        ran = run(chat, file, "--answer", '{"age": 3}', "--answer", filled, "--accept-urls", "--allow-sampling")
        assert (ran.code, len(chat.requests)) == (0, 3), ran.err
        got = [json.loads(text) for text in told_server(chat)]
    assert got[:2] == [{"action": "accept", "content": {"name": "Ann"}}, {"action": "accept"}]
    assert got[2]["content"]["text"] == "Blue."
    assert "Address: https://login.example.com/start\nHost: login.example.com. Nothing is opened" in ran.err
    assert actions(studio("show", file, "--json").documents[0]["branches"][0]["entries"]) == [
        ("form", "accept", {"name": "Ann"}),
        ("url", "accept", None),
        ("sampling", "accept", "Blue."),
    ]


def test_without_options_everything_is_declined_and_each_time_it_is_said_how_to_answer(tmp_path: Path) -> None:
    file = tmp_path / "run.tcsession"
    with ChatServer(calls(*ALL), says("A pity.")) as chat:
        ran = run(chat, file, "--answer", '{"name": 5}', "--json")
        assert (ran.code, len(chat.requests)) == (0, 2), ran.err
    said = ran.err.splitlines()
    at = said.index("asking asks: Who are you?")
    assert said[at + 1].startswith("  name (text, needed)")
    assert "It was declined. --answer does not fit: name: must be text." in said
    assert "It was declined. To answer: --accept-urls, or --ask." in said
    assert [line for line in said if "--allow-sampling" in line] != []
    assert [each[:2] for each in actions(ran.documents)] == [
        ("form", "decline"),
        ("url", "decline"),
        ("sampling", "decline"),
    ]
