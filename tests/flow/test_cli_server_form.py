"""A person at the terminal answers what MCP servers ask: a form field by field, an address, and in a model's place."""

import json
from pathlib import Path

from tests.flow.asked import calls, told_server
from tests.flow.chat_server import ChatServer, says
from tests.flow.test_cli_ask import at_a_terminal
from tests.flow.test_cli_server_questions import ALL, SERVER


def test_a_person_at_the_terminal_fills_in_a_form_field_by_field_and_looks_at_what_a_model_would_get(
    tmp_path: Path,
) -> None:
    file = tmp_path / "run.tcsession"
    with ChatServer(calls(*ALL), says("Done.")) as chat:
        named = ("--base-url", chat.url, "--model", "m", "--mcp", SERVER, "--save", file)
        options: list[object] = ["run", "--prompt", "p", *named, "--ask"]
        form_typed = ("y", "", "Ann", "old", "41", "hunter22")
        code, _ = at_a_terminal(options, *form_typed, "y", "w", "Red.")
        assert code == 0
        got = [json.loads(text) for text in told_server(chat)]
    assert got[0] == {"action": "accept", "content": {"name": "Ann", "age": 41, "password": "[redacted]"}}
    assert got[1] == {"action": "accept"}
    assert got[2]["content"]["text"] == "Red."
    assert b"hunter22" not in file.read_bytes()
