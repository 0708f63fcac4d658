"""Where a session says that it stands: at a stop, after an edit there, after going back, while nothing was ever started."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from studio.session.notes import Stopped
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

pytestmark = pytest.mark.anyio


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[OpenedSession]:
    """The demo, stopped before its sensitive call."""
    workspace = Workspace(tmp_path / "data", tmp_path / "config")
    opened = await workspace.demo()
    for _ in range(3):
        await opened.run()
    yield opened
    await workspace.close()


def _told(stop: Stopped | None) -> tuple[str, str | None]:
    assert stop is not None
    return stop.reason, stop.place


async def test_an_edit_at_an_approval_leaves_the_approval_due(session: OpenedSession) -> None:
    stop = session.standing
    assert _told(stop) == ("approval", "before_call")
    assert stop is not None
    assert stop.call is not None
    session.edit_call(
        stop.call, arguments='{"order_id": "48213", "amount": 89.9, "currency": "EUR", "reason": "broken"}'
    )
    assert _told(session.standing) == ("approval", "before_call")
    assert session.needs_approval(stop.call)
    session.edit_call(stop.call, name="notify_customer")
    assert _told(session.standing) == ("step", "before_call")
    assert not session.needs_approval(stop.call)


async def test_going_back_says_where_it_stands(session: OpenedSession) -> None:
    session.step_back()
    assert _told(session.standing) == ("step", "before_request")
    session.undo()
    assert _told(session.standing) == ("approval", "before_call")


async def test_it_stands_nowhere_while_it_runs_and_somewhere_before_it_ever_ran(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "data", tmp_path / "config")
    opened = await workspace.demo()
    assert _told(opened.standing) == ("step", "before_request")
    seen = []
    opened.subscribe(lambda _change: seen.append(opened.standing))
    await opened.step()
    assert None in seen
    await workspace.close()


async def test_a_failed_request_is_still_said_after_reopening(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "data", tmp_path / "config")
    opened = await workspace.demo()
    opened.change_setup(system="Nobody has a script for this.")
    opened.model_mode = "recorded"
    await opened.run()
    assert _told(opened.standing)[0] == "exception"
    await workspace.close()
