"""A session of another provider goes on in the real core: what is left out is known before, written down, and shown afterwards."""

import pytest
from msgspec.structs import replace

from studio.messages.remark import Remark
from studio.session.events import MessageAdded, ReplyReceived, RequestSent, ResultRecorded
from studio.session.nodes import NodeId
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.command_line import studio
from tests.flow.shop import Shop, say
from tests.unit.present.parts_sample import QUESTION, SEARCHING, SETUP

pytestmark = pytest.mark.anyio


def crossed(shop: Shop, workspace: Workspace) -> OpenedSession:
    """Begun at Anthropic, with a hosted tool search and signed thinking; goes on with the script, in Chat Completions."""
    session = workspace.new("Crossed", setup=SETUP, path=shop.folder / "crossed.tcsession")
    session.journal.append(MessageAdded(message=QUESTION))
    session.journal.append(RequestSent(count=1, tools=3))
    reply = session.journal.append(ReplyReceived(reply=SEARCHING)).id
    session.journal.append(ResultRecorded(call=(NodeId(reply), 0), text="21 degrees"))
    scripted = replace(SETUP.responder, kind="scripted", dialect="openai_chat", script=str(shop.script))
    session.use_responder(scripted, {})
    session.model_mode = "scripted"
    say(session, "hello")
    return session


async def test_what_is_said_before_the_request_is_what_it_writes_down(shop: Shop, workspace: Workspace) -> None:
    session = crossed(shop, workspace)
    before = session.request_remarks()
    assert Remark("tool_left_out", "tool_search_tool_bm25") in before.new
    assert [remark.code for remark in before.new if remark.place == 1].count("part_left_out") == 3
    await session.step()
    request = session.state.last_request
    assert request is not None
    event = session.tree.event(request)
    assert isinstance(event, RequestSent)
    assert event.remarks == before.new
    assert session.request_remarks(request) == before
    assert session.request_remarks().new == ()
    assert session.request_remarks().earlier == before.new


async def test_nothing_that_is_said_to_be_left_out_is_in_the_body(shop: Shop, workspace: Workspace) -> None:
    session = crossed(shop, workspace)
    body = session.request_json()
    for gone in ("tool_search", "EuYBCkQYAiJAjT", "redacted_thinking", "srvtoolu_1", "defer_loading"):
        assert gone not in body


async def test_show_prints_the_remarks_and_the_hosted_parts_of_the_file(shop: Shop, workspace: Workspace) -> None:
    session = crossed(shop, workspace)
    await session.step()
    await workspace.close_session(session)
    shown = studio("show", session.path)
    assert "Tool search: weather → get_weather, get_forecast" in shown.out
    assert "The tool tool_search_tool_bm25 is left out: another provider runs it." in shown.out
    entries = studio("show", session.path, "--json").documents[0]["branches"][0]["entries"]
    remarks = [remark for entry in entries for remark in entry.get("remarks", ())]
    assert {"reasoning_left_out", "part_left_out", "tool_left_out"} <= {remark["code"] for remark in remarks}
