"""Adapter for the kind `responses_stream`: streamed Responses replies, from bytes to the assembled message.

Items, status and reason are read from the response object that the neutral reply is written as: so the way back is proven too.
"""

import json
from typing import Any

import pytest

from studio.dialects.openai_responses import OpenAIResponses
from studio.messages.assemble import with_ids
from studio.messages.parts import Call
from studio.messages.reply import ChatReply
from tests.cases import corpus, streamed


@pytest.mark.parametrize("case", corpus.params("responses_stream"))
def test_stream_is_assembled_as_the_case_says(case: dict[str, Any]) -> None:
    streamed.check(case, _made)


def _made(given: dict[str, Any], chunks: list[bytes]) -> dict[str, Any]:
    found = streamed.read(OpenAIResponses().delta_reader(), streamed.events(chunks))
    reply = with_ids(found.reply, "cases")
    calls = [_call(call, given.get("declared_tools")) for call in reply.calls]
    return streamed.frame(found, streamed.message(reply, calls) | _written(reply))


def _written(reply: ChatReply) -> dict[str, Any]:
    written = json.loads(OpenAIResponses().write_reply(reply))
    return {
        "items": written["output"],
        "status": written["status"],
        "incomplete_reason": (written["incomplete_details"] or {}).get("reason"),
    }


def _call(call: Call, declared: list[str] | None) -> dict[str, Any]:
    return streamed.call_value(call, declared) | {"item_id": call.extra.get("id")}
