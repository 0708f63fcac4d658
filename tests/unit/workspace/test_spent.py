"""An open session and what it has spent: counted without waiting for the lists of prices, and anew when prices are others."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from studio.messages.message import user
from studio.messages.reply import ChatReply, Usage
from studio.session.events import ReplyReceived, RequestSent
from studio.session.frames import spent
from studio.session.responder_choice import ResponderChoice
from studio.store.settings import OwnPrice
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

MINI = ResponderChoice("live", "p", "openai_chat", "https://api.openai.com/v1", "gpt-4o-mini")


pytestmark = pytest.mark.anyio


@pytest.fixture
async def workspace(tmp_path: Path) -> AsyncIterator[Workspace]:
    made = Workspace(tmp_path / "data", tmp_path / "config")
    yield made
    await made.close()


def _session(workspace: Workspace, tmp_path: Path) -> OpenedSession:
    session = workspace.new(responder=MINI, path=tmp_path / "a.tcsession")
    session.add_message(user("Go."))
    session.journal.append(RequestSent())
    session.journal.append(ReplyReceived(reply=ChatReply(usage=Usage(1_000_000, 0))))
    return session


async def test_the_cost_is_unknown_until_the_lists_are_loaded(workspace: Workspace, tmp_path: Path) -> None:
    session = _session(workspace, tmp_path)
    assert session.spending.sums.total.unknown == 1
    assert session.lacks_prices
    session.load_prices()
    assert not session.lacks_prices
    assert session.spending.sums.total.paid == 0.15


async def test_a_price_of_the_persons_own_holds_at_once_and_waits_for_nothing(
    workspace: Workspace, tmp_path: Path
) -> None:
    session = _session(workspace, tmp_path)
    assert session.spending.sums.total.unknown == 1
    workspace.settings.prices = {"gpt-4o*": OwnPrice(input=2, output=4)}
    assert session.spending.sums.total.paid == 2.0
    assert not session.lacks_prices


async def test_it_counts_as_far_as_the_head_and_like_the_state(workspace: Workspace, tmp_path: Path) -> None:
    session = _session(workspace, tmp_path)
    total = session.spending.sums.total
    assert (total.input, total.output) == spent(session.state)
    session.journal.move(session.tree.parent(session.head))
    assert session.spending.sums.total.input == 0
