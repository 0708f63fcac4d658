"""Items that this program speaks itself get the members that every client expects: an id, a status, empty lists.

Above: `openai_responses_reply`, `_stream`. Below: `items`. An id of this kind says so, and what was added is taken away again
when it is read: it means nothing to anybody.
"""

import re
from typing import Any

from studio.dialects.openai_responses_items import kind_of

_MADE = re.compile(r"(msg|fc|ctc|rs)_made_")
_PREFIXES = {"message": "msg", "function_call": "fc", "custom_tool_call": "ctc", "reasoning": "rs"}
_EMPTY: dict[str, Any] = {"annotations": [], "logprobs": []}


def dressed(item: dict[str, Any], reply_id: str, position: int) -> dict[str, Any]:
    """An output item that has neither id nor status with both; any other as it is. A message's content becomes a list."""
    prefix = _PREFIXES.get(kind_of(item))
    if prefix is None or "id" in item or "status" in item or (prefix == "msg" and "type" in item):
        return item
    made = {"id": f"{prefix}_made_{reply_id}_{position}", "type": kind_of(item), "status": "completed", **item}
    if prefix == "msg":
        content = item["content"]
        pieces = [{"type": "output_text", "text": content}] if isinstance(content, str) else content
        made["content"] = [_EMPTY | piece if _is_text(piece) else piece for piece in pieces]
    return made


def undressed(item: dict[str, Any]) -> dict[str, Any]:
    """The item without what `dressed` added."""
    item_id = item.get("id")
    if not (isinstance(item_id, str) and _MADE.match(item_id)):
        return item
    bare = {key: value for key, value in item.items() if key not in ("id", "status")}
    content = bare.get("content")
    if kind_of(item) == "message" and isinstance(content, list):
        bare.pop("type", None)
        pieces = [_bare(piece) for piece in content]
        plain = len(pieces) == 1 and isinstance(pieces[0], dict) and pieces[0].keys() == {"type", "text"}
        bare["content"] = pieces[0]["text"] if plain else pieces
    return bare


def _is_text(piece: Any) -> bool:
    return isinstance(piece, dict) and piece.get("type") == "output_text"


def _bare(piece: Any) -> Any:
    if not isinstance(piece, dict):
        return piece
    return {key: value for key, value in piece.items() if key not in _EMPTY or value != []}
