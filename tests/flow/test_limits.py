"""Each limit is a stop that says which one it is and what was reached; going on passes it once; a user message counts anew."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from studio.messages.reply import ChatReply, Usage
from studio.present.labels import english
from studio.present.stop_words import stop_words
from studio.session.mocks import MockRule
from studio.session.policies import Limits
from tests.flow.canned import Answers, Canned, Tools, reply
from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import studio

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C11")]


def _answers(count: int) -> list[ChatReply]:
    """Replies that each ask for one other call and cost 100 tokens."""
    return [replace(reply("", ("add", f'{{"a":{at},"b":1}}')), usage=Usage(90, 10)) for at in range(count)]


def _session(*answers: ChatReply, **setup: Any) -> Canned:
    canned = Canned(Answers(*(answers or _answers(9))), Tools(add=lambda a, b: a + b), **setup)
    canned.say()
    return canned


def _reason(canned: Canned) -> str:
    assert canned.journal.stopped is not None
    return english(stop_words(canned.journal.stopped, canned.journal.state)[1])


LIMITS = [
    ("round_trips", {"max_round_trips": 2}, "2 round trips since your last message", 2),
    ("tokens", {"limits": Limits(tokens=150)}, "200 tokens since your last message, the limit is 150", 2),
    ("cost", {"limits": Limits(cost=0.25)}, "0.3000 US dollars since your last message, the limit is 0.25", 3),
]


@pytest.mark.parametrize(("what", "setup", "words", "trips"), LIMITS)
async def test_a_limit_stops_before_the_request_and_says_what_was_reached(
    what: str, setup: dict[str, Any], words: str, trips: int
) -> None:
    canned = _session(**setup)
    stop = await canned.stepper.go("end")
    assert (stop.reason, stop.place, stop.what, _reason(canned)) == ("limit", "before_request", what, words)
    assert (canned.journal.state.trips, len(canned.bodies())) == (trips, trips)


@pytest.mark.parametrize(("what", "setup", "words", "trips"), LIMITS)
async def test_going_on_passes_it_once_also_after_reopening(
    what: str, setup: dict[str, Any], words: str, trips: int
) -> None:
    canned = _session(**setup)
    await canned.stepper.go("end")
    again = canned.reopened()
    stop = await again.stepper.go("end")
    assert (stop.what, len(again.bodies())) == (what, trips + 1)


@pytest.mark.parametrize(("what", "setup", "words", "trips"), LIMITS)
async def test_it_counts_anew_with_each_message(what: str, setup: dict[str, Any], words: str, trips: int) -> None:
    canned = _session(**setup)
    await canned.stepper.go("end")
    canned.say("go on")
    assert (await canned.stepper.go("end")).what == what
    assert len(canned.bodies()) == 2 * trips


async def test_time_at_work_counts_what_calls_took() -> None:
    rule = MockRule("r", "add", text="2", delay=0.02)
    canned = _session(limits=Limits(seconds=0.03), mocks=(rule,))
    stop = await canned.stepper.go("end")
    assert (stop.what, stop.place, stop.text) == ("seconds", "before_request", "0.04")
    assert canned.journal.state.turn.seconds == 0.04
    assert "seconds at work since your last message" in _reason(canned)


async def test_a_cost_limit_without_a_known_price_stops_before_anything_is_spent() -> None:
    canned = _session(limits=Limits(cost=0.25))
    canned.services.price = None
    stop = await canned.stepper.go("end")
    assert (stop.what, canned.bodies()) == ("cost_unknown", [])
    assert "not known" in _reason(canned)
    assert (await canned.stepper.go("end")).what == "cost_unknown"
    assert len(canned.bodies()) == 1


async def test_the_same_call_in_a_row_stops_before_the_one_that_is_too_many() -> None:
    same = reply("", ("add", '{"a":1,"b":1}'))
    canned = _session(same, same, same, reply("Done."), limits=Limits(same_call=3))
    stop = await canned.stepper.go("end")
    assert (stop.place, stop.what, stop.call) == ("before_call", "same_call", canned.key())
    assert _reason(canned) == "the same call 3 times in a row, the limit is 3"
    assert len(canned.tools.ran) == 2
    assert (await canned.stepper.go("end")).reason == "finished"
    assert len(canned.tools.ran) == 3


async def test_another_call_in_between_breaks_the_row() -> None:
    same, other = reply("", ("add", '{"a":1,"b":1}')), reply("", ("add", '{"a":1,"b":2}'))
    canned = _session(same, other, same, other, reply("Done."), limits=Limits(same_call=2))
    assert (await canned.stepper.go("end")).reason == "finished"


async def test_two_limits_that_are_reached_at_once_are_each_said() -> None:
    canned = _session(max_round_trips=1, limits=Limits(tokens=100))
    said = [(await canned.stepper.go("end")).what for _ in range(2)]
    assert said == ["round_trips", "tokens"]
    assert len(canned.bodies()) == 1


async def test_a_stop_by_step_at_the_same_place_does_not_pass_a_limit() -> None:
    canned = _session(limits=Limits(tokens=100))
    await canned.stepper.go("step")
    assert (await canned.stepper.go("step")).reason == "step"
    assert (await canned.stepper.go("step")).what == "tokens"


def test_the_command_line_ends_with_5_and_the_value(tmp_path: Path) -> None:
    tools = tmp_path / "my_tools.py"
    tools.write_text('def add(a: int) -> int:\n    "Add."\n    return a\n', encoding="utf-8")
    with ChatServer(*[says("", ("add", '{"a": 1}'))] * 3) as server:
        where = ["--base-url", server.url, "--model", "m", "--tools", tools, "--save", tmp_path / "s.tcsession"]
        ran = studio("run", "--prompt", "p", *where, "--same-call", "2")
    assert (ran.code, len(server.requests)) == (5, 2)
    assert "the same call 2 times in a row, the limit is 2" in ran.err


@pytest.mark.parametrize(
    "option", [["--max-tokens", "-1"], ["--max-cost", "much"], ["--policy", "x"], ["--again", "1.5"]]
)
def test_an_option_that_is_no_number_or_policy_is_refused_with_a_sentence(tmp_path: Path, option: list[str]) -> None:
    where = ["--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--save", tmp_path / "s.tcsession"]
    ran = studio("run", "--prompt", "p", *where, *option)
    assert (ran.code, option[0] in ran.err) == (2, True)
    assert not (tmp_path / "s.tcsession").exists()
