"""Adapter for the kind `ollama_stream`: streamed lines of Ollama's own chat, from bytes to the assembled message."""

from typing import Any

import pytest

from studio.dialects import roster
from studio.messages.arguments import read_arguments
from studio.messages.assemble import Assembly, with_ids
from studio.messages.parts import Call, Reasoning, Refusal
from studio.messages.reply import ChatReply, ProviderError
from studio.wire.ndjson import NdjsonReader
from tests.cases import corpus

ERROR_KINDS = {"provider": "provider_error", "incomplete": "incomplete_stream"}


@pytest.mark.parametrize("case", corpus.params("ollama_stream"))
def test_stream_is_assembled_as_the_case_says(case: dict[str, Any]) -> None:
    chunks = corpus.to_bytes(case["input"]["chunks"])
    wanted = {**case, "expect": _compared(case["expect"]), "accept": [_compared(one) for one in case.get("accept", ())]}
    corpus.check(wanted, _made(case["input"], chunks))
    corpus.check(wanted, _made(case["input"], [bytes([byte]) for byte in b"".join(chunks)]))


def _made(given: dict[str, Any], chunks: list[bytes]) -> dict[str, Any]:
    framing, assembly = NdjsonReader(), Assembly()
    reader = roster.make("ollama_chat").delta_reader()
    for line in [line for chunk in chunks for line in framing.feed(chunk)] + framing.end():
        for delta in reader.feed(line):
            assembly.feed(delta)
    error = reader.end()
    reply = with_ids(assembly.reply(), "cases")
    ids = [call.id for call in reply.calls]
    return {
        "complete": error is None,
        "error": error and _error(error),
        "usage": reply.usage and reply.usage.raw,
        "message": _message(reply, given.get("declared_tools")) | {"distinct_ids": len(set(ids)) == len(ids)},
    }


def _error(error: ProviderError) -> dict[str, Any]:
    return {"kind": ERROR_KINDS[error.kind], "type": error.type, "message": error.message}


def _message(reply: ChatReply, declared: list[str] | None) -> dict[str, Any]:
    return {
        "content": reply.text or None,
        "reasoning": "".join(part.text for part in reply.parts if isinstance(part, Reasoning)),
        "refusal": "".join(part.text for part in reply.parts if isinstance(part, Refusal)),
        "tool_calls": [_call(call, declared) for call in reply.calls],
        "finish_reason": reply.finish,
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


def _compared(expect: dict[str, Any]) -> dict[str, Any]:
    """With the empty content as null: the two count as equal here."""
    message = expect.get("message", {})
    return {**expect, "message": {**message, "content": None}} if message.get("content") == "" else expect
