"""Results as JSON records, each between the marks of its form.

Above: `results`. Below: `spaced`. A record is `{"name": …, "call": 2, "error": true, "images": 1, "content": …}`; content that is a
JSON object or list stands there as it is, to the byte, every other text as a JSON string.
"""

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from studio.dialects.printed.spaced import spaced
from studio.messages.parts import Result

_RESPONSE = ("<tool_response>\n", "\n</tool_response>")
_PLAIN = ('{"tool_result": ', "}")
_MARKS: dict[str, tuple[str, str]] = {
    "hermes": _RESPONSE,
    "qwen_xml": _RESPONSE,
    "glm": _RESPONSE,
    "mistral": ("[TOOL_RESULTS]", "[/TOOL_RESULTS]"),
    "deepseek": ("<｜tool▁output▁begin｜>", "<｜tool▁output▁end｜>"),
}
_decoder = json.JSONDecoder()


class _Record(msgspec.Struct):
    content: msgspec.Raw
    name: str = ""
    call: int = 0
    error: bool = False
    images: int = 0


def write(form: str, results: Sequence[Result]) -> str:
    """The records, one after the other; a call's number only where there are several."""
    opening, closing = marks = _MARKS.get(form, _PLAIN)
    several = len(results) > 1
    records = (_record(result, number if several else 0, marks) for number, result in enumerate(results, start=1))
    return "\n".join(f"{opening}{record}{closing}" for record in records)


def read(form: str, text: str) -> list[tuple[Result, int]] | None:
    """The results, each with the number of its pictures; None when the text is something else."""
    opening, closing = _MARKS.get(form, _PLAIN)
    made: list[tuple[Result, int]] = []
    place = 0
    while text.startswith(opening, place):
        try:
            _, end = _decoder.raw_decode(text, place + len(opening))
            made.append(_read(text[place + len(opening) : end]))
        except (ValueError, RecursionError):
            return None
        if not text.startswith(closing, end):
            return None
        place = end + len(closing) + 1
    return made if place > len(text) else None


def _record(result: Result, number: int, marks: tuple[str, str]) -> str:
    said: dict[str, Any] = {"name": result.name, "call": number, "error": result.is_error, "images": len(result.media)}
    members = [f"{spaced(key)}: {spaced(value)}" for key, value in said.items() if value]
    members.append(f'"content": {_content(result.text, marks)}')
    return f"{{{', '.join(members)}}}"


def _content(text: str, marks: tuple[str, str]) -> str:
    words = [mark.strip() for mark in marks] if marks != _PLAIN else []
    said = any(word in text for word in words)
    if text[:1] in ("{", "[") and not said and _is_json(text):
        return text
    made = spaced(text)
    for word in words:
        # A mark inside a string of JSON can be escaped, so that no reader takes it for the record's end.
        made = made.replace(word, f"\\u{ord(word[0]):04x}{word[1:]}")
    return made


def _is_json(text: str) -> bool:
    try:
        _, end = _decoder.raw_decode(text)
        msgspec.json.decode(text)
    except (ValueError, RecursionError):
        return False
    return end == len(text)


def _read(record: str) -> tuple[Result, int]:
    """Raises ValueError when it is no record."""
    value = msgspec.json.decode(record, type=_Record)
    raw = bytes(value.content)
    text = msgspec.json.decode(raw, type=str) if raw[:1] == b'"' else raw.decode()
    return Result(None, text, value.name, value.error, form="text"), value.images
