"""Where sessions are kept: the chosen folder holds for new ones, and those kept before are still found."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

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
