"""What a server asked and was answered, in the facts that a row, a transcript and a story tell of it.

Above: `row_asked`, `transcript_asked`, `story_asked`. Below: `session/events`, `words`. Pure.
"""

import json
from typing import Any

from studio.present.words import Words, words
from studio.session.events import ServerAsked


def message_of(event: ServerAsked) -> str:
    """Its sentence; of sampling what the last of its messages says."""
    said = event.asked.get("message")
    if isinstance(said, str):
        return said
    messages = event.asked.get("messages")
    return text_of(messages[-1]) if isinstance(messages, list) and messages else ""


def text_of(message: Any) -> str:
    """The text of a message as the protocol writes it; its other blocks are left out."""
    content = message.get("content") if isinstance(message, dict) else None
    blocks = content if isinstance(content, list) else [content]
    texts = (block.get("text") for block in blocks if isinstance(block, dict))
    return "\n".join(text for text in texts if isinstance(text, str))


def url_of(event: ServerAsked) -> str:
    """The address that is to be opened."""
    url = event.asked.get("url")
    return url if event.what == "url" and isinstance(url, str) else ""


def content_text(event: ServerAsked) -> str:
    """The filled form as JSON; empty when nothing was filled in."""
    return json.dumps(event.content, ensure_ascii=False) if event.content else ""


def by_hand(event: ServerAsked) -> bool:
    """Whether the person wrote what a model was asked for."""
    return event.what == "sampling" and event.reply is not None and not event.sent


def answer_words(action: str, what: str, *, model: str = "", filled: str = "", by_hand: bool = False) -> Words:
    """How a question was answered; `filled` is the form as JSON text."""
    if action != "accept":
        return Words(f"asked.{action}")
    if what == "url":
        return Words("asked.accept.url")
    if what == "sampling":
        return Words("asked.by_hand") if by_hand else words("asked.accept.sampling", model=model or "?")
    return words("asked.accept.form", content=filled) if filled else Words("asked.accept.nothing")
