"""What of a module becomes a tool: functions, methods of objects, LangChain's objects; and what refuses the file."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from studio.tools.worker import find, load
from studio.tools.worker.describe import Function


@pytest.fixture(autouse=True)
def interpreter_as_before() -> Iterator[None]:
    """Loading adds a module and a folder to the interpreter; both go again."""
    path, modules = list(sys.path), set(sys.modules)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        if name.startswith("found_"):
            del sys.modules[name]


def tools(source: str, tmp_path: Path) -> dict[str, Function]:
    """The tools of a file by name."""
    found, _ = find.functions(load.load(str(tmp_path / "found_here.py"), source.encode()))
    return {each.name: each for each in found}


def reasons(source: str, tmp_path: Path) -> dict[str, str]:
    """Why functions of a file are no tools."""
    _, skipped = find.functions(load.load(str(tmp_path / "found_here.py"), source.encode()))
    return {each["name"]: each["reason"] for each in skipped}


def refusal(source: str, tmp_path: Path) -> dict[str, Any]:
    """What the refusal of a file says."""
    with pytest.raises(load.RefusedError) as refused:
        tools(source, tmp_path)
    return refused.value.told


DESK = """
class Base:
    def inherited(self, x: int) -> int:
        return x
class Desk(Base):
    def __init__(self, no):
        self.no = no
    def note(self, text: str) -> str:
        return f"{self.no}:{text}"
    async def later(self) -> str: ...
    @staticmethod
    def ring(times: int) -> int: ...
    @classmethod
    def kind(cls) -> str: ...
    @property
    def explodes(self) -> str:
        raise RuntimeError
    def untyped(self, x): ...
    def _own(self, x: int) -> int: ...
desk = Desk(7)
same = desk
_hidden = Desk(8)
"""


def test_the_public_methods_of_an_object_of_the_file_are_tools(tmp_path: Path) -> None:
    found = tools(DESK, tmp_path)
    assert list(found) == ["inherited", "note", "later", "ring", "kind"]
    assert [each["name"] for each in found["note"].description()["parameters"]] == ["text"]
    assert found["note"].call(text="mail") == "7:mail"
    assert found["later"].is_async
    assert reasons(DESK, tmp_path)["desk.untyped"] == "its parameter x has no type hint"


def test_only_the_decorated_methods_are_tools_when_any_is(tmp_path: Path) -> None:
    source = """
from toolcall import tool
class Desk:
    @tool(name="leave_note")
    def note(self, text: str) -> str: ...
    @tool
    def _ring(self) -> str: ...
    def other(self, x: int) -> int: ...
desk = Desk()
def free(x: int) -> int: ...
"""
    assert list(tools(source, tmp_path)) == ["leave_note", "_ring", "free"]
    assert reasons(source, tmp_path) == {}


def test_objects_that_are_data_have_no_tools(tmp_path: Path) -> None:
    source = """
import dataclasses, enum, typing, pydantic
class M(pydantic.BaseModel):
    def m(self, x: int) -> int: ...
@dataclasses.dataclass
class D:
    def d(self, x: int) -> int: ...
class C(enum.Enum):
    A = 1
    def c(self, x: int) -> int: ...
class E(Exception):
    def e(self, x: int) -> int: ...
class T(typing.NamedTuple):
    a: int
    def t(self, x: int) -> int: ...
m, d, c, e, t = M(), D(), C.A, E(), T(1)
def f(x: int) -> int: ...
"""
    assert list(tools(source, tmp_path)) == ["f"]


LANGCHAIN = """
import pydantic
class StructuredTool:
    def __init__(self, **said):
        self.__dict__.update(said)
class Query(pydantic.BaseModel):
    q: str = pydantic.Field(description="What to look for")
    most: int = 3
def lookup(key: str) -> str:
    '''Look it up.

    Args:
        key: The key.
    '''
    return key
async def _later(x: int) -> int:
    return x
