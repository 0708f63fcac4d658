"""What a session cost, from a real server's reported tokens to `show --cost`: by round, tool and model, known, unknown and not paid."""

import json
from pathlib import Path
from typing import Any

import pytest

from studio.present.spending import Spending
from studio.session.frames import spent
from studio.store.session_file import read
from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import studio
from tests.sessions.test_kept_sessions import KEPT

pytestmark = pytest.mark.promise("H1")
TOOLS = """
def add(a: int, b: int) -> int:
    "Add two numbers."
    return a + b
"""


def _used(into: int, out: int, cached: int = 0) -> dict[str, Any]:
    return {
        "prompt_tokens": into,
        "completion_tokens": out,
        "prompt_tokens_details": {"cached_tokens": cached},
        "completion_tokens_details": {"reasoning_tokens": out // 2},
    }


def _ran(tmp_path: Path, *used: dict[str, Any] | None, model: str = "gpt-4o-mini") -> Path:
    """A session with a call and an answer, each reply with the tokens it reports."""
    file, tools = tmp_path / "run.tcsession", tmp_path / "sums.py"
    tools.write_text(TOOLS, encoding="utf-8")
    answers = [says("I add.", ("add", '{"a": 2, "b": 3}')), says("It is 5.")]
    told = [
        {**answer, "whole": True, **({"usage": each} if each else {})}
        for answer, each in zip(answers, used, strict=True)
    ]
    with ChatServer(*told) as server:
        asked = [
            "run",
            "--prompt",
            "2 + 3?",
            "--base-url",
            server.url,
            "--model",
            model,
            "--tools",
            tools,
            "--save",
            file,
        ]
        ran = studio(*asked)
    assert ran.code == 0, ran.err
    return file


def _cost(file: Path) -> dict[str, Any]:
    shown = studio("show", file, "--cost", "--json")
    assert shown.code == 0, shown.err
    found: dict[str, Any] = json.loads(shown.out)
    return found


def test_each_round_costs_what_its_reported_tokens_cost_with_the_cached_ones_at_their_own_price(tmp_path: Path) -> None:
    file = _ran(tmp_path, _used(1000, 100), _used(2000, 50, 1000))
    found = _cost(file)
    assert [one["cost"] for one in found["rounds"]] == [0.00021, 0.000255]
    total = found["total"]
    assert (total["input"], total["cached"], total["output"], total["reasoning"]) == (3000, 1000, 150, 75)
    assert (total["cost"], total["at_least"], total["calls"]) == (0.000465, False, 1)
    assert [one["tool"] for one in found["tools"]] == ["add"]
    (model,) = found["models"]
    assert "price: gpt-4o-mini (OpenAI), $0.15 / $0.60 per million in / out, $0.075 cached" in model["said"]
    said = studio("show", file, "--cost").out
    assert "Cost: $0.0005." in said
    assert "By tool" in said


def test_a_reply_without_reported_tokens_makes_the_sum_at_least(tmp_path: Path) -> None:
    found = _cost(_ran(tmp_path, _used(1000, 100), None))
    assert (found["total"]["cost"], found["total"]["at_least"]) == (0.00021, True)
    assert found["rounds"][1]["cost"] is None
    assert "Cost: at least $0.0002; of 1 reply it is not known." in found["said"]


def test_an_unknown_price_is_unknown_until_the_person_says_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = _ran(tmp_path, _used(1000, 100), _used(2000, 50), model="nobody-knows-7b")
    assert _cost(file)["total"]["cost"] is None
    assert "Cost: unknown." in studio("show", file, "--cost").out
    home = tmp_path / "home"
    (home / "config").mkdir(parents=True)
    monkeypatch.setenv("TOOLCALL_STUDIO_HOME", str(home))
    (home / "config" / "settings.json").write_text(
        json.dumps({"prices": {"nobody-*": {"input": 1, "output": 2}}}), encoding="utf-8"
    )
    assert _cost(file)["total"]["cost"] == 0.0033


def test_a_replay_paid_nothing_and_says_what_it_would_cost(tmp_path: Path) -> None:
    file, again = _ran(tmp_path, _used(1000, 100), _used(2000, 50)), tmp_path / "again.tcsession"
    assert studio("replay", file, "--save", again).code == 0
    total = _cost(again)["total"]
    assert (total["cost"], total["not_paid"], total["shown"]) == (0.0, 0.00054, "($0.0005)")


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_all_that_was_ever_kept_is_added_up_as_the_session_itself_counts(kept: Path) -> None:
    tree = read(kept).tree
    spending = Spending(tree, lambda _who, _when: None)
    for node in tree.nodes():
        if tree.whole(node):
            total = spending.follow(node).sums.total
            assert (total.input, total.output) == spent(tree.state(node))
