"""Adapter for the kind `anthropic_stream`: streamed Messages replies, from bytes to the assembled message."""

from typing import Any

import pytest

from studio.dialects.anthropic_messages import AnthropicMessages
from studio.dialects.anthropic_write import part_block
from studio.messages.arguments import read_arguments
from studio.messages.assemble import Assembly
from studio.messages.parts import Call
from studio.messages.reply import ChatReply, ProviderError
from studio.wire.sse import SseReader
from tests.cases import corpus

ERROR_KINDS = {"provider": "provider_error", "incomplete": "incomplete_stream"}


@pytest.mark.parametrize("case", corpus.params("anthropic_stream"))
def test_stream_is_assembled_as_the_case_says(case: dict[str, Any]) -> None:
    chunks = corpus.to_bytes(case["input"]["chunks"])
    corpus.check(case, _made(case["input"], chunks))
    corpus.check(case, _made(case["input"], [bytes([byte]) for byte in b"".join(chunks)]))


def _made(given: dict[str, Any], chunks: list[bytes]) -> dict[str, Any]:
    framing, assembly, reader = SseReader(), Assembly(), AnthropicMessages().delta_reader()
    for event in [event for chunk in chunks for event in framing.feed(chunk)] + framing.end():
        for delta in reader.feed(event.data):
            assembly.feed(delta)
    error, reply = reader.end(), assembly.reply()
    return {
        "complete": error is None,
        "error": error and _error(error),
        "usage": reply.usage and reply.usage.raw,
        "message": _message(reply, given.get("declared_tools")),
        "resumable": reply.resumable,
    }


def _error(error: ProviderError) -> dict[str, Any]:
    return {"kind": ERROR_KINDS[error.kind], "type": error.type, "message": error.message}


def _message(reply: ChatReply, declared: list[str] | None) -> dict[str, Any]:
    ids = [call.id for call in reply.calls]
    return {
        "blocks": [part_block(part) for part in reply.parts],
        "tool_calls": [_call(call, declared) for call in reply.calls],
        "stop_reason": reply.finish,
        "distinct_ids": len(set(ids)) == len(ids),
    }


def _call(call: Call, declared: list[str] | None) -> dict[str, Any]:
    read = read_arguments(call.arguments)
    unknown = "unknown_tool" if declared is not None and call.name not in declared else None
    return {
        "id": call.id,
        "name": call.name,
        "arguments_text": call.arguments,
        "arguments_value": read.value,
        "problem": read.problem or unknown,
    }
