"""The story of a session: what each round decided, ran and got back, agents inside their calls, and what it comes to."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from studio.cli import show
from studio.engine.edits import edit_call
from studio.messages.parts import Call, Reasoning, Text
from studio.messages.reply import ChatReply, Usage
from studio.messages.toolspec import ToolSpec
from studio.present.story import story
from studio.session.agents import Agent
from studio.session.events import Header
from studio.session.lines import encode
from studio.session.mocks import MockRule
from studio.session.setup import ResponderChoice
from studio.store import session_file
from tests.flow.canned import NO_STOPS, Answers, Canned, Tools, reply

pytestmark = [pytest.mark.anyio, pytest.mark.promise("D6")]

ORDER = '{"id": "48213"}'


def spent(made: ChatReply, input: int, output: int, cached: int | None = None) -> ChatReply:
    return replace(made, usage=Usage(input, output, cached))


class Desk(Tools):
    """Looks orders up, and asks an agent what the policy says."""

    def __init__(self) -> None:
        super().__init__(get_order=lambda id: f"Order {id} is damaged.", read=lambda page: f"page {page}")

    def specs(self) -> tuple[ToolSpec, ...]:
        loose: dict[str, Any] = {"type": "object"}
        return (*super().specs(), ToolSpec("ask_policy", parameters=loose), ToolSpec("refund", parameters=loose))


async def told(tmp_path: Path) -> tuple[Canned, Path]:
    """Two rounds of the session and two of the agent that its second call runs; the first call is edited, the third one mocked."""
    thinking = (Reasoning("It may be damaged."), Text("I look it up."), Call("get_order", '{"id": "1"}', "a"))
    first = (*thinking, Call("ask_policy", '{"question": "damaged?"}', "b"), Call("refund", ORDER, "c"))
    answers = Answers(
        spent(ChatReply(first, "tool_calls"), 100, 20, 64),
        spent(reply("", ("read", '{"page": 3}')), 30, 5),
        spent(reply("Damaged goods are paid back."), 40, 6),
        spent(reply("It was paid back."), 150, 8),
    )
    canned = Canned(
        answers,
        Desk(),
        responder=ResponderChoice(model_name="desk-1"),
        stops=NO_STOPS,
        executors={"ask_policy": Agent("You know the policy.", ("read",))},
        mocks=(MockRule("paid", "refund", text="paid back"),),
    )
    canned.say("My order came damaged.")
    await canned.stepper.go("step")
    edited = edit_call(canned.journal.state, canned.key(0), {"arguments": ORDER})
    assert edited is not None
    canned.journal.append(edited)
    await canned.stepper.go("end")
    file = tmp_path / "desk.tcsession"
    header = Header("f0f0f0f0f0f0f0f0", "2031-02-03T04:05:06.000+00:00", session_file.FORMAT, "Desk")
    file.write_bytes(b"".join(line + b"\n" for line in (encode(header), *canned.lines.lines)))
    return canned, file


async def test_each_round_tells_what_was_decided_what_ran_and_what_came_back(tmp_path: Path) -> None:
    canned, _ = await told(tmp_path)
    first, last = story(canned.journal.tree, canned.journal.head).rounds
    assert (first.said, first.thought) == (("My order came damaged.",), "It may be damaged.\nI look it up.")
    looked, asked, paid = first.actions
    assert (looked.tool, looked.arguments, looked.asked) == ("get_order", ORDER, 'get_order({"id": "1"})')
    assert looked.observation is not None
    assert looked.observation.text == "Order 48213 is damaged."
    assert paid.observation is not None
    assert (paid.observation.source, paid.observation.text) == ("mock", "paid back")
    assert asked.agent is not None
    inner, answered = asked.agent.rounds
    assert (inner.thought, inner.actions[0].tool, inner.actions[0].arguments) == ("Calls read.", "read", '{"page": 3}')
    assert inner.actions[0].observation is not None
    assert inner.actions[0].observation.text == "page 3"
    assert asked.observation is not None
    assert asked.observation.text == answered.text == "Damaged goods are paid back."
    assert (first.tokens.input, first.tokens.cached, first.agents.input, first.agents.output) == (100, 64, 70, 11)
    assert (last.text, last.finish, last.actions) == ("It was paid back.", "stop", ())


async def test_the_sums_of_a_session_stand_in_the_json_of_show(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, file = await told(tmp_path)
    assert show.main([str(file), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert {"title", "file", "damage", "branches", "story"} <= set(shown)
    made = shown["story"]
    assert (made["content"], made["finish"]) == ("It was paid back.", "stop")
    assert made["tokens"] == {"input": 320, "output": 39, "cached": 64}
    assert (made["own"]["input"], made["agents"]["input"], made["choosing"]["input"]) == (250, 70, None)
    ran = [(one["request"]["name"], one["inside"], one["result"]["source"]) for one in made["executions"]]
    inside = [("read", ["ask_policy"], "ran"), ("ask_policy", [], "ran")]
    assert ran == [("get_order", [], "ran"), *inside, ("refund", [], "mock")]
    assert [one["text"] for one in made["intermediate"]] == ["I look it up."]
    assert made["final"] == {"round": 2, "text": "It was paid back.", "finish": "stop"}


async def test_the_story_is_printed_with_the_agents_rounds_further_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, file = await told(tmp_path)
    assert show.main([str(file), "--story"]) == 0
    out = capsys.readouterr().out
    for wanted in (
        "Thought    It may be damaged.",
        f"Action     get_order({ORDER})",
        '           (the model wrote get_order({"id": "1"}))',
        "Observed   (mocked) paid back",
        '│ Action     read({"page": 3})',
        "│ Observed   page 3",
        "Tokens     320 in (64 cached), 39 out",
        "           agents: 70 in, 11 out",
    ):
        assert wanted in out.splitlines()
    assert show.main([str(file)]) == 0
    told_lines = capsys.readouterr().out.splitlines()
    assert "│ ── Round 1 · desk-1 ──" in "\n".join(told_lines)
    assert "Result     ask_policy · executed · answer of the agent" in told_lines
