"""Where things lie, and that asking makes nothing."""

import os
import sys
from pathlib import Path

import pytest

from studio import paths


def test_the_resources_of_a_checkout_stand_beside_the_package() -> None:
    assert paths.resources() == Path(paths.__file__).resolve().parents[1] / "resources"


def test_one_variable_moves_all_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))
    found = [paths.data_folder(), paths.config_folder(), paths.state_folder()]
    assert found == [tmp_path / "data", tmp_path / "config", tmp_path / "state"]
    assert list(tmp_path.iterdir()) == []


def test_without_it_the_folders_are_the_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(paths.HOME_VARIABLE)
    found = {paths.data_folder().name, paths.config_folder().name, paths.state_folder().name}
    assert found == {"toolcall-studio"}


def test_what_tools_files_import_lies_in_a_folder_of_its_own() -> None:
    assert [path.name for path in paths.importable().iterdir()] == ["toolcall"]
    assert (paths.importable() / "toolcall" / "py.typed").is_file()


def test_a_file_is_read_whole_or_its_first_bytes(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    assert (paths.file_bytes(tmp_path / "a"), paths.file_bytes(tmp_path / "a", 2)) == (b"abc", b"ab")


@pytest.mark.skipif(sys.platform == "win32", reason="has no such files")
def test_a_device_and_a_named_pipe_are_refused_where_reading_would_never_end(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/zero")
    for name in ("pipe", "link"):
        with pytest.raises(OSError, match="no file but a device or a pipe"):
            paths.file_bytes(tmp_path / name)


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="has no such files")
def test_what_a_shell_hands_over_through_a_pipe_is_read() -> None:
    read, write = os.pipe()
    os.write(write, b"abc")
    os.close(write)
    assert paths.file_bytes(Path(f"/dev/fd/{read}")) == b"abc"
    os.close(read)


def test_a_name_that_no_file_can_have_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no name of a file"):
        paths.file_bytes(tmp_path / "a\0b")


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 5000, "gone", "round"])
def test_of_a_name_that_no_file_can_have_nothing_is_there(tmp_path: Path, name: str) -> None:
    (tmp_path / "round").symlink_to(tmp_path / "round")
    path = tmp_path / name
    assert [paths.is_there(path), paths.is_file(path), paths.is_folder(path)] == [False] * 3


def test_what_is_there_is_a_file_or_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    assert [paths.is_there(tmp_path / "a"), paths.is_file(tmp_path / "a"), paths.is_folder(tmp_path / "a")] == [
        True,
        True,
        False,
    ]
    assert [paths.is_there(tmp_path), paths.is_file(tmp_path), paths.is_folder(tmp_path)] == [True, False, True]
