"""What takes its time is said at one place of the window, in percent where the size is known, and is cut short at once."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.gui.work_shown import WorkShown
from studio.gui.works import Work
from studio.workspace import opening
from studio.workspace import workspace as workspaces
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
pytestmark = pytest.mark.promise("G4")


class Held:
    """A file that is read only as far as the test lets it be."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.go, self.begun = threading.Event(), threading.Event()
        self.ended: list[str] = []
        real = getattr(opening, name)

        def held(*args: object, **named: object) -> object:
            told = named.get("told") or args[-1]
            assert callable(told)
            try:
                told(0.42)
                self.begun.set()
                assert self.go.wait(30)
                told(0.5)
                made = real(*args, **named)
            except BaseException as error:
                self.ended.append(type(error).__name__)
                raise
            self.ended.append("read")
            return made

        monkeypatch.setattr(opening, name, held)
        monkeypatch.setattr(workspaces, "LONG", 0)


def _patient(stage: Stage) -> None:
    """Show work at once: no test waits two seconds."""
    (shown,) = stage.window.findChildren(WorkShown)
    shown._wait.setInterval(0)


async def _a_session(stage: Stage, folder: Path) -> Path:
    made = stage.program.workspace.new(path=folder / "x.tcsession")
    await stage.program.workspace.close_session(made)
    made = stage.program.workspace.new(path=folder / "y.tcsession")
    made.change_setup(system="hello")
    await stage.program.workspace.close_session(made)
    return folder / "y.tcsession"


def test_opening_a_long_file_says_how_far_it_is_and_esc_leaves_it_closed(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(stage: Stage) -> None:
        window, bar = stage.window, stage.window.centre.work_bar
        path = await _a_session(stage, tmp_path)
        before = path.read_bytes()
        held = Held(monkeypatch, "open_ahead")
        _patient(stage)
        window.desk.open(path)
        await stage.until(lambda: bar.isVisible() and bar.share.text() == "42 %")
        assert bar.text.text() == "Opening y.tcsession…"
        assert bar.accessibleName() == "Opening y.tcsession… 42 %"
        QTest.keyClick(window.start, Qt.Key.Key_Escape)
        assert not bar.isVisible()
        assert window.centre.notice.text() == "y.tcsession was not opened. It is unchanged."
        await stage.frame()
        held.go.set()
        await stage.until(lambda: held.ended)
        assert held.ended == ["NobodyWaitsError"]
        await stage.frame()
        assert window.bridge.session is None
        assert stage.program.workspace.open_sessions == []
        assert path.read_bytes() == before
        window.desk.open(path)
        await stage.until(lambda: window.bridge.session is not None)
        assert stage.session.read_only == ""
        assert not bar.isVisible()

    live(play)


def test_a_file_that_was_cut_short_at_its_end_is_closed_before_it_is_opened_again(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(stage: Stage) -> None:
        window = stage.window
        path = await _a_session(stage, tmp_path)
        monkeypatch.setattr(workspaces, "LONG", 0)
        real, there, go = opening.open_ahead, threading.Event(), threading.Event()

        def late(*args: object) -> object:
            made = real(*args)  # type: ignore[arg-type]
            there.set()
            assert go.wait(30)
            return made

        monkeypatch.setattr(opening, "open_ahead", late)
        window.desk.open(path)
        await stage.until(there.is_set)
        window.bridge.works.cancel()
        window.desk.open(path)
        await asyncio.sleep(0)
        go.set()
        await stage.until(lambda: window.bridge.session is not None)
        assert stage.session.read_only == ""

    live(play)


def test_reading_a_recording_for_a_replay_is_cut_short_by_the_button(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(stage: Stage) -> None:
        window, bar = stage.window, stage.window.centre.work_bar
        path = await _a_session(stage, tmp_path)
        held = Held(monkeypatch, "recording")
        _patient(stage)
        window.desk.replay(path, model_live=False, tools_live=False)
        await stage.until(lambda: bar.isVisible() and bar.share.text() == "42 %")
        assert bar.text.text() == "Reading y.tcsession for the replay…"
        bar.cancel.click()
        assert window.centre.notice.text() == "No replay was begun. y.tcsession is unchanged."
        await stage.frame()
        held.go.set()
        await stage.until(lambda: held.ended)
        assert held.ended == ["NobodyWaitsError"]
        assert window.bridge.session is None
        window.desk.replay(path, model_live=False, tools_live=False)
        await stage.until(lambda: window.bridge.session is not None)
        assert stage.session.recorded_file == path

    live(play)


def test_what_ends_soon_is_never_shown(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        path = await _a_session(stage, tmp_path)
        seen: list[str] = []
        stage.window.bridge.works.changed.connect(
            lambda: seen.append("shown" if stage.window.centre.work_bar.isVisible() else "hidden")
        )
        stage.window.desk.open(path)
        await stage.until(lambda: stage.window.bridge.session is not None)
        assert set(seen) == {"hidden"}

    live(play)


def test_a_notice_lies_above_the_line_of_what_is_under_way(live: Live) -> None:
    async def play(stage: Stage) -> None:
        _patient(stage)
        centre, works = stage.window.centre, stage.window.bridge.works
        stage.window.bridge.notice.emit("By the way.")
        low = centre.notice.geometry().bottom()
        work = works.begin(Work("Opening x…", "x was not opened."))
        await stage.until(centre.work_bar.isVisible)
        await stage.frame()
        assert centre.notice.geometry().bottom() < centre.work_bar.geometry().top()
        works.end(work)
        await stage.frame()
        assert centre.notice.geometry().bottom() == low

    live(play)