look = StructuredTool(
    name="lookup", description="Look it up.\\n\\n    Args:\\n        key: The key.", func=lookup, coroutine=None, args_schema=object
)
later = StructuredTool(
    name="later", description="Takes its time", func=None, coroutine=_later, args_schema=object, return_direct=True
)
_search = StructuredTool(name="search", description="Searches", func=lambda q, most: f"{q} {most}", args_schema=Query)
"""


def test_tool_objects_in_the_form_of_langchain_give_their_functions(tmp_path: Path) -> None:
    found = tools(LANGCHAIN, tmp_path)
    assert list(found) == ["lookup", "later", "search"]
    assert "description" not in found["lookup"].said  # the docstring says it, and its parameters
    assert found["later"].is_async
    assert found["later"].said == {"description": "Takes its time", "return_behavior": "immediate"}


def test_a_written_schema_of_arguments_goes_before_hints(tmp_path: Path) -> None:
    search = tools(LANGCHAIN, tmp_path)["search"]
    q, most = search.description()["parameters"]
    assert q == {"name": "q", "schema": {"type": "string", "description": "What to look for"}, "required": True}
    assert (most["schema"], most["required"]) == ({"type": "integer", "default": 3}, False)
    placed, named = search.bind({"q": "a", "most": 3})
    assert search.call(*placed, **named) == "a 3"


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("def f(x: int) -> int: ...\n\ndef f(x: str) -> str: ...\n", 3, "f is defined twice, first in line 1"),
        (
            "class A:\n    def f(self, x: int) -> int: ...\n    def f(self) -> int: ...\na = A()\n",
            3,
            "a.f is defined twice, first in line 2",
        ),
        (
            "class A:\n    def f(self, x: int) -> int: ...\na, b = A(), A()\n",
            2,
            "two tools are called f: a.f (line 2) and b.f",
        ),
        (
            "from toolcall import tool\ndef f(x: int) -> int: ...\n@tool(name='f')\ndef g(x: int) -> int: ...\n",
            3,
            "two tools are called f: f (line 2) and g",
        ),
    ],
)
def test_two_tools_of_one_name_refuse_the_file(source: str, line: int, words: str, tmp_path: Path) -> None:
    told = refusal(source, tmp_path)
    assert (told["kind"], told["line"]) == ("twice", line)
    assert words in told["message"]


def test_definitions_that_are_alternatives_are_no_doubles(tmp_path: Path) -> None:
    source = """
import typing
try:
    def a(x: int) -> int: ...
except ImportError:
    def a(x: int) -> int: ...
@typing.overload
def b(x: int) -> int: ...
@typing.overload
def b(x: str) -> str: ...
def b(x: typing.Any) -> typing.Any: ...
class C:
    @property
    def p(self) -> int: ...
    @p.setter
    def p(self, x: int) -> None: ...
    def m(self) -> int: ...
c = C()
"""
    assert list(tools(source, tmp_path)) == ["a", "b", "m"]


@pytest.mark.parametrize(
    ("source", "kind", "line", "words"),
    [
        (
            "\ndef f(x: int = 'a') -> int: ...",
            "default",
            2,
            "in f, the default of x is 'a', which does not fit its type",
        ),
        ("def f(x: int = None) -> int: ...", "default", 1, "in f, the default of x is None"),
        (
            "from toolcall import ToolContext\ndef f(c: ToolContext = None) -> int: ...",
            "injected",
            2,
            "the parameter c of f is filled in by the program and has a default",
        ),
        ("def f() -> int: ...\nf.timeout = -1", "mark", 1, "timeout of f is -1"),
        ("import socket\ndef f(x: list[socket.socket]) -> int: ...", "no_schema", 2, "the parameter x of f"),
    ],
)
def test_what_cannot_be_is_refused_with_its_line(source: str, kind: str, line: int, words: str, tmp_path: Path) -> None:
    told = refusal(source, tmp_path)
    assert (told["kind"], told["line"]) == (kind, line)
    assert words in told["message"]
