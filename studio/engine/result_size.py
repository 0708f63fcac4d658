"""A result that is too long for the model is cut where everybody sees it; what was cut away is kept beside it. What a server gave beside
text is kept up to a limit, and beyond it as kind and size. Pure.

Above: `calling`. Below: `session/events`.
"""

from typing import Any

from msgspec.structs import replace

from studio.session.events import ResultRecorded

MOST_KEPT = 4_000_000
"""Characters of a whole result that are kept in the session's file."""
MOST_PARTS = 10_000_000
"""Characters of a result's parts and structured content together that are kept, base64 as it stands in the file."""
_SHORT = 1_000


def cut(event: ResultRecorded, most: int, kept: int = MOST_KEPT) -> ResultRecorded:
    """The result with at most `most` characters of its text, and a line that says how many are left out; 0: nothing is cut.
    Of the whole, `kept` characters are kept; of the parts those that have room (see `cut_parts`)."""
    if event.parts or event.structured is not None:
        event = cut_parts(event)
    if most <= 0 or len(event.text) <= most:
        return event
    return replace(event, text=_shortened(event.text, most), whole=_shortened(event.text, kept))


def cut_parts(event: ResultRecorded, most: int = MOST_PARTS) -> ResultRecorded:
    """The result with the parts that have room in `most` characters, in their order. Of each other one its short members stay, and
    `not_kept` says its size: in bytes where it is base64, else in characters."""
    if _weight(event.parts) + _weight(event.structured) <= most:
        return event
    parts: list[dict[str, Any]] = []
    for part in event.parts:
        fits = _weight(part) <= most
        parts.append(part if fits else _left_out(part))
        most -= _weight(part) if fits else 0
    structured = event.structured
    if _weight(structured) > most:
        parts.append({"type": "structured", "not_kept": _weight(structured)})
        structured = None
    return replace(event, parts=tuple(parts), structured=structured)


def _weight(value: Any) -> int:
    """About the characters of a value as JSON, without writing it."""
    if isinstance(value, str):
        return len(value) + 2
    if isinstance(value, dict):
        return sum(len(name) + 4 + _weight(member) for name, member in value.items())
    return sum(map(_weight, value)) if isinstance(value, list | tuple) else 8


def _left_out(part: dict[str, Any]) -> dict[str, Any]:
    holder = part.get("resource")
    holder = holder if isinstance(holder, dict) else part
    data = next((holder[name] for name in ("data", "blob") if isinstance(holder.get(name), str)), None)
    size = _weight(part) if data is None else len(data) * 3 // 4 - data[-2:].count("=")
    if data is None and isinstance(holder.get("text"), str):
        size = len(holder["text"])
    return {**_short_members(part), "not_kept": size}


def _short_members(value: dict[str, Any]) -> dict[str, Any]:
    """What is short, and of a resource its short members; a long text is empty."""
    made: dict[str, Any] = {}
    for name, member in value.items():
        if name == "resource" and isinstance(member, dict):
            made[name] = _short_members(member)
        elif isinstance(member, str):
            made[name] = member if len(member) <= _SHORT else ""
        elif _weight(member) <= _SHORT:
            made[name] = member
    return made


def _shortened(text: str, most: int) -> str:
    left = len(text) - most
    return text if left <= 0 else f"{text[:most]}\n[Cut here: {left:,} more characters were left out.]"
