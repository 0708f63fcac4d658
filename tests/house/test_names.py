"""Names say what a thing is: none of the words that fit everything."""

import ast
import re

from tests.house.tree import STUDIO, name_of, parsed, python_files

FORBIDDEN = {"util", "utils", "helper", "helpers", "common", "misc", "base", "manager", "managers"}


def _words(name: str) -> set[str]:
    """The words of a snake_case or CamelCase name."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def test_names_are_split_into_their_words() -> None:
    assert _words("HTTPSessionManager_base2") == {"http", "session", "manager", "base"}


def test_no_file_or_folder_has_a_name_that_fits_everything() -> None:
    named = {part for path in python_files("studio", "packaging") for part in path.with_suffix("").parts}
    assert {name for name in named if name.lower() in FORBIDDEN} == set()
    assert [name_of(path) for path in python_files("studio", "packaging") if _words(path.stem) & FORBIDDEN] == []


def test_no_class_has_a_name_that_fits_everything() -> None:
    assert [f"{where} {node.name}" for where, node in _classes() if _words(node.name) & FORBIDDEN] == []


def test_every_error_of_the_program_is_named_and_of_the_family() -> None:
    errors = {"StudioError": "Exception"}
    for _, node in _classes():
        if any(isinstance(parent, ast.Name) and parent.id in errors for parent in node.bases):
            errors[node.name] = "StudioError"
    plain = [f"{where} {node.name}" for where, node in _classes() if _derives_plainly(node) and node.name not in errors]
    assert [name for name in errors if not name.endswith("Error")] == []
    assert plain == [], "derive from studio.problems.StudioError"


def _classes() -> list[tuple[str, ast.ClassDef]]:
    """Classes of the program; the worker is left out: it may not import the program."""
    worker = STUDIO / "tools" / "worker"
    return [
        (f"{name_of(path)}:{node.lineno}", node)
        for path in python_files("studio")
        if worker not in path.parents
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ClassDef)
    ]


def _derives_plainly(node: ast.ClassDef) -> bool:
    builtin = {"Exception", "RuntimeError", "ValueError", "OSError", "LookupError", "KeyError", "TypeError"}
    private = node.name.startswith("_")  # never leaves its file
    return not private and any(isinstance(parent, ast.Name) and parent.id in builtin for parent in node.bases)
