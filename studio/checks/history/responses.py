"""Reads items of a Responses body for the rules.

Above: `checker`. Below: `item`, `server`, `names`. Each call and each result is an item of its own; a result may stand anywhere behind its
call. Items of tools that the provider runs itself are passed over.
"""

from typing import Any

from studio.checks.history.arguments import text_wrongs
from studio.checks.history.chat import KINDS, text
from studio.checks.history.item import NOTHING, Asked, Given, Item, member
from studio.checks.history.names import id_wrong, name_wrong
from studio.checks.history.server import Server

_CALLS = ("function_call", "custom_tool_call")
_RESULTS = ("function_call_output", "custom_tool_call_output")


def responses_item(raw: Any, server: Server) -> Item:
    """One item of the input."""
    if not isinstance(raw, dict):
        return NOTHING
    kind = raw.get("type")
    if kind in _RESULTS:
        return Item("tool", (), (Given(text(raw.get("call_id")), member(raw, "call_id")),))
    if kind in _CALLS:
        return _call(raw, server)
    if kind == "reasoning":
        return Item("reasoning", bare=not raw.get("id"))
    if kind == "item_reference":
        return Item("reference")
    if kind == "message" or (kind is None and "role" in raw):
        role = raw.get("role")
        return Item(KINDS.get(role, "other")) if isinstance(role, str) else NOTHING
    return NOTHING


def _call(raw: dict[str, Any], server: Server) -> Item:
    id, name = text(raw.get("call_id")), text(raw.get("name"))
    place = member(raw, "call_id")
    found = (id_wrong(id, place, 0, name, server), name_wrong(name, "/name", 0, id, server))
    wrong = [one for one in found if one is not None]
    if raw["type"] == "function_call":
        wrong += text_wrongs(raw.get("arguments"), "/arguments", 0, id, name, server)
    return Item("assistant", (Asked(id, name, place),), (), tuple(wrong))
