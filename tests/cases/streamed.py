"""What the adapters of the four stream kinds share: from bytes to the reply, and the reply in the corpus's words.

Above: `test_<kind>_stream`. Below: `corpus`. Knows no dialect: a fresh reader and its framing are handed in.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from studio.dialects.dialect import DeltaReader
from studio.messages.arguments import read_arguments
from studio.messages.assemble import Assembly
from studio.messages.parts import Call, Reasoning, Refusal
from studio.messages.reply import ChatReply, ProviderError
from studio.wire.ndjson import NdjsonReader
from studio.wire.sse import SseReader
from tests.cases import corpus

ERROR_KINDS = {"provider": "provider_error", "incomplete": "incomplete_stream"}

Made = dict[str, Any]


class Read(NamedTuple):
    """What came of a stream."""

    reply: ChatReply
    error: ProviderError | None


def check(case: dict[str, Any], made: Callable[[dict[str, Any], list[bytes]], Made]) -> None:
    """Compare what `made` gives of the case's chunks, as they are and byte by byte. An empty content counts as null."""
    chunks = corpus.to_bytes(case["input"]["chunks"])
    wanted = {**case, "expect": _compared(case["expect"]), "accept": [_compared(one) for one in case.get("accept", ())]}
    corpus.check(wanted, made(case["input"], chunks))
    corpus.check(wanted, made(case["input"], [bytes([byte]) for byte in b"".join(chunks)]))


def events(chunks: list[bytes]) -> list[str]:
    """The data of each event of an event stream."""
    framing = SseReader()
    return [event.data for event in [event for chunk in chunks for event in framing.feed(chunk)] + framing.end()]


def lines(chunks: list[bytes]) -> list[str]:
    """The lines of newline-delimited JSON."""
    framing = NdjsonReader()
    return [line for chunk in chunks for line in framing.feed(chunk)] + framing.end()


def read(reader: DeltaReader, data: list[str]) -> Read:
    """The reply, assembled."""
    assembly = Assembly()
    for one in data:
        for delta in reader.feed(one):
            assembly.feed(delta)
    return Read(assembly.reply(), reader.end())


def frame(found: Read, message: Made) -> Made:
    """The value of a case around its message."""
    error = found.error
    told = error and {"kind": ERROR_KINDS[error.kind], "type": error.type, "message": error.message}
    usage = found.reply.usage and found.reply.usage.raw
    return {"complete": error is None, "error": told, "usage": usage, "message": message}


def message(reply: ChatReply, calls: list[Made]) -> Made:
    """The members of a message that most kinds have."""
    ids = [call.id for call in reply.calls]
    return {
        "content": reply.text or None,
        "reasoning": "".join(part.text for part in reply.parts if isinstance(part, Reasoning)),
        "refusal": "".join(part.text for part in reply.parts if isinstance(part, Refusal)),
        "tool_calls": calls,
        "finish_reason": reply.finish,
        "distinct_ids": len(set(ids)) == len(ids),
    }


def call_value(call: Call, declared: list[str] | None) -> Made:
    """An assembled call. `declared` are the tools that were sent, None where the case does not say."""
    value = read_arguments(call.arguments)
    custom = call.form == "custom"
    unknown = "unknown_tool" if declared is not None and call.name not in declared else None
    return {
        "id": call.id,
        "name": call.name,
        "arguments_text": call.arguments,
        "arguments_value": call.arguments if custom else value.value,
        "problem": None if custom else (value.problem or unknown),
        "custom": custom,
        "legacy": call.form == "legacy",
    }


def _compared(expect: dict[str, Any]) -> dict[str, Any]:
    inner = expect.get("message", {})
    return {**expect, "message": {**inner, "content": None}} if inner.get("content") == "" else expect
