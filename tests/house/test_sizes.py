"""Files and functions stay small enough to be read at once."""

import ast

from tests.house.tree import name_of, parsed, python_files

MOST_LINES_OF_A_FILE = 400
MOST_LINES_OF_A_FUNCTION = 40


def test_no_file_is_longer_than_400_lines() -> None:
    lengths = {
        name_of(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in python_files("studio", "tests", "packaging")
    }
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES_OF_A_FILE} == {}


def test_no_function_is_longer_than_40_lines() -> None:
    long = [
        f"{name_of(path)}:{node.lineno} {node.name}: {_lines(node)} lines"
        for path in python_files("studio", "tests", "packaging")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _lines(node) > MOST_LINES_OF_A_FUNCTION
    ]
    assert long == []


def _lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1
