"""The program as a process, and what it does with errors nobody foresaw."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QMessageBox, QPushButton

from studio.gui.last_resort import report
from studio.tasks import spawn
from tests.gui.window.conftest import Play, Stage

ROOT = Path(__file__).resolve().parents[3]
Live = Callable[[Play], None]


def _program(*arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.Popen(
        [sys.executable, "-m", "studio", *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_picture_of_the_demo_is_made_and_the_program_ends(tmp_path: Path) -> None:
    made = tmp_path / "picture.png"
    process = _program("--screenshot", str(made))
    _, errors = process.communicate(timeout=90)
    assert process.returncode == 0, errors
    assert "Traceback" not in errors
    image = QImage(str(made))
    assert (image.width(), image.height()) == (1600, 1000)


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal of POSIX")
def test_ctrl_c_in_the_terminal_closes_the_program_in_order(home: Path) -> None:
    process = _program("demo")
    sessions = home / "data" / "sessions"
    end = time.monotonic() + 60
    while time.monotonic() < end and not any(
        b'"stopped"' in path.read_bytes() for path in sessions.glob("*.tcsession")
    ):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert "Traceback" not in errors
    assert next(sessions.glob("*.tcsession")).read_bytes().rstrip().endswith(b'{"kind":"closed"}')


@pytest.mark.expects_log
def test_an_unforeseen_error_is_shown_once_and_can_be_copied(live: Live) -> None:
    async def broken() -> None:
        raise ZeroDivisionError("one")

    async def play(stage: Stage) -> None:
        resort = stage.program._last_resort
        for _ in range(2):
            spawn(broken(), name="broken")
        await stage.until(lambda: resort._box is not None)
        box = resort._box
        assert isinstance(box, QMessageBox)
        assert "The session is saved." in box.text()
        assert "ZeroDivisionError: one" in box.detailedText()
        _button(box, "Copy report").click()
        assert "ZeroDivisionError: one" in QGuiApplication.clipboard().text()
        assert box.isVisible()
        _button(box, "Go on").click()
        await stage.until(lambda: resort._box is None)
        assert stage.window.isVisible()

    live(play)


def _button(box: QMessageBox, words: str) -> QPushButton:
    found = next(button for button in box.buttons() if button.text().replace("&", "") == words)
    assert isinstance(found, QPushButton)
    return found


def test_a_report_holds_versions_and_the_traceback() -> None:
    try:
        raise ValueError("this one")
    except ValueError as error:
        text = report(error, "Task: x")
    assert "Task: x" in text
    assert "ValueError: this one" in text
    assert "Qt for Python" in text
