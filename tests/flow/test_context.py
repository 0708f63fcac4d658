"""What fills the context of a request, from a real server's counts: the sent one by the report, the next one scaled by it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from studio.messages.message import Message
from studio.session.events import ReplyReceived, RequestSent
from studio.session.memory import Memory
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import studio

pytestmark = [pytest.mark.anyio, pytest.mark.promise("H1")]


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[OpenedSession]:
    file = tmp_path / "run.tcsession"
    used = {"prompt_tokens": 90, "completion_tokens": 4}
    with ChatServer({**says("It is 5."), "whole": True, "usage": used}) as server:
        asked = ["run", "--prompt", "2 + 3?", "--base-url", server.url, "--model", "gpt-4o-mini", "--save", file]
        assert studio(*asked, "--system", "Be brief, please. " * 8).code == 0
    workspace = Workspace(tmp_path / "data", tmp_path / "config", {})
    yield workspace.open(file)
    await workspace.close()


def _nodes(session: OpenedSession) -> tuple[RequestSent, ReplyReceived]:
    events = list(session.tree.events(session.head))
    (request,) = (event for event in events if isinstance(event, RequestSent))
    (reply,) = (event for event in events if isinstance(event, ReplyReceived))
    return request, reply


async def test_a_sent_request_has_what_the_provider_counted_and_its_parts_are_scaled_to_it(
    session: OpenedSession,
) -> None:
    request, reply = _nodes(session)
    view = session.sent_context(request.id, reply.id)
    assert (view.tokens, view.reported, view.sent) == (90, True, True)
    assert [part.origin for part in view.parts] == ["system", "person"]
    assert abs(sum(view.scaled(part.tokens) for part in view.parts) - 90) <= 2
    assert session.sent_context(request.id).reported is False


async def test_the_next_request_is_estimated_by_it_and_has_the_reply_too(session: OpenedSession) -> None:
    view = session.next_context()
    assert [part.origin for part in view.parts] == ["system", "person", "replies"]
    assert (view.reported, view.sent) == (False, False)
    assert abs(view.tokens - session.next_tokens().total) <= 2


async def test_the_window_of_the_model_is_known_once_the_lists_are_loaded_or_the_person_says_it(
    session: OpenedSession,
) -> None:
    assert session.next_context().window is None
    assert session.lacks_prices
    session.load_prices()
    assert session.next_context().window == 128_000


async def test_what_the_memory_leaves_out_is_told_with_its_size(session: OpenedSession) -> None:
    session.add_message(Message("user", ()))
    session.change_setup(memory=Memory("messages", 1))
    view = session.next_context()
    assert view.left_out == 2
    assert view.left_out_tokens > 0
    assert all(part.index not in (0, 1) for part in view.parts)
