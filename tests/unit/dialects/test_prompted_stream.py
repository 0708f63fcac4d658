"""A streamed reply with printed calls: read as the whole one is, wherever it is cut, with its parts in order."""

import json
from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.dialects.openai_chat_stream import OpenAIChatReader
from studio.dialects.printed import forms
from studio.dialects.prompted_read import read_parts
from studio.dialects.prompted_stream import PromptedReader
from studio.messages.assemble import Assembly
from studio.messages.delta import Delta
from studio.messages.parts import Call, Opaque, Part, Reasoning, Text
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.toolspec import ToolSpec

WEATHER = ToolSpec("get_weather", parameters={"type": "object", "properties": {"city": {"type": "string"}}})
HERMES = forms.form("hermes")
PRINTED = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'
PIECES = st.lists(st.sampled_from([PRINTED, "Hm.\n", "\n", "<tool_call>", "<think>a</think>", "{}"]), max_size=5)


class Given:
    """A wire's reader that gives the deltas it was made with, one batch an event."""

    def __init__(self, *batches: Sequence[Delta]) -> None:
        self._batches = list(batches)

    def feed(self, data: str) -> Sequence[Delta]:
        return self._batches.pop(0)

    def rest(self) -> Sequence[Delta]:
        return ()

    def end(self) -> ProviderError | None:
        return None


def read(*batches: Sequence[Delta]) -> ChatReply:
    """What is read of a stream whose events bring `batches`."""
    reader, assembly = PromptedReader(Given(*batches), HERMES, (WEATHER,)), Assembly()
    for _ in batches:
        for delta in reader.feed("x"):
            assembly.feed(delta)
    for delta in reader.rest():
        assembly.feed(delta)
    return assembly.reply()


def shown(parts: Iterable[Part]) -> list[object]:
    return [part.name if isinstance(part, Call) else getattr(part, "text", part) for part in parts]


@settings(max_examples=80)
@given(PIECES.map("".join), st.data())
def test_any_cut_gives_what_the_whole_text_gives(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    rank = data.draw(st.sampled_from([(), (0,)]))
    batches = [[("at", rank), ("text", piece)] if rank else [("text", piece)] for piece in pieces if piece]
    parts = read(*batches, [("finish", "stop")]).parts
    assert [part for part in parts if part != Text("")] == list(read_parts(HERMES, [Text(text)], (WEATHER,)))


def test_text_around_calls_stays_in_its_place_at_a_rank() -> None:
    batches: list[Sequence[Delta]] = [[("at", (1,)), ("text", f"a\n{PRINTED}\nb\n{PRINTED}")], [("text", "\nc")]]
    batches += [[("at", (0,)), ("reasoning", "first")], [("at", (2,)), ("part", Opaque("x", 1))]]
    made = shown(read(*batches, [("finish", "stop")]).parts)
    assert [str(one).strip() for one in made if not isinstance(one, Opaque)] == [
        "first",
        "a",
        "get_weather",
        "b",
        "get_weather",
        "c",
    ]
    assert made[-1] == Opaque("x", 1)


def test_a_native_call_and_a_printed_one_are_two() -> None:
    native: Delta = ("call", 0, "id", "clock", "{}", "function")
    reply = read([("text", PRINTED)], [native], [("finish", "stop")])
    assert [(call.name, call.form, call.id) for call in reply.calls] == [
        ("get_weather", "text", None),
        ("clock", "function", "id"),
    ]


def test_a_whole_text_at_the_end_takes_nothing_away_and_says_nothing_twice() -> None:
    extra = {"annotations": [1], "mark": "m"}
    whole: Delta = ("part", Text(f"{PRINTED}\nb", extra))
    for fragments in ([], [("text", PRINTED)], [("text", f"{PRINTED}\nb"), ("run_extra", "annotations", [1])]):
        reply = read([("at", (0,)), *fragments], [("at", (0,)), whole], [("finish", "stop")])
        assert [one for one in shown(reply.parts) if one] in (["get_weather", "\nb"], ["get_weather", "b"])
        assert reply.parts[0] == Text("", extra)


def test_what_is_held_back_comes_with_the_finish_an_error_or_the_end_marker() -> None:
    error = ProviderError("provider", "down")
    for last in (("finish", "stop"), ("error", error)):
        reader = PromptedReader(Given([("text", "a <tool_c")], [last]), HERMES, ())
        deltas = [*reader.feed("x"), *reader.feed("x")]
        assert "".join(delta[1] for delta in deltas if delta[0] == "text") == "a <tool_c"
        assert deltas[-1] == last
        assert reader.rest() == []
    chat = PromptedReader(OpenAIChatReader(), HERMES, ())
    chunk = json.dumps({"choices": [{"index": 0, "delta": {"content": "<tool_c"}}]})
    assert [*chat.feed(chunk), *chat.feed("[DONE]")][-1] == ("text", "<tool_c")
    assert chat.end() is None


def test_text_after_the_finish_is_text() -> None:
    reply = read([("text", "a")], [("finish", "stop")], [("text", PRINTED)])
    assert reply.text == f"a{PRINTED}"


def test_members_of_a_text_that_begins_with_a_call_are_kept() -> None:
    parts = read_parts(HERMES, [Text(PRINTED, {"id": "x"}), Reasoning("r"), Text("b", {"id": "y"})], (WEATHER,))
    assert parts[0] == Text("", {"id": "x"})
    assert shown(parts[1:]) == ["get_weather", "r", "b"]
    assert parts[3] == Text("b", {"id": "y"})


@pytest.mark.parametrize("size", [2_000, 20_000])
def test_many_small_pieces_are_read_one_by_one(size: int) -> None:
    text = "a word " * (size // 7)
    reader = PromptedReader(Given(*([("text", sign)] for sign in text)), HERMES, ())
    made = [delta for _ in text for delta in reader.feed("x")]
    assert "".join(delta[1] for delta in made) + "".join(d[1] for d in reader.rest()) == text
