"""A file's bytes run as a module and searched for functions."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.tools.worker import find, load


@pytest.fixture(autouse=True)
def interpreter_as_before() -> Iterator[None]:
    """Loading adds a module and a folder to the interpreter; both go again."""
    path, modules = list(sys.path), set(sys.modules)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


def loading(source: str, tmp_path: Path, name: str = "mine_for_test.py") -> tuple[list[str], dict[str, str]]:
    """Names of the tools, and the reasons why others are none."""
    found, skipped = find.functions(load.load(str(tmp_path / name), source.encode()))
    return [each.name for each in found], {each["name"]: each["reason"] for each in skipped}


def refusal(source: str, tmp_path: Path) -> dict[str, object]:
    """What the refusal says."""
    with pytest.raises(load.RefusedError) as refused:
        loading(source, tmp_path)
    return refused.value.told


def test_public_functions_with_hints_are_tools_in_the_order_of_the_file(tmp_path: Path) -> None:
    source = """
import functools
from json import dumps
def b(x: int) -> int: ...
async def a() -> str: ...
@functools.lru_cache
def cached(x: int) -> int: ...
def _private(x: int): ...
def untyped(x): ...
class NoFunction: ...
"""
    found, reasons = loading(source, tmp_path)
    assert found == ["b", "a", "cached"]
    assert reasons == {
        "dumps": "it is imported from json",
        "_private": "its name begins with an underscore",
        "untyped": "its parameter x has no type hint",
    }


def test_postponed_hints_and_classes_of_the_file_are_found(tmp_path: Path) -> None:
    source = """
from __future__ import annotations
import dataclasses
@dataclasses.dataclass
class P:
    x: int
def f(p: P) -> int: ...
"""
    assert loading(source, tmp_path)[0] == ["f"]


def test_hints_of_the_worker_are_not_postponed_into_the_file(tmp_path: Path) -> None:
    source = "def f(x: int) -> int: ...\nassert f.__annotations__['x'] is int\n"
    assert loading(source, tmp_path)[0] == ["f"]


def test_a_file_named_like_a_known_module_hides_nothing(tmp_path: Path) -> None:
    before = sys.modules["json"]
    assert loading("def f(x: int) -> int: ...", tmp_path, "json.py")[0] == ["f"]
    assert sys.modules["json"] is before


def test_a_syntax_error_has_its_line(tmp_path: Path) -> None:
    told = refusal("x = 1\ndef f(:\n", tmp_path)
    assert (told["kind"], told["line"]) == ("syntax", 2)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(load.RefusedError) as refused:
        load.load(str(tmp_path / "x.py"), b"\x00\xff\xfe")
    assert refused.value.told["kind"] == "syntax"


def test_an_error_at_import_has_the_line_in_the_file(tmp_path: Path) -> None:
    told = refusal("import json\n\njson.loads('{')\n", tmp_path)
    assert (told["kind"], told["type"], told["line"]) == ("raised", "JSONDecodeError", 3)
    assert "mine_for_test.py" in str(told["detail"]).splitlines()[1]


def test_leaving_the_program_at_import_is_an_error_at_import(tmp_path: Path) -> None:
    assert refusal("import sys\nsys.exit(3)\n", tmp_path)["type"] == "SystemExit"


def test_a_type_without_schema_refuses_the_file_with_the_line(tmp_path: Path) -> None:
    told = refusal("import socket\n\ndef f(s: socket.socket) -> None: ...\n", tmp_path)
    assert (told["kind"], told["line"]) == ("no_schema", 3)
    assert "the parameter s of f" in str(told["message"])


def test_an_exception_that_cannot_be_shown_is_still_told(tmp_path: Path) -> None:
    source = "class E(Exception):\n    def __str__(self): raise ValueError\nraise E\n"
    assert refusal(source, tmp_path)["message"] == "(its message cannot be shown)"
