"""Reads messages of Anthropic Messages for the rules.

Above: `checker`. Below: `item`, `server`, `names`. Results are blocks of the person's message right behind the calls, first in it.
"""

from typing import Any

from studio.checks.history.arguments import value_wrongs
from studio.checks.history.chat import text
from studio.checks.history.item import NOTHING, Asked, Given, Item, Wrong, member
from studio.checks.history.names import id_wrong, name_wrong
from studio.checks.history.server import Server

_THINKING = ("thinking", "redacted_thinking")


def anthropic_item(raw: Any, server: Server) -> Item:
    """One message."""
    role = raw.get("role") if isinstance(raw, dict) else None
    content = raw.get("content") if isinstance(raw, dict) else None
    match role:
        case "user":
            return _person(content)
        case "assistant":
            return _assistant(content, server)
        case "system":
            return Item("system")
        case _:
            return NOTHING


def _person(content: Any) -> Item:
    if isinstance(content, str):
        return Item("user") if content.strip() else Item("user", (), (), (Wrong("empty_text", "/content"),))
    blocks = content if isinstance(content, list) else []
    given: list[Given] = []
    wrong: list[Wrong] = [] if blocks else [Wrong("empty_text", "/content")]
    other = False
    for at, block in enumerate(blocks):
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "tool_result":
            id, place = text(block.get("tool_use_id")), member(block, "tool_use_id", f"/content/{at}")
            if other:
                wrong.append(Wrong("result_not_first", place, "error", len(given), id))
            if block.get("is_error") is True and _says_nothing(block.get("content")):
                wrong.append(Wrong("empty_text", member(block, "content", f"/content/{at}"), "error", len(given), id))
            given.append(Given(id, place))
            continue
        other = True
        if kind == "text" and _is_empty(block):
            wrong.append(Wrong("empty_text", f"/content/{at}/text"))
    return Item("tool" if given else "user", (), tuple(given), tuple(wrong))


def _says_nothing(content: Any) -> bool:
    """Whether the content of a result is empty, which it may not be where the result is an error."""
    if isinstance(content, list):
        return all(isinstance(block, dict) and block.get("type") == "text" and _is_empty(block) for block in content)
    return not content


def _is_empty(block: dict[str, Any]) -> bool:
    said = block.get("text")
    return isinstance(said, str) and not said.strip()


def _assistant(content: Any, server: Server) -> Item:
    if isinstance(content, str):
        return Item("assistant", bare=True, hollow=not content.strip())
    blocks = content if isinstance(content, list) else []
    asked: list[Asked] = []
    wrong: list[Wrong] = []
    for at, block in enumerate(blocks):
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "text" and _is_empty(block):
            wrong.append(Wrong("empty_text", f"/content/{at}/text"))
        elif kind == "tool_use":
            call, found = _call(block, f"/content/{at}", len(asked), server)
            asked.append(call)
            wrong += found
    first = blocks[0].get("type") if blocks and isinstance(blocks[0], dict) else None
    return Item("assistant", tuple(asked), (), tuple(wrong), first not in _THINKING, not blocks)


def _call(block: dict[str, Any], where: str, nth: int, server: Server) -> tuple[Asked, list[Wrong]]:
    id, name, place = text(block.get("id")), text(block.get("name")), member(block, "id", where)
    found = (
        id_wrong(id, place, nth, name, server),
        name_wrong(name, f"{where}/name", nth, id, server),
    )
    wrong = [one for one in found if one is not None]
    wrong += value_wrongs(block.get("input", {}), f"{where}/input", nth, id, name)
    return Asked(id, name, place), wrong
