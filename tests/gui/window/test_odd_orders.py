"""What a person does in no good order: two windows, one file twice, closing while something opens, closing twice."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from studio import paths
from studio.session.setup import Setup, ToolFile
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def test_a_session_that_is_being_closed_lets_go_of_its_file_when_the_window_closes_too(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        session = stage.session
        stage.trigger("close")
        await stage.until(lambda: stage.window.bridge.session is None)
        other = stage.program.open_window()
        stage.window.close()
        await stage.until(lambda: stage.program.windows == [other])
        await stage.until(lambda: session.read_only)
        assert session.path.read_bytes().endswith(b'"closed"}\n')

    live(play)


def test_a_demo_that_runs_in_a_second_window_goes_on_when_the_first_one_closes(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.window.desk.demo()
        await stage.until(lambda: len(stage.program.windows) == 2)
        second = stage.program.windows[1].bridge.session
        assert second is not None
        stage.window.close()
        await stage.until(lambda: len(stage.program.windows) == 1)
        await stage.until(lambda: second.stop)
        assert second.stop is not None
        assert second.stop.reason == "breakpoint"

    live(play)


def test_a_window_that_closes_while_the_demo_opens_in_it_leaves_no_session(live: Live) -> None:
    async def play(stage: Stage) -> None:
        other = stage.program.open_window()
        other.desk.demo()
        await stage.until(lambda: stage.program.workspace.open_sessions)
        other.close()
        await stage.until(lambda: stage.program.windows == [stage.window])
        await stage.until(lambda: not stage.program.workspace.open_sessions)
        assert list(stage.program.workspace.world.sessions.glob("*.tcsession")) == []

    live(play)


def test_a_file_that_is_open_already_comes_forward_in_the_window_that_shows_it(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        other = stage.program.open_window()
        other.desk.open(stage.session.path)
        stage.window.desk.open(stage.session.path)
        await stage.frame()
        assert other.bridge.session is None
        assert [window.bridge.session for window in stage.program.windows] == [stage.session, None]

    live(play)


def test_a_session_opened_again_at_once_after_closing_can_be_changed(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        path = stage.session.path
        stage.trigger("close")
        await stage.until(lambda: stage.window.bridge.session is None)
        stage.window.desk.open(path)
        await stage.until(lambda: stage.window.bridge.session is not None)
        assert stage.session.read_only == ""

    live(play)


def test_a_new_session_that_needs_trust_asks_in_the_window_that_shows_it(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        file = tmp_path / "tools.py"
        file.write_text("def add(a: int) -> int:\n    return a\n")
        stage.window.desk.new(Setup(files=(ToolFile(str(file), "", ""),)), "hello")
        await stage.until(lambda: len(stage.program.windows) == 2)
        second = stage.program.windows[1]
        await stage.until(lambda: second.dialogs.current)
        assert stage.window.dialogs.current is None
        second.dialogs.current.reject()  # type: ignore[union-attr]

    live(play)


@pytest.mark.parametrize("action", ["theme_dark", "larger", "language_zh_CN"])
def test_a_choice_that_cannot_be_kept_holds_and_is_said(live: Live, action: str) -> None:
    async def play(stage: Stage) -> None:
        (paths.config_folder() / f".settings.json.{os.getpid()}").mkdir(
            parents=True
        )  # where the new file is written first
        stage.trigger(action)
        assert any(said in stage.window.centre.trouble.text for said in ("settings could not be saved", "无法保存设置"))
        stage.trigger("language_en")
        await asyncio.sleep(0)

    live(play)
