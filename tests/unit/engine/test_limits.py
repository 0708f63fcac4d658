"""Tests of the limits of a turn: which are reached, with the value that was reached."""

from studio.engine.limits import before_call, before_request, times_in_a_row
from studio.messages.message import user
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.events import AgentStarted, ResultRecorded
from studio.session.policies import Limits
from studio.session.setup import Setup
from studio.session.state import EMPTY
from studio.session.turn import FRESH, Turn, worked
from tests.sample_session import Sample


def _turn(ms: int = 1500, **setup: object) -> Sample:
    sample = Sample()
    sample.setup(**setup)
    sample.say("go")
    sample.ask()
    sample.reply(("a", "{}"), ms=ms, tokens=(90, 10))
    sample.run(0, "r", ms=500)
    return sample


def _reached(sample: Sample, price: float | None = 0.01) -> list[tuple[str, str]]:
    def cost(setup: Setup, into: int, out: int) -> float | None:
        return (into + out) * price if price is not None else None

    return [(stop.what, stop.text) for stop in before_request(sample.journal.state, cost)]


def test_each_limit_that_is_reached_is_named_with_the_value() -> None:
    assert _reached(_turn(max_round_trips=1)) == [("round_trips", "1")]
    assert _reached(_turn(limits=Limits(tokens=100))) == [("tokens", "100")]
    assert _reached(_turn(limits=Limits(seconds=2))) == [("seconds", "2.00")]
    assert _reached(_turn(limits=Limits(cost=1))) == [("cost", "1.0000")]
    assert _reached(_turn(limits=Limits(cost=1)), None) == [("cost_unknown", "")]
    assert len(_reached(_turn(max_round_trips=1, limits=Limits(tokens=1, cost=0.1, seconds=0.1)))) == 4


def test_below_a_limit_and_without_one_nothing_stops() -> None:
    assert _reached(_turn(limits=Limits(tokens=101, cost=1.01, seconds=2.1))) == []
    assert _reached(_turn(), None) == []


def test_the_person_s_next_message_begins_to_count_anew() -> None:
    sample = _turn(max_round_trips=1, limits=Limits(tokens=1, cost=0.1, seconds=0.1))
    sample.say("and now")
    assert _reached(sample) == []


def test_the_same_call_is_counted_over_replies_and_within_one() -> None:
    again, other = Call("a", '{"x":1}'), Call("a", '{"x":2}')
    before = Turn(last=("a", '{"x":1}'), same=2)
    assert [times_in_a_row(before, (again, again, other, again), at) for at in range(5)] == [3, 4, 1, 1, 0]
    assert times_in_a_row(FRESH, (again,), 0) == 1


def test_the_limit_of_the_same_call_stops_before_the_one_that_reaches_it() -> None:
    sample = _turn(limits=Limits(same_call=3))
    key = sample.key(0)
    assert before_call(sample.journal.state, key, 2) is None
    stop = before_call(sample.journal.state, key, 3)
    assert stop is not None
    assert (stop.reason, stop.place, stop.call, stop.what, stop.text) == ("limit", "before_call", key, "same_call", "3")
    assert before_call(EMPTY, key, 9) is None


def test_time_at_work_is_that_of_replies_and_tools() -> None:
    assert worked(Turn(seconds=1.5), 0.5).seconds == 2.0


def test_what_an_agent_spent_is_priced_by_its_own_model_while_it_runs_and_afterwards() -> None:
    sample = Sample()
    small = Agent(model_name="small")
    sample.setup(executors={"agent": small}, tools=(ToolSpec("agent"),), limits=Limits(cost=1))
    sample.say("go")
    sample.ask()
    sample.reply(("agent", "{}"), tokens=(90, 10))
    key = sample.key(0)
    sample.journal.append(AgentStarted(call=key, message=user("find")))
    prices = {"": 0.01, "small": 0.001}
    told = []

    def look() -> None:
        stops = before_request(sample.journal.state, lambda setup, *tokens: _price(prices, setup, *tokens))
        told.append([(stop.what, stop.text) for stop in stops])

    sample.ask()
    sample.reply(tokens=(900, 100))
    look()
    sample.journal.append(ResultRecorded(call=key, text="found", seconds=3))
    look()
    del prices["small"]
    look()
    assert told == [[("cost", "2.0000")], [("cost", "2.0000")], [("cost_unknown", "")]]
    assert sample.journal.state.turn.seconds == 0


def _price(prices: dict[str, float], setup: Setup, into: int, out: int) -> float | None:
    price = prices.get(setup.responder.model_name)
    return None if price is None else (into + out) * price
