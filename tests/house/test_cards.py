"""Every room has its card, every file says what it is, and imports stand where they can be seen."""

import ast
from pathlib import Path

import pytest

from tests.house.tree import STUDIO, name_of, parsed, python_files, rooms

LATE_IMPORTS = {
    "studio/__main__.py",
    "studio/dialects/printed/forms.py",
    "studio/dialects/roster.py",
    "studio/workspace/wiring.py",
    "packaging/bootstrap.py",
}
OFFERS = {"studio/testing"}
"""Rooms that others import as a whole: their card also names what they offer."""
LATE_ROOM = STUDIO / "gui" / "look"


def test_every_folder_with_code_has_a_card() -> None:
    folders = {path.parent for path in python_files("studio")}
    assert [name_of(folder) for folder in folders if not (folder / "__init__.py").is_file()] == []


@pytest.mark.parametrize("room", [STUDIO, *rooms()], ids=name_of)
def test_a_card_holds_words_only_and_few(room: Path) -> None:
    card = room / "__init__.py"
    words = ast.get_docstring(parsed(card))
    assert words, "a card says what belongs here, what does not, and what it may import"
    assert 1 <= len(words.splitlines()) <= 5
    others = [node for node in parsed(card).body[1:] if not (name_of(room) in OFFERS and _is_offer(node))]
    assert others == [], "a card holds a docstring and nothing else"


def _is_offer(node: ast.stmt) -> bool:
    """Whether a line of a card says what the room offers: an import, or the list of names."""
    is_list = isinstance(node, ast.Assign) and [ast.unparse(name) for name in node.targets] == ["__all__"]
    return isinstance(node, ast.ImportFrom) or is_list


def test_every_file_says_what_it_is_in_a_few_lines() -> None:
    said = {name_of(path): ast.get_docstring(parsed(path)) for path in python_files("studio", "tests", "packaging")}
    assert [name for name, words in said.items() if not words] == []
    assert {name: len(words.splitlines()) for name, words in said.items() if words and words.count("\n") >= 8} == {}


def test_imports_stand_at_the_top() -> None:
    files = [path for path in python_files("studio", "packaging") if not _may_load_late(path)]
    late = [f"{name_of(path)}:{line}" for path in files for line in _late_imports(parsed(path))]
    assert late == []


def test_a_late_import_is_seen() -> None:
    tree = ast.parse(
        "import a\nif True:\n    import b\ndef f():\n    import c\n    def g():\n        from d import e\n"
    )
    assert _late_imports(tree) == [5, 7]


def _may_load_late(path: Path) -> bool:
    return name_of(path) in LATE_IMPORTS or LATE_ROOM in path.parents


def _late_imports(tree: ast.Module) -> list[int]:
    """The lines of imports inside functions."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    inside = (node for function in functions for node in ast.walk(function))
    return sorted({node.lineno for node in inside if isinstance(node, ast.Import | ast.ImportFrom)})
