"""What a model writes in the wrong type, through the whole core: the tool gets what fits, the history keeps what was said."""

import json
from pathlib import Path

import pytest

from studio.checks.change import Change
from studio.session.events import CallStarted
from studio.session.policies import Coercion, ToolChoices
from studio.workspace.opened import OpenedSession
from tests.flow.chat_server import ChatServer, says
from tests.flow.shop import open_keys
from tests.flow.tools_agent import agent, results

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C5")]

SOURCE = '''
def pay(order: int, notify: bool = True) -> str:
    """Pay an order."""
    return f"{order!r} {notify!r}"


def ship(order: int, notify: bool = True) -> str:
    """Ship an order."""
    return f"{order!r} {notify!r}"
'''
BOTH = '{\n  "order": "1234567890123456789",\n  "notify": "false"\n}'
NUMBER = '{"order": "27", "notify": true}'
DONE = says("Done.")


def ran_with(session: OpenedSession) -> list[str]:
    """What each call that started was given where its own text says something else."""
    return [event.ran_with for event in session.tree.events(session.head) if isinstance(event, CallStarted)]


def sent_back(server: ChatServer) -> list[str]:
    """The argument texts that the model reads as its own in the last request."""
    messages = server.requests[-1]["messages"]
    return [call["function"]["arguments"] for one in messages for call in one.get("tool_calls", ())]


async def test_what_was_written_as_text_reaches_the_tool_as_its_type_and_the_history_keeps_what_was_said(
    tmp_path: Path,
) -> None:
    async with agent(tmp_path, SOURCE, says("", ("pay", BOTH)), DONE) as (session, server):
        assert (await session.run()).reason == "finished"
        assert [result.text for result in results(session)] == ["1234567890123456789 False"]
        assert [json.loads(text) for text in ran_with(session)] == [{"order": 1234567890123456789, "notify": False}]
        assert sent_back(server) == [BOTH]


async def test_what_fits_runs_as_it_is_written(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, says("", ("pay", '{"order": 27}')), DONE) as (session, _):
        await session.run()
        assert [result.text for result in results(session)] == ["27 True"]
        assert ran_with(session) == [""]


async def test_a_whole_float_and_a_null_for_what_may_be_left_out_reach_the_tool_as_its_own(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, says("", ("pay", '{"order": 27.0, "notify": null}')), DONE) as (session, _):
        await session.run()
        assert [result.text for result in results(session)] == ["27 True"]


async def test_what_would_lose_something_is_told_to_the_model_and_runs_nothing(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, says("", ("pay", '{"order": 27.5, "notify": "yes"}')), DONE) as (
        session,
        server,
    ):
        await session.run()
        assert ran_with(session) == []
        told = server.requests[-1]["messages"][-1]["content"]
        assert "order: must be a whole number" in told
        assert "notify: must be true or false" in told


@pytest.mark.parametrize(
    ("coercion", "of_both", "of_number"),
    [("lossless", True, True), ("langchain4j", False, True), ("off", False, False), ("ask", False, False)],
)
async def test_each_setting_lets_through_what_it_says(
    tmp_path: Path, coercion: Coercion, of_both: bool, of_number: bool
) -> None:
    calls = says("", ("pay", BOTH), ("ship", NUMBER))
    async with agent(tmp_path, SOURCE, calls, DONE, coercion=coercion) as (session, _):
        await session.run()
        assert [not result.is_error for result in results(session)] == [of_both, of_number]
        assert len(ran_with(session)) == of_both + of_number


async def test_a_tool_may_have_another_setting_than_its_session(tmp_path: Path) -> None:
    calls, choices = says("", ("pay", NUMBER), ("ship", NUMBER)), {"ship": ToolChoices(coercion="off")}
    async with agent(tmp_path, SOURCE, calls, DONE, choices=choices) as (session, _):
        await session.run()
        assert [not result.is_error for result in results(session)] == [True, False]


async def test_what_will_be_made_to_fit_is_shown_before_it_runs_and_is_no_error(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, says("", ("pay", NUMBER)), DONE, window=True) as (session, _):
        await session.step()
        (key,) = open_keys(session)
        assert session.coerced(key) == (Change("/order", '"27"', "27"),)
        (shown,) = session.problems(key)
        assert (shown.severity, shown.pointer, shown.sentence) == ("warning", "/order", "runs as 27")
        assert (await session.run()).reason == "finished"


async def test_asking_stops_before_the_call_until_its_types_are_fixed_in_the_text_as_it_stands(tmp_path: Path) -> None:
    async with agent(tmp_path, SOURCE, says("", ("pay", BOTH)), DONE, window=True, coercion="ask") as (session, server):
        stop = await session.run()
        assert (stop.place, stop.what) == ("before_call", "coercion")
        (key,) = open_keys(session)
        assert [problem.severity for problem in session.problems(key)] == ["error", "error"]
        session.take_changes(key)
        call = session.state.call(key)
        assert call is not None
        assert call.call.arguments == '{\n  "order": 1234567890123456789,\n  "notify": false\n}'
        assert session.coerced(key) == ()
        assert (await session.run()).reason == "finished"
        assert ran_with(session) == [""]
        assert sent_back(server) == [call.call.arguments]
