"""Dialogs that are left while something of theirs is under way, and what is typed into them that is no good."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from studio import paths
from studio.gui.dialogs.add_tools import AddToolsDialog
from studio.gui.dialogs.profiles import ProfilesDialog
from studio.workspace.profiles import read_profile
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
TOOL = "def add(a: int) -> int:\n    return a\n"


def _written(file: Path, source: str) -> Path:
    file.write_text(source, encoding="utf-8")
    return file


async def _add(stage: Stage, file: Path) -> AddToolsDialog:
    await stage.demo()
    stage.window.take_file(file)
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, AddToolsDialog)
    return dialog


@pytest.mark.parametrize("wait", [0.0, 0.4])
def test_leaving_the_dialog_ends_the_import_of_a_tools_file_that_hangs(live: Live, tmp_path: Path, wait: float) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _add(stage, _written(tmp_path / "hangs.py", f"import time\ntime.sleep(600)\n{TOOL}"))
        tools = stage.session.state.setup.tools
        dialog.load.click()
        await asyncio.sleep(wait)
        dialog.reject()
        await stage.until(lambda: not stage.window.bridge.is_busy)
        assert stage.session.state.setup.tools == tools

    live(play)


def test_leaving_the_dialog_while_a_good_file_loads_is_no_error(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _add(stage, _written(tmp_path / "good.py", TOOL))
        dialog.load.click()
        await asyncio.sleep(0)
        dialog.reject()
        await stage.until(lambda: not stage.window.bridge.is_busy)
        await stage.frame()

    live(play)


def test_trust_that_cannot_be_kept_is_said_and_holds_for_this_run(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _add(stage, _written(tmp_path / "good.py", TOOL))
        _block_the_settings()
        dialog.load.click()
        assert "settings could not be saved" in stage.window.centre.trouble.text
        await stage.until(lambda: any(tool.name == "add" for tool in stage.session.state.setup.tools))
        dialog.reject()

    live(play)


def test_a_path_of_a_person_who_is_not_there_is_just_a_file_that_is_not_there(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _add(stage, _written(tmp_path / "good.py", TOOL))
        for text in ("~nobody_of_that_name/tools.py", "a\0b.py", "x" * 5000 + ".py", "/"):
            dialog.file.line.setText(text)
            assert not dialog.load.isEnabled()
        dialog.reject()

    live(play)


def test_leaving_the_profiles_ends_a_trial_under_way(live: Live) -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(-1)
        writer.close()

    async def play(stage: Stage) -> None:
        server = await asyncio.start_server(silent, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        profile = read_profile({"name": "slow", "base_url": f"http://127.0.0.1:{port}/v1", "model": "m"})
        stage.program.workspace.save_profile(profile)
        stage.trigger("profiles")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, ProfilesDialog)
        dialog.test.click()
        await stage.until(lambda: stage.window.bridge.is_busy)
        await stage.frame()
        dialog.reject()
        await stage.until(lambda: not stage.window.bridge.is_busy)
        server.close()

    live(play)


def test_a_profile_that_cannot_be_removed_is_said_in_the_dialog(live: Live) -> None:
    async def play(stage: Stage) -> None:
        profile = read_profile({"name": "one", "base_url": "http://127.0.0.1:9/v1", "model": "m"})
        stage.program.workspace.save_profile(profile)
        stage.trigger("profiles")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, ProfilesDialog)
        _block_the_settings()
        dialog.remove.click()
        assert "settings could not be saved" in dialog._said.text()
        dialog.reject()

    live(play)


def _block_the_settings() -> None:
    """Put a folder in the place of the settings file, so that nobody can write it (not even a person who may do all)."""
    file = paths.config_folder() / "settings.json"
    file.unlink(missing_ok=True)
    for way in (file, file.with_suffix(".broken.json")):  # neither can it be written, nor set aside
        (way / "in the way").mkdir(parents=True)
