"""Streams for tests of the list of events: Chat Completions deltas as events, fed in pieces."""

import json
from collections.abc import Iterable
from typing import Any

from studio.dialects.openai_chat import OpenAIChat
from studio.messages.reply import ProviderError
from studio.present.wire_events import EventLog, Source

DONE = b"data: [DONE]\n\n"


def event(**delta: Any) -> bytes:
    """One event with a delta; `finish_reason` stands beside it."""
    reason = delta.pop("finish_reason", None)
    return data({"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})


def data(value: Any) -> bytes:
    """One event with any JSON value."""
    return b"data: " + json.dumps(value).encode() + b"\n\n"


def call(index: int, fragment: str, name: str | None = None, id: str | None = None) -> bytes:
    """A piece of a call."""
    entry: dict[str, Any] = {"index": index, "function": {"arguments": fragment}}
    if name is not None:
        entry["function"]["name"] = name
    if id is not None:
        entry["id"] = id
    return event(tool_calls=[entry])


def log(pieces: Iterable[bytes], error: ProviderError | None = None, **head: Any) -> EventLog:
    """A log of these chunks, 10 ms apart, at its end."""
    made = EventLog(Source(OpenAIChat(), **head))
    for at, piece in enumerate(pieces):
        made.feed(piece, 10 * at)
    made.end(error)
    return made


def found(made: EventLog) -> list[tuple[int, str]]:
    """The defects: event and code."""
    return [(defect.event, defect.code) for defect in made.defects]
