"""What a session says of where it stands follows what the person mended there: the call, the result, the way, the limit."""

from pathlib import Path

import pytest

from studio.session.notes import Stopped
from studio.session.policies import Limits, Strategies
from tests.flow.chat_server import says
from tests.flow.tools_agent import agent

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C6")]

SOURCE = '''
def add(a: int, b: int) -> int:
    """Add."""
    return a + b

def fail(why: str = "no") -> str:
    """Fail."""
    raise ValueError(why)
'''
DONE = says("Done.")
BEFORE = ("step", "before_call", "")


def _told(stop: Stopped | None) -> tuple[str, str | None, str]:
    assert stop is not None
    return stop.reason, stop.place, stop.what


async def test_a_call_whose_arguments_were_mended_only_waits(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, says("", ("add", '{"a": 1}')), DONE, window=True) as (session, _):
        stop = await session.run()
        assert stop.call is not None
        session.edit_call(stop.call, arguments='{"a": 1, "c": 2}')
        assert _told(session.standing) == ("exception", "before_call", "bad_arguments")
        session.edit_call(stop.call, arguments='{"a": 1, "b": 2}')
        assert _told(session.standing) == BEFORE
        session.undo()
        assert _told(session.standing) == ("exception", "before_call", "bad_arguments")


async def test_a_call_that_was_renamed_says_what_is_wrong_with_it_now(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, says("", ("ad", '{"a": 1}')), DONE, window=True) as (session, _):
        stop = await session.run()
        assert stop.call is not None
        assert _told(stop) == ("exception", "before_call", "unknown_tool")
        session.edit_call(stop.call, name="add")
        assert _told(session.standing) == ("exception", "before_call", "bad_arguments")


async def test_where_the_model_is_to_be_told_nothing_is_left_to_decide(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, says("", ("ad", "{}")), DONE, window=True) as (session, _):
        await session.run()
        session.change_setup(strategies=Strategies(unknown_tool="tell"))
        assert _told(session.standing) == BEFORE
        assert _told(await session.run()) == ("finished", None, "")


async def test_a_result_that_was_mended_is_no_error_any_more(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, says("", ("fail", "{}")), DONE, window=True) as (session, _):
        stop = await session.run()
        assert stop.call is not None
        assert _told(session.standing) == ("exception", "after_result", "tool_error")
        session.edit_result(stop.call, "fine", is_error=False)
        assert _told(session.standing) == ("step", "before_request", "")


@pytest.mark.promise("C11")
async def test_a_limit_that_was_raised_is_reached_no_more(tmp_path: Path) -> None:
    twice = [("add", '{"a": 1, "b": 2}')] * 2
    async with agent(
        tmp_path, SOURCE, says("", *twice), DONE, window=True, limits=Limits(same_call=2), concurrent=True
    ) as (session, _):
        stop = await session.run()
        assert _told(stop) == ("limit", "before_call", "same_call")
        session.change_setup(limits=Limits(same_call=2, tokens=100_000))
        assert _told(session.standing) == ("limit", "before_call", "same_call")
        session.change_setup(limits=Limits(same_call=3))
        assert _told(session.standing) == BEFORE


@pytest.mark.promise("C11")
async def test_a_limit_before_a_request_that_was_raised_is_reached_no_more(tmp_path: Path) -> None:
    add = says("", ("add", '{"a": 1, "b": 2}'))
    async with agent(tmp_path, SOURCE, add, DONE, window=True, max_round_trips=1) as (session, _):
        assert _told(await session.run()) == ("limit", "before_request", "round_trips")
        session.change_setup(max_round_trips=2)
        assert _told(session.standing) == ("step", "before_request", "")
