"""Reads messages of Ollama's chat for the rules.

Above: `checker`. Below: `item`. Calls have no ids (some versions give them), their arguments are an object; the server itself asks for
little else.
"""

from typing import Any

from studio.checks.history.arguments import value_wrongs
from studio.checks.history.chat import KINDS, text
from studio.checks.history.item import NOTHING, Asked, Given, Item, Wrong, member
from studio.checks.history.server import Server

_SAYS = ("content", "thinking", "images")


def ollama_item(raw: Any, server: Server) -> Item:  # noqa: ARG001 - one server speaks it
    """One message."""
    role = raw.get("role") if isinstance(raw, dict) else None
    if not isinstance(role, str):
        return NOTHING
    if role == "tool":
        given = Given(text(raw.get("tool_call_id")), member(raw, "tool_call_id"), text(raw.get("tool_name")))
        return Item("tool", (), (given,))
    return _assistant(raw) if role == "assistant" else Item(KINDS.get(role, "other"))


def _assistant(raw: dict[str, Any]) -> Item:
    entries = raw.get("tool_calls")
    asked: list[Asked] = []
    wrong: list[Wrong] = []
    for at, entry in enumerate(entries if isinstance(entries, list) else ()):
        inside = entry.get("function") if isinstance(entry, dict) else None
        if isinstance(inside, dict):
            id, name, where = text(entry.get("id")), text(inside.get("name")), f"/tool_calls/{at}"
            wrong += value_wrongs(inside.get("arguments"), f"{where}/function/arguments", len(asked), id, name)
            asked.append(Asked(id, name, member(entry, "id", where)))
    if not entries and not any(raw.get(said) for said in _SAYS):
        wrong.append(Wrong("empty_assistant", member(raw, "content"), "warning"))
    return Item("assistant", tuple(asked), (), tuple(wrong))
