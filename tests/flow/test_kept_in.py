"""Where sessions are kept: the chosen folder holds for new ones, and those kept before are still found."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from studio.problems import StudioError
from studio.workspace.workspace import Workspace

pytestmark = pytest.mark.promise("H2")


def _workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "data", tmp_path / "config")


def test_a_new_session_is_kept_in_the_chosen_folder_and_in_the_usual_one_again(tmp_path: Path) -> None:
    workspace = _workspace(tmp_path)
    first = workspace.new("one")
    workspace.settings.start = replace(workspace.settings.start, sessions_folder=str(tmp_path / "mine"))
    second = workspace.new("two")
    workspace.settings.start = replace(workspace.settings.start, sessions_folder="")
    third = workspace.new("three")
    folders = [session.path.parent for session in (first, second, third)]
    assert folders == [tmp_path / "data" / "sessions", tmp_path / "mine", tmp_path / "data" / "sessions"]
    asyncio.run(workspace.close())


def test_what_a_crash_left_open_is_found_in_both_folders(tmp_path: Path) -> None:
    workspace = _workspace(tmp_path)
    for folder in ("", str(tmp_path / "mine")):
        workspace.settings.start = replace(workspace.settings.start, sessions_folder=folder)
        made = workspace.new("left")
        copy = made.path.with_name(f"copy-{made.path.name}")
        copy.write_bytes(made.path.read_bytes())
    found = {shelved.path.parent for shelved in workspace.left_open()}
    assert found == {tmp_path / "data" / "sessions", tmp_path / "mine"}
    asyncio.run(workspace.close())


@pytest.mark.parametrize("folder", ["~nobody-of-that-name/x", "a\0b", "/a\0b", "/\ud800", "somewhere", "file:///tmp"])
def test_a_folder_that_none_can_be_is_the_usual_one(tmp_path: Path, folder: str) -> None:
    workspace = _workspace(tmp_path)
    workspace.settings.start = replace(workspace.settings.start, sessions_folder=folder)
    assert workspace.left_open() == []
    assert workspace.new("one").path.parent == tmp_path / "data" / "sessions"
    asyncio.run(workspace.close())


def test_in_a_folder_that_cannot_be_made_a_session_is_refused_in_a_sentence(tmp_path: Path) -> None:
    workspace = _workspace(tmp_path)
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / ("x" * 300)):
        workspace.settings.start = replace(workspace.settings.start, sessions_folder=str(folder))
        assert workspace.left_open() == []
        with pytest.raises(StudioError, match="cannot be made"):
            workspace.new("one")
        with pytest.raises(StudioError, match="cannot be made"):
            workspace.sample("loop")
    asyncio.run(workspace.close())
