"""Very large, very many and very deep: read whole, in work that grows with the size, and never into the ground."""

import sys
from types import FrameType
from typing import Any

import pytest

from studio.dialects import roster
from studio.dialects.printed import forms
from studio.messages.assemble import Assembly
from studio.messages.reply import ChatReply
from tests.fuzz import large

MB = 1_000_000
DEEP = 100_000
WAYS = [(name, "") for name in roster.NAMES] + [("openai_chat", form) for form in forms.NAMES]
ways = pytest.mark.parametrize(("name", "text_form"), WAYS)


def said(reply: ChatReply | None) -> str:
    assert reply is not None
    return reply.text


@ways
def test_megabytes_are_read_whole_and_streamed(name: str, text_form: str) -> None:
    size = MB if text_form else 5 * MB
    whole = large.read(name, text_form, large.whole(name, size), streamed=False)
    streamed = large.read(name, text_form, large.stream(name, "text", "word " * 2000, size // 10_000), streamed=True)
    assert said(whole).count("word") == said(streamed).count("word") == size // 5


@ways
def test_many_tiny_chunks_cost_the_same_each(name: str, text_form: str) -> None:
    few, many = (_lines_run(name, text_form, "text", count) for count in (250, 1000))
    assert many < 4.2 * few


@pytest.mark.parametrize("name", ["openai_chat", "openai_responses", "anthropic_messages"])
def test_a_call_of_many_fragments_costs_the_same_for_each(name: str) -> None:
    few, many = (_lines_run(name, "", "arguments", count) for count in (250, 1000))
    assert many < 4.2 * few


@ways
@pytest.mark.parametrize(
    ("opening", "depth"), [("[", DEEP), ('{"a":', DEEP), ("<tool_call>", 1000), ("```json\n", 1000)]
)
def test_deep_nesting_is_read_or_refused(name: str, text_form: str, opening: str, depth: int) -> None:
    raw = b"data: " + opening.encode() * depth + b"\n\n"
    for pieces in ([raw], large.stream(name, "text", opening * (depth // 10), 10)):
        large.read(name, text_form, iter(pieces), streamed=True)


@pytest.mark.parametrize("name", forms.NAMES)
def test_an_event_of_single_bytes_costs_the_same_for_each(name: str) -> None:
    few, many = (_characters(name, count) for count in (500, 2000))
    assert many < 4.2 * few


def _characters(name: str, count: int) -> int:
    reader, assembly = forms.form(name).reader(()), Assembly()

    def work() -> None:
        for _ in range(count):
            assembly.feed_all(reader.feed("x"))
        assembly.feed_all(reader.end())

    return _counted(work)


def _lines_run(name: str, text_form: str, kind: str, count: int) -> int:
    return _counted(lambda: large.read(name, text_form, large.stream(name, kind, "a", count), streamed=True))


def _counted(work: Any) -> int:
    """The lines of Python that `work` runs: the same on every machine."""
    count = 0

    def trace(_frame: FrameType, event: str, _value: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
