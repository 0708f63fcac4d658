"""The worker's source runs on every Python that it promises, and needs nothing but it."""

import ast
import re
import sys
from pathlib import Path

import pytest

import studio.tools.worker as worker

FILES = sorted(Path(worker.__path__[0]).glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_file_is_python_3_9(file: Path) -> None:
    ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 9))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_file_imports_more_than_the_standard_library_and_its_neighbours(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


def test_the_first_file_has_nothing_that_python_2_cannot_read() -> None:
    source = next(file for file in FILES if file.name == "main.py").read_text(encoding="utf-8")
    assert source.isascii()
    assert not re.search(r"->|\bf\"|:=|^def ", source, re.MULTILINE)
