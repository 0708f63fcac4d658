"""A reply that is streamed as Chat Completions is read again as it was, however the bytes are cut."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from studio.dialects import roster
from studio.messages.assemble import Assembly
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Refusal, Text
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.wire.sse import SseReader

DIALECT = roster.make("openai_chat")

WORDS = st.text(min_size=1, max_size=8)
EXTRA = st.dictionaries(st.sampled_from(["x_one", "annotations"]), st.lists(WORDS, min_size=1, max_size=2), max_size=2)
SIGNATURE = {"extra_content": {"google": {"thought_signature": "s"}}}
BESIDE: st.SearchStrategy[dict[str, Any]] = st.sampled_from([{}, {"entry": {"new": 1}}, SIGNATURE])
NAMED: list[dict[str, Any]] = [{}, {"member": "reasoning"}, {"member": "thinking"}]
THINKING = st.builds(Reasoning, WORDS, extra=st.sampled_from(NAMED))
SIGNED = st.builds(Reasoning, WORDS, st.sampled_from(["", "sig"]), st.just({"member": "content"}))
PIECES = st.one_of(
    st.builds(Text, WORDS, st.sampled_from([{}, {"cache_control": {"type": "ephemeral"}}])),
    st.builds(Image, st.just("https://h/a.png"), extra=st.sampled_from([{}, {"detail": "low"}])),
    st.builds(Opaque, st.just("openai_chat"), st.fixed_dictionaries({"type": st.just("audio"), "a": WORDS})),
    st.builds(Refusal, WORDS),
    THINKING | SIGNED,
)


@st.composite
def replies(draw: st.DrawFn) -> ChatReply:
    """Replies whose neighbours are unlike: pieces that adjoin would be one. Calls have ids of their own, or none at all."""
    drawn = draw(st.lists(PIECES, max_size=5))
    parts: list[Part] = [part for at, part in enumerate(drawn) if not at or type(part) is not type(drawn[at - 1])]
    named = draw(st.booleans())
    for at in range(draw(st.integers(0, 3))):
        form = draw(st.sampled_from(["function", "custom"]))
        call = Call(draw(WORDS), draw(st.text(max_size=8)), f"c{at}" if named else None, form, draw(BESIDE))
        parts.insert(draw(st.integers(0, len(parts))), call)
    if not any(isinstance(part, Call) for part in parts) and draw(st.booleans()):
        parts.append(Call(draw(WORDS), draw(WORDS), form="legacy"))
    usage = draw(
        st.none() | st.builds(lambda raw: Usage(3, 4, None, raw), st.just({"prompt_tokens": 3, "completion_tokens": 4}))
    )
    return ChatReply(tuple(_apart(parts)), draw(st.none() | WORDS), usage, draw(WORDS), draw(WORDS), draw(EXTRA))


def _apart(parts: list[Part]) -> list[Part]:
    """Members for a text come with it and go to the run that began last: no other text may stand right before."""
    return [
        part
        for at, part in enumerate(parts)
        if not at or type(part) is not type(parts[at - 1]) or isinstance(part, Call)
    ]


def read(*chunks: bytes) -> tuple[ChatReply, ProviderError | None]:
    framing, assembly, reader = SseReader(), Assembly(), DIALECT.delta_reader()
    for event in [event for chunk in chunks for event in framing.feed(chunk)] + framing.end():
        for delta in reader.feed(event.data):
            assembly.feed(delta)
    return assembly.reply(), reader.end()


@settings(max_examples=150)
@given(replies(), st.integers(1, 60))
def test_a_streamed_reply_is_read_again_as_it_was_however_it_is_cut(reply: ChatReply, size: int) -> None:
    written = b"".join(DIALECT.write_stream(reply))
    chunks = [written[at : at + size] for at in range(0, len(written), size)]
    assert read(*chunks) == (reply, None)


def test_a_stream_begins_with_the_role_and_ends_with_its_usage_and_the_marker() -> None:
    reply = ChatReply((Text("x"),), "stop", Usage(3, 4), "m", "r")
    *events, done = b"".join(DIALECT.write_stream(reply)).decode().removesuffix("\n\n").split("\n\n")
    chunks: list[Any] = [json.loads(event.removeprefix("data: ")) for event in events]
    assert done == "data: [DONE]"
    assert chunks[0]["choices"][0]["delta"] == {"role": "assistant", "content": ""}
    assert chunks[-2]["choices"] == [{"index": 0, "delta": {}, "finish_reason": "stop"}]
    assert chunks[-1]["choices"] == []
    assert chunks[-1]["usage"] == {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}
    assert {(chunk["id"], chunk["model"]) for chunk in chunks} == {("r", "m")}


def test_signed_thinking_of_gateways_survives_a_stream() -> None:
    entry = {"type": "reasoning.text", "text": "hm", "signature": "s", "index": 0}
    reply = ChatReply(
        (Reasoning("hm", extra={"member": "reasoning"}),), "stop", None, "m", "r", {"reasoning_details": [entry]}
    )
    assert read(b"".join(DIALECT.write_stream(reply))) == (reply, None)
