"""One session with everything that chooses tools in it: saved, opened again, replayed with the same requests, byte for byte."""

import json

import pytest

from studio.session.events import AgentStarted, CallStarted, RequestSent, ResultRecorded, SourceAsked, ToolsOffered
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer
from tests.flow.desk import ANSWERS, told_desk
from tests.flow.shop import Shop, to_the_end, told

pytestmark = pytest.mark.anyio


def _requests(session: OpenedSession) -> list[RequestSent]:
    return [event for event in session.tree.events(session.head) if isinstance(event, RequestSent)]


def _bodies(session: OpenedSession) -> list[bytes]:
    return [session.tree.body(event.id) for event in _requests(session)]


def _names(body: bytes) -> set[str]:
    return {tool["function"]["name"] for tool in json.loads(body).get("tools", ())}


@pytest.mark.promise("D1")
@pytest.mark.promise("D2")
@pytest.mark.promise("D3")
@pytest.mark.promise("D4")
@pytest.mark.promise("D5")
async def test_a_session_that_chose_its_tools_is_kept_and_replayed_to_the_byte(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(*ANSWERS) as server:
        session = await told_desk(shop, workspace, server)
        assert [json.loads(body) for body in _bodies(session)] == server.requests
    bodies, log = _bodies(session), (shop.folder / "desk.log").read_text()
    own = {"search_tools", "activate_skill", "read_skill_resource"}
    assert _names(bodies[0]) == own | {"researcher", "greet"}
    assert _names(bodies[1]) == _names(bodies[0]) | {"find_order"}
    assert _names(bodies[3]) == _names(bodies[1]) | {"refund"}
    assert [_names(body) for body in bodies[5:7]] == [{"look_up"}, {"look_up"}]
    assert _names(bodies[8]) == (_names(bodies[3]) - {"greet"}) | {"track_parcel"}
    events = list(session.tree.events(session.head))
    assert {SourceAsked, ToolsOffered, AgentStarted} <= {type(event) for event in events}
    assert any(event.left_out for event in _requests(session))
    assert _requests(session)[0].passages == 1
    gathered, story = session.state.gathered, told(session)
    await workspace.close_session(session)

    again = workspace.open(session.path)
    assert (_bodies(again), again.state.gathered, told(again), again.damage) == (bodies, gathered, story, ())
    await workspace.close_session(again)
    (shop.folder / "refunds" / "policy.md").unlink()

    replay = workspace.replay(session.path)
    assert (await to_the_end(replay)).reason == "finished"
    assert (replay.difference, replay.unused_calls) == (None, ())
    assert _bodies(replay) == bodies
    ran = [type(event) for event in events if not isinstance(event, CallStarted)]
    assert [type(event) for event in replay.tree.events(replay.head)] == ran
    assert (shop.folder / "desk.log").read_text() == log
    sources = {event.source for event in replay.tree.events(replay.head) if isinstance(event, ResultRecorded)}
    assert sources <= {"recorded", "ran"}
