"""A session that is open for reading only: whatever is pressed, its file stays as it is, and what cannot be done says why."""

from collections.abc import Callable

from studio.gui.actions import ACTIONS
from studio.workspace.workspace import Workspace
from tests.gui.window.conftest import Play, Stage
from tests.gui.window.test_actions_everywhere import check

LEAVES = {"quit", "close", "demo", "new"}
OF_THE_PROGRAM = ("view.theme", "view.text", "view.language", "help")
"""Menus whose actions know no session."""


def test_every_action_is_allowed_or_says_why_not_and_none_writes(live: Callable[[Play], None]) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        held = stage.session.path
        copy = held.with_name("held.tcsession")
        copy.write_bytes(held.read_bytes())
        stage.trigger("close")
        await stage.until(lambda: stage.window.bridge.session is None)
        writer = Workspace()
        kept = writer.open(copy)
        before = copy.read_bytes()
        stage.window.desk.open(copy)
        await stage.until(lambda: stage.window.bridge.session is not None)
        await stage.frame()
        assert stage.session.read_only
        check(stage, "read only")
        refused = {id for id, reason in stage.window.actions_.reasons.items() if "reading only" in reason}
        assert {"step", "run", "fork", "add_tools", "send_again", "revert_step", "rename"} <= refused
        for spec in ACTIONS:
            if spec.id not in LEAVES and spec.menu not in OF_THE_PROGRAM and stage.window.actions_[spec.id].isEnabled():
                stage.trigger(spec.id)
                await stage.frame()
                _close_dialog(stage)
        assert stage.session.path == copy
        assert copy.read_bytes() == before
        await writer.close_session(kept)

    live(play)


def _close_dialog(stage: Stage) -> None:
    dialog = stage.window.dialogs.current
    if dialog is not None and dialog.isVisible():
        dialog.reject()
