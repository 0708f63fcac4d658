"""The status line says when the session was saved last; where it cannot be saved, why, and leads to Save as."""

import errno
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
pytestmark = pytest.mark.promise("H2")


def _fill_disk(path: Path) -> None:
    """From now on what is written to the open file of `path` finds a full disk."""
    full = os.open("/dev/full", os.O_RDWR)
    for fd in Path("/proc/self/fd").iterdir():
        if fd.is_symlink() and fd.readlink() == path:
            os.dup2(full, int(fd.name))
    os.close(full)


def test_a_full_disk_is_told_with_a_way_to_save_elsewhere(live: Live, tmp_path: Path) -> None:
    if not (Path("/dev/full").exists() and Path("/proc/self/fd").is_dir()):
        pytest.skip("This system has no full device.")

    async def play(stage: Stage) -> None:
        await stage.demo()
        status = stage.window.status
        assert re.fullmatch(r"Saved \d\d:\d\d", status.saved_text())
        _fill_disk(stage.session.path)
        stage.trigger("step")
        await stage.until(lambda: stage.session.saved != "saved")
        await stage.frame()
        assert stage.session.unsaved_number == errno.ENOSPC
        assert status.saved_text() == "Not saved: disk full — Save as…"
        assert status.unsaved.isVisible()
        QTest.keyClick(status.unsaved, Qt.Key.Key_Space)
        await stage.until(lambda: isinstance(stage.window.dialogs.current, QFileDialog))
        stage.window.dialogs.current.reject()  # type: ignore[union-attr]

    live(play)


def test_a_file_that_is_gone_is_told(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.session.path.unlink()
        stage.trigger("step")
        await stage.until(lambda: stage.session.saved != "saved")
        await stage.frame()
        assert stage.window.status.saved_text() == "Not saved: the file is gone — Save as…"

    live(play)
