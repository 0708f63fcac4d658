"""What the tests of Anthropic Messages share: made-up values for hypothesis, and a stream read to its end."""

import json
from typing import Any

from hypothesis import strategies as st

from studio.dialects.anthropic_messages import AnthropicMessages
from studio.dialects.anthropic_read_tools import read_usage
from studio.messages.assemble import Assembly
from studio.messages.message import Message
from studio.messages.parts import Call, Image, Opaque, Reasoning, Result, Text
from studio.messages.reply import ChatReply, ProviderError
from studio.wire.sse import SseReader

NAME = "anthropic_messages"
WORDS = st.text(st.characters(exclude_categories=["Cs"]) | st.just("\ud83d"), min_size=1, max_size=8).filter(str.strip)
EXTRA = st.dictionaries(
    st.sampled_from(["x_one", "cache_control"]), st.integers() | st.lists(WORDS, min_size=1, max_size=2), max_size=1
)
OBJECTS = st.dictionaries(
    WORDS, st.integers(-(10**30), 10**30) | WORDS | st.none() | st.lists(WORDS, max_size=2), max_size=3
)
INPUTS = OBJECTS.map(lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")))
CALLS = st.builds(Call, WORDS, INPUTS, WORDS, extra=EXTRA)
IMAGES = st.builds(Image, st.just("https://h/a.png"), extra=EXTRA) | st.just(
    Image("data:image/png;base64,iVBORw0K", "image/png", {"entry": {"cache_control": {"type": "ephemeral"}}})
)
SIGNED = st.builds(Reasoning, WORDS | st.just(""), WORDS, EXTRA)
UNSIGNED = st.builds(Reasoning, WORDS, st.just(""), st.just({"signature": ""}))
BLOCKS = st.fixed_dictionaries(
    {"type": st.sampled_from(["document", "redacted_thinking", "compaction"]), "data": WORDS}
)
SERVER_CALLS = st.fixed_dictionaries(
    {"type": st.just("server_tool_use"), "id": WORDS, "name": st.just("web_search"), "input": OBJECTS}
)
OPAQUE = st.builds(Opaque, st.just(NAME), BLOCKS | SERVER_CALLS)
RESULTS = st.builds(
    Result,
    WORDS,
    st.just("") | WORDS,
    is_error=st.booleans(),
    media=st.lists(IMAGES, max_size=2).map(tuple),
    extra=EXTRA,
)
TEXTS = st.builds(Text, WORDS, EXTRA)
SPOKEN = st.lists(st.one_of(TEXTS, SIGNED, UNSIGNED, CALLS, OPAQUE), min_size=1, max_size=4).map(tuple)
ASSISTANTS = st.builds(Message, st.just("assistant"), SPOKEN, EXTRA)
USAGES = st.none() | st.fixed_dictionaries(
    {"input_tokens": st.integers(0, 9), "output_tokens": st.integers(1, 9)},
    optional={"cache_read_input_tokens": st.integers(1, 9), "service_tier": WORDS},
)
BESIDE = st.dictionaries(
    st.sampled_from(["container", "stop_sequence", "context_management", "x_new"]), WORDS, max_size=3
)


@st.composite
def replies(draw: st.DrawFn) -> ChatReply:
    """A reply as a provider might send it."""
    usage, beside = draw(USAGES), draw(BESIDE)
    return ChatReply(
        draw(st.lists(st.one_of(TEXTS, st.just(Text("")), SIGNED, UNSIGNED, CALLS, OPAQUE), max_size=4).map(tuple)),
        draw(st.sampled_from(["end_turn", "tool_use", "x"])),
        read_usage(usage or {"input_tokens": 0, "output_tokens": 0}),
        "m",
        "msg_1",
        {"reply": beside} if beside else {},
    )


def read(*chunks: bytes) -> tuple[ChatReply, ProviderError | None]:
    """The reply in a stream and what is missing of it."""
    framing, assembly, reader = SseReader(), Assembly(), AnthropicMessages().delta_reader()
    for event in [event for chunk in chunks for event in framing.feed(chunk)] + framing.end():
        for delta in reader.feed(event.data):
            assembly.feed(delta)
    return assembly.reply(), reader.end()


def event(kind: str, **members: Any) -> bytes:
    """One event with its framing."""
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **members})}\n\n".encode()


def start(index: int | None, **block: Any) -> bytes:
    """A block begins."""
    return event("content_block_start", index=index, content_block=block)


def more(index: int | None, kind: str, **delta: Any) -> bytes:
    """A piece of a block."""
    return event("content_block_delta", index=index, delta={"type": kind, **delta})


def text(index: int | None, piece: str) -> bytes:
    """A piece of text."""
    return more(index, "text_delta", text=piece)


def given(index: int | None, piece: Any) -> bytes:
    """A piece of an input."""
    return more(index, "input_json_delta", partial_json=piece)


def stop(index: int | None) -> bytes:
    """A block ends."""
    return event("content_block_stop", index=index)


BEGIN = event("message_start", message={"id": "msg_1", "model": "m", "content": [], "usage": {"input_tokens": 3}})
END = event("message_delta", delta={"stop_reason": "end_turn"}, usage={"output_tokens": 2}) + event("message_stop")
