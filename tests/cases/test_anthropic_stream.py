"""Adapter for the kind `anthropic_stream`: streamed Messages replies, from bytes to the assembled message."""

from typing import Any

import pytest

from studio.dialects.anthropic_messages import AnthropicMessages
from studio.dialects.anthropic_write import part_block
from tests.cases import corpus, streamed


@pytest.mark.parametrize("case", corpus.params("anthropic_stream"))
def test_stream_is_assembled_as_the_case_says(case: dict[str, Any]) -> None:
    streamed.check(case, _made)


def _made(given: dict[str, Any], chunks: list[bytes]) -> dict[str, Any]:
    found = streamed.read(AnthropicMessages().delta_reader(), streamed.events(chunks))
    reply = found.reply
    calls = [streamed.call_value(call, given.get("declared_tools")) for call in reply.calls]
    blocks = {"blocks": [part_block(part) for part in reply.parts], "stop_reason": reply.finish}
    return streamed.frame(found, streamed.message(reply, calls) | blocks) | {"resumable": reply.resumable}
