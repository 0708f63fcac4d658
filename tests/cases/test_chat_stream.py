"""Adapter for the kind `chat_stream`: streamed Chat Completions replies, from bytes to the assembled message."""

from typing import Any

import pytest

from studio.dialects.openai_chat import OpenAIChat
from studio.messages.assemble import with_ids
from tests.cases import corpus, streamed


@pytest.mark.parametrize("case", corpus.params("chat_stream"))
def test_stream_is_assembled_as_the_case_says(case: dict[str, Any]) -> None:
    streamed.check(case, _made)


def _made(given: dict[str, Any], chunks: list[bytes]) -> dict[str, Any]:
    reader = OpenAIChat().delta_reader(choice=given.get("choice", 0))
    found = streamed.read(reader, streamed.events(chunks))
    reply = with_ids(found.reply, "cases")
    calls = [streamed.call_value(call, given.get("declared_tools")) for call in reply.calls]
    return streamed.frame(found, streamed.message(reply, calls))
