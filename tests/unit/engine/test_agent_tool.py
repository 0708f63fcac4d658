"""Tests of an agent as a tool: what it is asked, and what its turn comes to."""

from typing import Any

import pytest

from studio.engine.agent_tool import MOST_DEEP, NO_ANSWER, begins, first_message, result
from studio.messages.parts import Image
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.events import AgentStarted, ResultRecorded
from studio.session.kept_exchange import NO_TIME
from studio.session.nodes import NodeId
from studio.session.state import EMPTY, SessionState
from tests.sample_session import Sample

KEY = (NodeId(9), 0)


@pytest.mark.parametrize(
    ("prompt", "arguments", "asked"),
    [
        ("Find {what}, quickly.", {"what": "the order"}, "Find the order, quickly."),
        ("Find {what}.", {}, "Find {what}."),
        ("", {"task": "find it"}, "find it"),
        ("", {"task": "find it", "how": "quickly"}, '{"task": "find it", "how": "quickly"}'),
        ("", {"n": 3}, '{"n": 3}'),
        ("", {}, "{}"),
        ("", {"task": "half \ud800"}, "half \ufffd\ufffd\ufffd"),
    ],
)
def test_a_call_becomes_the_first_message(prompt: str, arguments: dict[str, Any], asked: str) -> None:
    message = first_message(Agent(prompt=prompt), arguments)
    assert (message.role, message.text) == ("user", asked)


def test_an_agent_too_deep_within_others_gets_an_error_that_says_so() -> None:
    state: SessionState = EMPTY
    made = []
    for _ in range(MOST_DEEP + 1):
        made.append(begins(state, KEY, Agent(), {"task": "go"}, ran_with="", approved=False))
        state = SessionState(outer=state, inside=KEY)
    assert [type(event) for event in made] == [AgentStarted] * MOST_DEEP + [ResultRecorded]
    last = made[-1]
    assert isinstance(last, ResultRecorded)
    assert (last.is_error, last.source, f"{MOST_DEEP} deep" in last.text) == (True, "refused", True)


def test_the_answer_of_its_turn_is_the_result_of_the_call_and_none_is_an_error() -> None:
    sample = Sample()
    sample.say("go")
    sample.ask()
    sample.reply(text="It is sent.", ms=1500)
    came = result(sample.journal.state, KEY)
    assert (came.call, came.source, came.text, came.is_error, came.seconds) == (KEY, "ran", "It is sent.", False, 1.5)
    silent = Sample()
    silent.say("go")
    silent.ask()
    silent.reply(text="  ")
    came = result(silent.journal.state, KEY)
    assert (came.text, came.is_error, came.status, came.seconds) == (NO_ANSWER, True, "error", NO_TIME)


def test_results_that_end_its_turn_are_its_answer_with_their_images() -> None:
    sample = Sample()
    sample.setup(tools=(_immediate("picture"), _immediate("text")))
    sample.say("go")
    sample.ask()
    sample.reply(("picture", "{}"), ("text", "{}"))
    image = Image("data:image/png;base64,AAAA")
    sample.journal.append(ResultRecorded(call=sample.key(0), text="", media=(image,)))
    sample.result(1, "and a word")
    came = result(sample.journal.state, KEY)
    assert (came.text, came.media, came.is_error) == ("and a word", (image,), False)


def _immediate(name: str) -> ToolSpec:
    return ToolSpec(name, return_behavior="immediate")
