"""Adapter for the kind `ollama_stream`: streamed lines of Ollama's own chat, from bytes to the assembled message."""

from typing import Any

import pytest

from studio.dialects import roster
from studio.messages.assemble import with_ids
from tests.cases import corpus, streamed


@pytest.mark.parametrize("case", corpus.params("ollama_stream"))
def test_stream_is_assembled_as_the_case_says(case: dict[str, Any]) -> None:
    streamed.check(case, _made)


def _made(given: dict[str, Any], chunks: list[bytes]) -> dict[str, Any]:
    found = streamed.read(roster.make("ollama_chat").delta_reader(), streamed.lines(chunks))
    reply = with_ids(found.reply, "cases")
    calls = [streamed.call_value(call, given.get("declared_tools")) for call in reply.calls]
    return streamed.frame(found, streamed.message(reply, calls))
