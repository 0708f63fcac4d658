"""What the settings say of running: new sessions begin with it, those that are open or kept have their own. Real loop, real server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from studio.session.policies import Limits, Strategies
from studio.session.setup import ResponderChoice, Stops
from studio.store.settings import Running
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, fails, says
from tests.flow.shop import Shop, say

pytestmark = [pytest.mark.anyio, pytest.mark.promise("H2")]

LIKED = Running(
    before_request=True, before_call=False, round_trips=7, tokens=900, cost=0.5, seconds=30, same_call=3,
    concurrent=True, retries=2, unknown_tool="tell", tool_error="fail", call_seconds=5, result_chars=100,
)  # fmt: skip


@pytest.fixture
async def mine(tmp_path: Path) -> AsyncIterator[Workspace]:
    """A workspace as the window has one: a person is there."""
    made = Workspace(tmp_path / "data", tmp_path / "config", {})
    made.stops = True
    yield made
    await made.close()


async def test_a_new_session_begins_as_the_settings_say_and_an_open_one_keeps_its_own(mine: Workspace) -> None:
    before = mine.new("before")
    mine.settings.running = LIKED
    after = mine.new("after").state.setup
    assert after.stops == Stops(before_request=True, before_call=False)
    assert (after.max_round_trips, after.limits) == (7, Limits(900, 0.5, 30, 3))
    assert after.strategies == Strategies("tell", "", "fail")
    assert (after.concurrent, after.call_seconds, after.result_chars) == (True, 5, 100)
    assert before.state.setup.max_round_trips == 100
    say(before, "two")  # an empty session leaves no file
    path = before.path
    await mine.close()
    assert mine.open(path).state.setup.stops == Stops()


async def test_a_command_goes_by_its_own_options(workspace: Workspace) -> None:
    workspace.settings.running = LIKED
    assert workspace.new("a").state.setup.stops == Stops()


async def test_the_demo_and_a_session_with_settings_of_its_own_are_as_they_are(mine: Workspace) -> None:
    mine.settings.running = LIKED
    demo = await mine.demo()
    assert demo.state.setup.max_round_trips != 7
    assert demo.state.setup.stops.before_call


@pytest.mark.parametrize(("retries", "sent"), [(0, 1), (2, 3)])
async def test_a_failed_request_is_sent_again_as_often_as_the_settings_say(
    shop: Shop, mine: Workspace, retries: int, sent: int
) -> None:
    mine.settings.running = replace(Running(), retries=retries)
    with ChatServer(fails(500, "Busy."), fails(500, "Busy."), says("Done.")) as server:
        made = mine.new("again", responder=shop.live(mine, server.url))
        say(made, "two")
        stop = await made.run()
        assert len(server.requests) == sent
        assert stop.reason == ("finished" if retries else "exception")


async def test_a_stop_that_the_settings_switch_on_stops_a_new_session(shop: Shop, mine: Workspace) -> None:
    mine.settings.running = Running(before_request=True)
    with ChatServer(says("Done.")) as server:
        made = mine.new("stops", responder=shop.live(mine, server.url))
        say(made, "two")
        stop = await made.run()
        assert (stop.place, server.requests) == ("before_request", [])
        assert (await made.run()).reason == "finished"


async def test_who_answers_and_what_is_asked_stay_what_was_chosen(mine: Workspace) -> None:
    mine.settings.running = LIKED
    choice = ResponderChoice("live", "p", "openai_chat", "http://127.0.0.1:1", "m")
    assert mine.new("a", responder=choice).state.setup.responder == choice
