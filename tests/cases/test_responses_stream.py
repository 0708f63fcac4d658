"""Adapter for the kind `responses_stream`: streamed Responses replies, from bytes to the assembled message.

Items, status and reason are read from the response object that the neutral reply is written as: so the way back is proven too.
"""

import json
from typing import Any

import pytest

from studio.dialects.openai_responses import OpenAIResponses
from studio.messages.arguments import read_arguments
from studio.messages.assemble import Assembly, with_ids
from studio.messages.parts import Call, Reasoning, Refusal
from studio.messages.reply import ChatReply, ProviderError
from studio.wire.sse import SseReader
from tests.cases import corpus

ERROR_KINDS = {"provider": "provider_error", "incomplete": "incomplete_stream"}


@pytest.mark.parametrize("case", corpus.params("responses_stream"))
def test_stream_is_assembled_as_the_case_says(case: dict[str, Any]) -> None:
    chunks = corpus.to_bytes(case["input"]["chunks"])
    wanted = {**case, "expect": _compared(case["expect"]), "accept": [_compared(one) for one in case.get("accept", ())]}
    corpus.check(wanted, _made(case["input"], chunks))
    corpus.check(wanted, _made(case["input"], [bytes([byte]) for byte in b"".join(chunks)]))


def _made(given: dict[str, Any], chunks: list[bytes]) -> dict[str, Any]:
    framing, assembly = SseReader(), Assembly()
    reader = OpenAIResponses().delta_reader()
    for event in [event for chunk in chunks for event in framing.feed(chunk)] + framing.end():
        for delta in reader.feed(event.data):
            assembly.feed(delta)
    error = reader.end()
    reply = with_ids(assembly.reply(), "cases")
    return {
        "complete": error is None,
        "error": error and _error(error),
        "usage": reply.usage and reply.usage.raw,
        "message": _message(reply, given.get("declared_tools")),
    }


def _error(error: ProviderError) -> dict[str, Any]:
    return {"kind": ERROR_KINDS[error.kind], "type": error.type, "message": error.message}


def _message(reply: ChatReply, declared: list[str] | None) -> dict[str, Any]:
    written = json.loads(OpenAIResponses().write_reply(reply))
    ids = [call.id for call in reply.calls]
    return {
        "content": reply.text or None,
        "reasoning": "".join(part.text for part in reply.parts if isinstance(part, Reasoning)),
        "refusal": "".join(part.text for part in reply.parts if isinstance(part, Refusal)),
        "tool_calls": [_call(call, declared) for call in reply.calls],
        "items": written["output"],
        "status": written["status"],
        "incomplete_reason": (written["incomplete_details"] or {}).get("reason"),
        "finish_reason": reply.finish,
        "distinct_ids": len(set(ids)) == len(ids),
    }


def _call(call: Call, declared: list[str] | None) -> dict[str, Any]:
    read = read_arguments(call.arguments)
    custom = call.form == "custom"
    unknown = "unknown_tool" if declared is not None and call.name not in declared else None
    return {
        "id": call.id,
        "item_id": call.extra.get("id"),
        "name": call.name,
        "arguments_text": call.arguments,
        "arguments_value": call.arguments if custom else read.value,
        "problem": None if custom else (read.problem or unknown),
        "custom": custom,
    }


def _compared(expect: dict[str, Any]) -> dict[str, Any]:
    """With the empty content as null: the two count as equal here."""
    message = expect.get("message", {})
    return {**expect, "message": {**message, "content": None}} if message.get("content") == "" else expect
