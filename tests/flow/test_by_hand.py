"""Replies that the person writes: one that is due, and what had come of one that broke off. Real files, a real server on this machine."""

import json

import pytest

from studio.engine.edits import EditRefusedError
from studio.messages.message import user
from studio.messages.parts import Call, Text
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec
from studio.session.events import ReplyReceived, RequestSent
from studio.session.setup import ResponderChoice, Setup, Stops
from studio.workspace.opened import OpenedSession
from studio.workspace.profiles import read_profile
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, breaks_off

pytestmark = [pytest.mark.anyio, pytest.mark.promise("H1")]
TOOL = ToolSpec(
    "get_order", "", {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}, source="shop.py"
)
NOWHERE = ResponderChoice("live", "local", base_url="http://127.0.0.1:9/v1", model_name="tiny")


def asked(workspace: Workspace, responder: ResponderChoice = NOWHERE) -> OpenedSession:
    session = workspace.new(setup=Setup(responder=responder, tools=(TOOL,), stops=Stops(before_call=True)))
    session.add_message(user("Where is order 7?"))
    return session


def last(session: OpenedSession) -> tuple[RequestSent, ReplyReceived]:
    """The last request with its reply."""
    found = [session.tree.event(node) for node in session.tree.path(session.head)]
    sent = [event for event in found if isinstance(event, RequestSent)]
    return sent[-1], next(event for event in reversed(found) if isinstance(event, ReplyReceived))


async def test_the_person_answers_in_the_models_place_and_nothing_is_sent(workspace: Workspace) -> None:
    session = asked(workspace)
    session.answer_by_hand()
    assert session.wants_reply
    await session.reply_by_hand(ChatReply((Text("I look."), Call("get_order", '{"id": "7"}'))))
    sent, reply = last(session)
    assert (sent.source, reply.exchange, reply.reply.usage) == ("by_hand", None, None)
    assert [(call.name, call.id) for call in reply.reply.calls] == [("get_order", "call_added_1")]
    assert session.state.open is not None
    session.mock(session.state.open.calls[0].key, "on its way")
    await session.reply_by_hand(ChatReply((Text("On its way."),)))
    assert session.answer() == ("On its way.",)


async def test_run_goes_as_far_as_the_reply_that_is_the_persons(workspace: Workspace) -> None:
    session = asked(workspace)
    session.answer_by_hand()
    stop = await session.run()
    assert (stop.reason, stop.place, stop.what) == ("pause", "before_request", "reply_wanted")
    assert session.standing is not None
    assert session.standing.what == "reply_wanted"
    session.model_mode = "live"
    assert session.standing.what == ""
    assert not session.wants_reply


async def test_what_is_written_is_read_again_from_the_file_and_replayed(workspace: Workspace) -> None:
    session = asked(workspace)
    session.answer_by_hand()
    await session.reply_by_hand(ChatReply((Text("By hand."),)))
    path = session.path
    await workspace.close_session(session)
    kinds = [json.loads(line).get("source") for line in path.read_text("utf-8").splitlines()]
    assert "by_hand" in kinds
    again = workspace.replay(path)
    await again.run_to_end()
    assert again.answer() == ("By hand.",)


async def test_a_reply_that_says_nothing_is_refused_and_a_written_one_never_answers_twice(workspace: Workspace) -> None:
    session = asked(workspace)
    session.answer_by_hand()
    with pytest.raises(EditRefusedError):
        await session.reply_by_hand(ChatReply())
    await session.reply_by_hand(ChatReply((Call("get_order", session.blank_arguments("get_order")),)))
    assert session.state.open is not None
    assert session.state.open.calls[0].call.arguments == '{"id": ""}'
    session.mock(session.state.open.calls[0].key, "lost")
    assert (await session.step()).what == "reply_wanted"
    session.rewind(session.tree.path(session.head)[0])
    with pytest.raises(EditRefusedError):
        await session.reply_by_hand(ChatReply((Text("Too early."),)))


async def test_what_had_come_of_a_broken_reply_becomes_the_reply(workspace: Workspace) -> None:
    with ChatServer(breaks_off("It is on")) as server:
        profile = read_profile({"name": "near", "base_url": server.url, "model": "tiny"})
        workspace.save_profile(profile)
        session = asked(workspace, workspace.choice(profile))
        assert session.arrived is None
        await session.step()
        assert session.arrived is not None
        assert session.arrived.text == "It is on"
        await session.use_what_arrived()
    sent, reply = last(session)
    assert (sent.source, reply.reply.text, len(server.requests)) == ("by_hand", "It is on", 1)
    assert session.model_mode == "live"
    with pytest.raises(EditRefusedError):
        await session.use_what_arrived()
