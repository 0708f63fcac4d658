"""What a tool gave, as it crosses the pipe: the text that the model reads, and the pictures beside it.

Above: `running`. Below: `texts`, `pictures`. What would be too large to cross is told instead, so that a result of a gigabyte
fills no memory but the tool's own.
"""

from __future__ import annotations

from typing import Any

from . import pictures  # noqa: TID252 - see the card of this package
from .texts import to_text, whole  # noqa: TID252

MOST_TEXT = 64_000_000
"""Bytes of UTF-8 that a result's text may have, and characters of URLs that its pictures may have together."""
MOST_ERROR = 1_000_000
"""Characters of an error's message, and of its traceback."""


def told(value: Any, most: int = MOST_TEXT) -> dict[str, Any]:
    """`status` ok with `text` and `media`, or `too_long` with `size` in bytes. Raises nothing for a value that `str` takes."""
    if isinstance(value, str) and len(value) > most:
        return {"status": "too_long", "size": len(value)}
    parts = _Parts(most)
    text = parts.text_of(value)
    size = len(text) if len(text) > most else len(text.encode("utf-8"))
    if size > most:
        return {"status": "too_long", "size": size}
    return {"status": "ok", "text": text, "media": parts.media}


def short(text: str) -> str:
    """A message or traceback that is not too long, the end cut visibly."""
    cut = text if len(text) <= MOST_ERROR else f"{text[:MOST_ERROR]}\n[cut after {MOST_ERROR} characters]"
    return whole(cut)


class _Parts:
    """Takes the pictures out of a result, wherever they stand in it."""

    def __init__(self, most: int) -> None:
        self.media: list[dict[str, str]] = []
        self._left = most
        self._marks: dict[int, str] = {}

    def text_of(self, value: Any) -> str:
        if isinstance(value, str) or value is None:
            return to_text(value)
        if isinstance(value, (list, tuple)) and any(map(pictures.is_picture, value)):
            return "\n".join(text for text in map(self._item, value) if text)
        alone = self._taken(value)
        return to_text(value, self._marked) if alone is None else alone

    def _item(self, value: Any) -> str:
        """A member of a list with pictures: they are taken out, texts stand as they are."""
        taken = self._taken(value)
        if taken is not None:
            return taken
        if isinstance(value, dict) and value.get("type") == "text" and isinstance(value.get("text"), str):
            return whole(value["text"])
        if getattr(value, "type", None) == "text" and isinstance(getattr(value, "text", None), str):
            return whole(value.text)
        return to_text(value, self._marked)

    def _taken(self, value: Any) -> str | None:
        """What the text says in the place of a picture: nothing, or why it was left out. None: it is no picture."""
        shown = pictures.shown(value)
        if shown is None or isinstance(shown, str):
            return shown
        if len(shown["url"]) > self._left:
            return "[a picture was left out: together they are too large]"
        self._left -= len(shown["url"])
        self.media.append(shown)
        return ""

    def _marked(self, value: Any) -> str | None:
        """Deep in a value a picture is named by its number, so that its place can be told."""
        if not pictures.is_object(value):
            return None
        if id(value) not in self._marks:
            self._marks[id(value)] = self._taken(value) or f"[picture {len(self.media)}]"
        return self._marks[id(value)]
