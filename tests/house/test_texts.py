"""What goes out with the project names no machine, no workplace and no package index."""

import re
from pathlib import Path

from tests.house.tree import ROOT, name_of, tracked

# Spelled so that this file does not match itself.
MACHINE = re.compile(r"[/]work/[a-z]|[/]root/|C:[\\]Users")
INDEX = re.compile(r"pypi[.]org|python[h]osted|deb[.]debian|--(extra-)?index-url[= ]")
TOP = {
    ".ci",
    ".gitignore",
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "packaging",
    "pyproject.toml",
    "resources",
    "studio",
    "tests",
}
OPTIONAL = {".gitattributes", ".editorconfig"}
OUTSIDE = {"cases", "recordings"}


def _texts() -> dict[str, str]:
    """The tracked texts that are the project's own; corpora and recordings hold what others wrote."""
    found: dict[str, str] = {}
    for path in tracked():
        if _is_own(path):
            try:
                found[name_of(path)] = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue
    return found


def _is_own(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return not (parts[0] == "tests" and parts[1] in OUTSIDE)


def _lines_with(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{name}:{number}"
        for name, text in _texts().items()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


def test_no_path_of_a_machine_is_named() -> None:
    assert _lines_with(MACHINE) == []


def test_no_package_index_is_named() -> None:
    assert _lines_with(INDEX) == []


def test_the_patterns_find_what_they_are_for() -> None:
    assert MACHINE.search("see /ro" + "ot/x")
    assert INDEX.search("from https://pypi.o" + "rg/simple")


def test_the_top_of_the_project_holds_what_was_agreed() -> None:
    top = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert top - OPTIONAL <= TOP


def test_every_text_ends_its_last_line() -> None:
    own = {name: text for name, text in _texts().items() if name.endswith((".py", ".md", ".toml", ".lock"))}
    assert [name for name, text in own.items() if text and not text.endswith("\n")] == []
