"""A damaged file says so when it is opened, its line is shown, and a copy that is only read opens in another window."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton

from studio.gui.dialogs.damaged_line import DamagedLineDialog
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
pytestmark = pytest.mark.promise("G4")


async def _damaged(stage: Stage, folder: Path) -> Path:
    """A session whose third line is none."""
    made = stage.program.workspace.new(path=folder / "x.tcsession")
    for at in range(3):
        made.change_setup(system=f"text {at}")
    await stage.program.workspace.close_session(made)
    lines = made.path.read_bytes().split(b"\n")
    made.path.write_bytes(b"\n".join([*lines[:2], b'{"kind":"oh no \xff', *lines[3:]]))
    return made.path


def test_the_damaged_line_is_named_shown_and_left_as_it_is(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        path = await _damaged(stage, tmp_path)
        window = stage.window
        window.desk.open(path)
        await stage.until(lambda: window.bridge.session is not None)
        await stage.frame()
        notice = window.centre.notice
        assert notice.text().startswith("Line 3 is not readable.")
        assert "were opened." in notice.text()
        before = path.read_bytes()
        notice._action.click()
        await stage.until(lambda: isinstance(window.dialogs.current, DamagedLineDialog))
        dialog = window.dialogs.current
        assert isinstance(dialog, DamagedLineDialog)
        assert dialog.windowTitle() == "Line 3 of x.tcsession"
        assert dialog.text.toPlainText() == '{"kind":"oh no \ufffd'
        dialog.copy.click()
        await stage.until(lambda: len(stage.program.windows) == 2)
        copied = stage.program.windows[1].bridge
        await stage.until(lambda: copied.session is not None)
        assert copied.session is not None
        assert copied.session.read_only == "The session is only looked at."
        assert stage.session.read_only == ""
        assert path.read_bytes() == before
        stage.session.change_setup(system="still written")
        assert path.read_bytes().startswith(before)

    live(play)


def test_problems_lead_to_the_line_too(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        window = stage.window
        window.desk.open(await _damaged(stage, tmp_path))
        await stage.until(lambda: window.bridge.session is not None)
        await stage.frame()
        item = window.problems.list.topLevelItem(0)
        assert item is not None
        assert item.text(0) == "session.file"
        link = window.problems.list.itemWidget(item, 3)
        assert isinstance(link, QAbstractButton)
        link.click()
        await stage.until(lambda: isinstance(window.dialogs.current, DamagedLineDialog))
        dialog = window.dialogs.current
        assert dialog is not None
        dialog.reject()

    live(play)


def test_a_file_of_a_newer_version_is_said_to_be_only_read(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        path = await _damaged(stage, tmp_path)
        text = path.read_bytes().replace(b'"format":4', b'"format":99', 1).split(b"\n")
        path.write_bytes(b"\n".join([*text[:2], *text[3:]]))
        stage.window.desk.open(path)
        await stage.until(lambda: stage.window.bridge.session is not None)
        assert "newer version" in stage.session.read_only
        said = [stage.window.centre.notice, *stage.window.centre.notice.older]
        assert stage.session.read_only in [each.text() for each in said]

    live(play)
