"""Signed thinking that gateways stream in pieces is whole again, so that it can go back."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from studio.dialects import roster
from studio.messages.assemble import Assembly
from studio.messages.reply import ChatReply

DIALECT = roster.make("openai_chat")


def streamed(*deltas: dict[str, Any], ending: tuple[str, ...] = ("[DONE]",)) -> ChatReply:
    reader, assembly = DIALECT.delta_reader(), Assembly()
    chunks = [json.dumps({"choices": [{"index": 0, "delta": delta}]}) for delta in deltas]
    for data in (*chunks, *ending):
        for made in reader.feed(data):
            assembly.feed(made)
    assert reader.end() is None
    return assembly.reply()


def details(*pieces: dict[str, Any]) -> Any:
    return streamed(*({"reasoning_details": [piece]} for piece in pieces)).extra["reasoning_details"]


def text(words: str | None, **members: Any) -> dict[str, Any]:
    return {"type": "reasoning.text", "text": words, "index": 0, **members}


def test_the_pieces_of_a_text_are_one_entry_with_its_signature() -> None:
    made = details(text("Need "), text("both."), {"type": "reasoning.text", "index": 0, "signature": "s"})
    assert made == [{"type": "reasoning.text", "text": "Need both.", "index": 0, "signature": "s"}]


def test_a_signed_entry_another_place_another_id_and_another_kind_begin_anew() -> None:
    assert [one["text"] for one in details(text("a", signature="s"), text("b"))] == ["a", "b"]
    assert [one["text"] for one in details(text("a"), text("b", index=1))] == ["a", "b"]
    assert [one["text"] for one in details(text("a", id="1"), text("b", id="2"))] == ["a", "b"]
    summary = {"type": "reasoning.summary", "summary": "b", "index": 0}
    assert details(text("a"), summary) == [text("a"), summary]


def test_encrypted_entries_are_never_joined() -> None:
    sealed = [{"type": "reasoning.encrypted", "data": data, "id": None, "index": 0} for data in "ab"]
    assert details(*sealed) == sealed


def test_a_whole_entry_of_a_text_goes_back_as_it_came() -> None:
    whole = text("a", signature="s", format="anthropic-claude-v1")
    reply = streamed({"reasoning": "a", "reasoning_details": [whole]})
    item = json.loads(DIALECT.write_message(reply.message))
    assert item == {"role": "assistant", "content": "", "reasoning": "a", "reasoning_details": [whole]}


def test_thinking_blocks_are_joined_too() -> None:
    pieces = [
        {"type": "thinking", "thinking": "a"},
        {"type": "thinking", "thinking": "b"},
        {"type": "thinking", "thinking": "", "signature": "s"},
        {"type": "redacted_thinking", "data": "x"},
    ]
    reply = streamed(*({"thinking_blocks": [piece]} for piece in pieces))
    assert reply.extra["thinking_blocks"] == [{"type": "thinking", "thinking": "ab", "signature": "s"}, pieces[3]]


def test_what_comes_before_and_after_the_finish_reason_is_there() -> None:
    finish = json.dumps({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    late = json.dumps({"choices": [{"index": 0, "delta": {"reasoning_details": [text("b", index=1)]}}]})
    reply = streamed({"reasoning_details": [text("a")]}, ending=(finish, late, "[DONE]"))
    assert [one["text"] for one in reply.extra["reasoning_details"]] == ["a", "b"]
    assert [
        one["text"] for one in streamed({"reasoning_details": [text("a")]}, ending=(finish,)).extra["reasoning_details"]
    ] == ["a"]


def test_a_list_of_another_form_is_kept_as_it_is() -> None:
    assert streamed({"reasoning_details": ["a"]}).extra == {"reasoning_details": ["a"]}
    assert streamed({"reasoning_details": "a"}).extra == {"reasoning_details": "a"}


@given(st.lists(st.text(min_size=1), min_size=1), st.integers(1, 3))
def test_any_cutting_of_a_text_gives_the_same_entry(words: list[str], size: int) -> None:
    whole = "".join(words)
    pieces = [whole[at : at + size] for at in range(0, len(whole), size)]
    assert details(*map(text, pieces)) == details(*map(text, words)) == [text(whole)]
