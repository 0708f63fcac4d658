"""Adapter for the kind `sse_framing`: the event stream format, cut as the case says and byte by byte."""

from typing import Any

import pytest
from msgspec.structs import asdict

from studio.wire.sse import SseReader
from tests.cases import corpus


@pytest.mark.parametrize("case", corpus.params("sse_framing"))
def test_events_are_read_as_the_case_says(case: dict[str, Any]) -> None:
    chunks = corpus.to_bytes(case["input"]["chunks"])
    corpus.check(case, {"events": _events(chunks)})
    corpus.check(case, {"events": _events([bytes([byte]) for byte in b"".join(chunks)])})


def _events(chunks: list[bytes]) -> list[dict[str, str]]:
    reader = SseReader()
    return [asdict(event) for chunk in chunks for event in reader.feed(chunk)]
