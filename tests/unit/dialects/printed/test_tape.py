"""Reading costs what the text is long: counted in calls and in characters that wait, never by a clock."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from studio.dialects.printed.forms import NAMES, form
from studio.dialects.printed.reader import BlockReader
from studio.dialects.printed.tape import Marks
from studio.messages.toolspec import ToolSpec

PIECES = (
    '<tool_call>{"name":"f","arguments":{"a":"',
    "<tool_call>{",
    "[" * 20,
    '{"name":"f","arguments":{}}\n',
    "```json\n{",
    "[f(a=1,",
    "Action: f\nAction Input: ",
    "<parameter=a>\n1\n</parameter>\n",
    "<|channel|>analysis<|message|>x<|end|>",
    "\n    ",
)


def _calls(name: str, pieces: Iterator[str]) -> int:
    """Python calls that reading takes."""
    count = 0

    def counted(frame: Any, event: str, arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    reader = form(name).reader([ToolSpec("f")])
    sys.setprofile(counted)
    try:
        for piece in pieces:
            reader.feed(piece)
        reader.end()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", NAMES)
def test_four_times_the_text_takes_four_times_the_calls(name: str) -> None:
    for piece in PIECES:
        text = piece * (120 // len(piece) + 1)
        once, four = _calls(name, iter(text)), _calls(name, iter(text * 4))
        assert four < 5 * once + 500, piece


@pytest.mark.parametrize("name", NAMES)
def test_only_the_beginning_of_a_mark_waits(name: str) -> None:
    for piece in PIECES:
        reader: Any = form(name).reader([ToolSpec("f")])
        longest = 0
        for sign in piece * 8:
            reader.feed(sign)
            waiting = reader._tape
            longest = max(longest, len(waiting.text) - waiting.at)
            if isinstance(reader, BlockReader):
                longest = max(longest, len(reader._held))
        assert longest < 60


def test_a_mark_that_a_longer_one_may_still_become_waits() -> None:
    marks = Marks(("[", '[{"'))
    assert marks.next("x[", 0, last=False) == (None, 1)
    found, at = marks.next("x[", 0, last=True)
    assert found is not None
    assert at == 1
    found, at = marks.next('x[{"', 0, last=False)
    assert found is not None
    assert found.group() == '[{"'
