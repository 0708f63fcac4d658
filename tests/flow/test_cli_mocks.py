"""`run --mocks` and `replay --mocks`: rules of a file answer in the tools' place, and all that is printed says so."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import ROOT, Ran, studio

pytestmark = pytest.mark.promise("C13")

TOOLS = '''
from pathlib import Path


def price(item: str) -> int:
    """What an item costs."""
    (Path(__file__).parent / "ran").touch()
    return 7


def wipe(name: str) -> str:
    """Delete something."""
    (Path(__file__).parent / "ran").touch()
    return "gone"


wipe.sensitive = True
'''

RULES = {
    "mocks": [
        {"id": "book", "tool": "price", "when": "item == 'book'", "text": {"euro": 12}},
        {"tool": "price", "answer": "template", "text": "no price for {item}", "is_error": True},
        {"tool": "wipe", "fault": "timeout"},
    ]
}


def _files(folder: Path, rules: Any = RULES) -> tuple[Path, Path, Path]:
    tools, mocks = folder / "shop.py", folder / "rules.json"
    tools.write_text(TOOLS, encoding="utf-8")
    mocks.write_text(json.dumps(rules), encoding="utf-8")
    return tools, mocks, folder / "run.tcsession"


def _run(server: ChatServer, tools: Path, mocks: Path, file: Path, *more: object) -> Ran:
    address = ("--base-url", server.url, "--model", "tiny", "--save", file)
    return studio("run", "--prompt", "go", *address, "--tools", tools, "--mocks", mocks, *more)


CALLS = says("", ("price", '{"item": "book"}'), ("price", '{"item": "pen"}'), ("wipe", '{"name": "x"}'))


def test_rules_answer_in_the_tools_place_and_the_output_and_the_file_say_so(tmp_path: Path) -> None:
    tools, mocks, file = _files(tmp_path)
    with ChatServer(CALLS, says("Done.")) as server:
        ran = _run(server, tools, mocks, file)
    assert (ran.code, ran.err) == (0, "")
    told = [message["content"] for message in server.requests[1]["messages"] if message["role"] == "tool"]
    assert told[:2] == ['{"euro": 12}', "no price for pen"]
    assert "no result within" in told[2]
    assert not (tmp_path / "ran").exists()
    for out in (ran.out, studio("show", file).out):
        assert out.count("mock rule") == 3
        assert "mock rule book" in out
        assert "time-out" in out


def test_the_values_of_a_run_name_the_rule_and_the_fault(tmp_path: Path) -> None:
    tools, mocks, file = _files(tmp_path)
    with ChatServer(CALLS, says("Done.")) as server:
        ran = _run(server, tools, mocks, file, "--json")
    results = [one for one in ran.documents if one["entry"] == "result"]
    assert (results[0]["source"], results[0]["rule"]) == ("mock", "book")
    assert results[2]["fault"] == "timeout"


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            {"mocks": [{"tool": "price", "when": "item == book"}, {"tool": "wipe", "nth": "2"}]},
            "rules.json: mocks[1].nth",
        ),
        ({"mocks": [{"tool": "price", "json": {"a": 1}}]}, "It may have: id, tool, when, nth, times, answer, text"),
        ({"mocks": [{"tool": "price", "when": "paid == true"}]}, "mocks[0].when: true is the name of a member"),
        ({"rules": []}, "There are no rules in it"),
    ],
)
def test_a_wrong_rule_is_named_with_its_place_and_nothing_is_left(tmp_path: Path, rules: Any, said: str) -> None:
    tools, mocks, file = _files(tmp_path, rules)
    with ChatServer() as server:
        ran = _run(server, tools, mocks, file)
    assert ran.code == 3
    assert said in ran.err
    assert not file.exists()
    assert server.requests == []


def test_a_file_of_rules_that_is_not_there_is_said(tmp_path: Path) -> None:
    tools, _, file = _files(tmp_path)
    with ChatServer() as server:
        ran = _run(server, tools, tmp_path / "none.json", file)
    assert (ran.code, ran.err) == (3, "none.json cannot be read: No such file or directory.\n")


def test_a_rule_for_a_tool_that_is_not_there_is_said(tmp_path: Path) -> None:
    tools, mocks, file = _files(tmp_path, {"mocks": [{"id": "typo", "tool": "prize", "text": "1"}]})
    with ChatServer(says("Hello.")) as server:
        ran = _run(server, tools, mocks, file)
    assert ran.code == 0
    assert "The mock rule typo answers nothing: the session has no tool prize." in ran.out


def test_a_replay_may_mock_live_tools_and_else_gives_what_was_recorded(tmp_path: Path) -> None:
    tools, mocks, file = _files(tmp_path)
    with ChatServer(CALLS, says("Done.")) as server:
        assert _run(server, tools, mocks, file).code == 0
    assert studio("replay", file, "--check").code == 0
    assert studio("replay", file, "--mocks", mocks).err.startswith("--mocks goes with --tools live.")
    mocks.write_text(json.dumps({"mocks": [{"tool": "*", "text": "otherwise"}]}), encoding="utf-8")
    again = studio("replay", file, "--tools", "live", "--trust", "--mocks", mocks)
    assert (again.code, "otherwise" in again.out) == (1, True)
    assert not (tmp_path / "ran").exists()


def test_the_rules_of_the_readme_can_be_given_as_they_stand(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    tools, mocks, file = _files(tmp_path)
    mocks.write_text('{"mocks"' + text.partition('```json\n{"mocks"')[2].partition("```")[0], encoding="utf-8")
    orders = 'def get_order(order_id: str) -> str:\n    "An order."\n    return "real"\n'
    tools.write_text(orders, encoding="utf-8")
    calls = [("get_order", json.dumps({"order_id": "48213"}))] * 2
    with ChatServer(says("", *calls), says("Done.")) as server:
        assert _run(server, tools, mocks, file).code == 0
    told = [message["content"] for message in server.requests[1]["messages"] if message["role"] == "tool"]
    assert told == ['{"status": "paid"}', "nothing known of 48213"]
