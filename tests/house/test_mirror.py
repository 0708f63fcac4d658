"""Tests stand where they are looked for: the folders under tests/unit and tests/gui are those of studio."""

from pathlib import Path

from tests.house.tree import ROOT, SINGLE, STUDIO, name_of, python_files

UNIT = ROOT / "tests" / "unit"
NOT_ROOMS = {"packaging"}


def _rooms() -> set[str]:
    """Rooms that hold more than their card."""
    files = [path for path in python_files("studio") if path.name != "__init__.py"]
    return {path.relative_to(STUDIO).parts[0] for path in files if path.parent != STUDIO}


def _tests(folder: Path) -> list[Path]:
    return [path for path in python_files("tests") if folder in path.parents and path.name.startswith("test_")]


def test_every_folder_of_unit_tests_is_named_like_a_room() -> None:
    tested = {path.relative_to(UNIT).parts[0] for path in _tests(UNIT) if path.parent != UNIT}
    assert tested - NOT_ROOMS - _rooms() == set()


def test_every_room_has_tests() -> None:
    tested = {path.relative_to(UNIT).parts[0] for path in _tests(UNIT) if path.parent != UNIT}
    shown = {"gui"} if any(path.name != "test_qt_is_sound.py" for path in _tests(ROOT / "tests" / "gui")) else set()
    assert _rooms() - tested - shown == set()


def test_the_files_of_the_lowest_floor_have_tests() -> None:
    there = {path.stem for path in python_files("studio") if path.parent == STUDIO} & set(SINGLE) - {"__main__"}
    assert there == {path.stem.removeprefix("test_") for path in _tests(UNIT) if path.parent == UNIT}


def test_test_files_are_found_by_pytest() -> None:
    stray = [
        name_of(path)
        for path in python_files("tests")
        if "\ndef test_" in path.read_text(encoding="utf-8") and not path.name.startswith("test_")
    ]
    assert stray == []
