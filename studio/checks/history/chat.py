"""Reads messages of Chat Completions for the rules.

Above: `checker`. Below: `item`, `server`, `names`. A result in the old form (`function`) is not looked at: no server asks for it.
"""

from typing import Any

from studio.checks.history.arguments import text_wrongs
from studio.checks.history.item import NOTHING, Asked, Given, Item, Kind, Wrong, member
from studio.checks.history.names import id_wrong, name_wrong
from studio.checks.history.problem import Severity
from studio.checks.history.server import Server

KINDS: dict[Any, Kind] = {"user": "user", "assistant": "assistant", "system": "system", "developer": "system"}
"""What the roles are to the rules."""
_BESIDE = ("function_call", "refusal", "audio")
"""Members with which an answer says something without content and calls."""


def chat_item(raw: Any, server: Server) -> Item:
    """One message of Chat Completions."""
    if not isinstance(raw, dict):
        return NOTHING
    role = raw.get("role")
    if role == "tool":
        id = text(raw.get("tool_call_id"))
        content = raw.get("content")
        wrong = () if isinstance(content, str) else _pictures(content, id, server)
        return Item("tool", (), (Given(id, member(raw, "tool_call_id"), text(raw.get("name"))),), wrong)
    if role == "assistant":
        return _assistant(raw, server)
    return Item(KINDS.get(role, "other")) if isinstance(role, str) else NOTHING


def _pictures(content: Any, id: str, server: Server) -> tuple[Wrong, ...]:
    """Tool messages take only text in this format; some servers take pictures all the same."""
    severity: Severity = "error" if server.strict else "warning"
    pieces = content if isinstance(content, list) else []
    return tuple(
        Wrong("image_in_tool_message", f"/content/{at}/type", severity, 0, id)
        for at, piece in enumerate(pieces)
        if isinstance(piece, dict) and piece.get("type") in ("image_url", "image", "input_image", "input_audio", "file")
    )


def _assistant(raw: dict[str, Any], server: Server) -> Item:
    entries = raw.get("tool_calls")
    if isinstance(entries, list) and entries:
        asked, wrong = [], []
        for nth, entry in enumerate(entries):
            call, found = _call(entry, nth, server)
            asked.append(call)
            wrong += found
        return Item("assistant", tuple(asked), (), tuple(wrong))
    content = raw.get("content")
    if content or any(raw.get(beside) for beside in _BESIDE):
        return Item("assistant")
    # An empty text is taken by whoever made the format, nothing at all is not.
    severity: Severity = "error" if content is None and server.strict else "warning"
    return Item("assistant", (), (), (Wrong("empty_assistant", member(raw, "content"), severity),))


def _call(entry: Any, nth: int, server: Server) -> tuple[Asked, list[Wrong]]:
    where = f"/tool_calls/{nth}"
    if not isinstance(entry, dict):
        return Asked("", "", where), []
    kind, place = "custom" if "custom" in entry else "function", member(entry, "id", where)
    inside = entry.get(kind)
    if not isinstance(inside, dict):
        return Asked(text(entry.get("id")), "", place), []
    id, name = text(entry.get("id")), text(inside.get("name"))
    found = (
        id_wrong(id, place, nth, name, server),
        name_wrong(name, f"{where}/{kind}/name", nth, id, server),
    )
    wrong = [one for one in found if one is not None]
    if kind == "function":
        wrong += text_wrongs(inside.get("arguments"), f"{where}/function/arguments", nth, id, name, server)
    return Asked(id, name, place), wrong


def text(value: Any) -> str:
    """A text; a number where a server counts its calls; empty for anything else."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""
