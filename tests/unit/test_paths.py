"""Where things lie, and that asking makes nothing."""

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
