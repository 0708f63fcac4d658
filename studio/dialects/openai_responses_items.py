"""Reads what a model says in Responses items: messages, reasoning, calls; any other item is kept whole.

Above: `openai_responses_read`, `_reply`, `_stream`. Below: `messages`. A call's and a reasoning's `extra` holds the item's other members
(`id`, `status`, …). A text's `extra["item"]` tells the message item that it stands in: `members` are those beside role and content,
`as` is `next` (goes on in the item before), `text` (the content was a plain text), `head` (opens the item and says nothing itself),
`gone` (stood in the stream, but not in the item at its end).
"""

from typing import Any

from studio.dialects.json_bytes import dump_text
from studio.messages.parts import Call, Opaque, Part, Reasoning, Refusal, Text

NAME = "openai_responses"
CALL_TYPES = {"function_call": "function", "custom_tool_call": "custom"}
"""The types of items that ask for a call of ours, with the form of the call."""

_TEXTS = ("output_text", "input_text", "text")
_BETWEEN = "\n\n"


def read_item(item: dict[str, Any], before: Part | None = None) -> list[Part]:
    """The parts that stand for one item of the assistant; `before` is the part before them in the message."""
    kind = kind_of(item)
    if kind in CALL_TYPES:
        return [read_call(item)]
    if kind == "reasoning":
        return [read_reasoning(item)]
    if kind == "message":
        return read_message_item(item, before)
    return [Opaque(NAME, item)]


def kind_of(item: dict[str, Any]) -> str:
    """The type of an item; a message may come without."""
    kind = item.get("type")
    if isinstance(kind, str) and kind:
        return kind
    return "message" if "role" in item else "item_reference"


def rest(value: dict[str, Any], *known: str) -> dict[str, Any]:
    """The members that are not named."""
    return {key: inner for key, inner in value.items() if key not in known}


def read_call(item: dict[str, Any]) -> Call:
    """A function or custom call: its id is the `call_id`, the item's own id is in `extra`."""
    form = CALL_TYPES[item["type"]]
    member = argument_member(form)
    extra = rest(item, "type", "call_id", "name", member)
    call_id = item.get("call_id")
    return Call(name_text(item.get("name")), argument_text(item.get(member)), name_text(call_id) or None, form, extra)


def argument_member(form: str) -> str:
    """Where a call of that form keeps its arguments."""
    return "input" if form == "custom" else "arguments"


def argument_text(value: Any) -> str:
    """An argument text; servers that send an object get its compact JSON."""
    if isinstance(value, str):
        return value
    return "" if value is None else dump_text(value)


def name_text(value: Any) -> str:
    """A text, or the empty one for anything else."""
    return value if isinstance(value, str) else ""


def read_reasoning(item: dict[str, Any]) -> Reasoning:
    """A reasoning item: the summary is its text, or the content where there is no summary; `encrypted_content` its signature.
    What the text alone does not give again is kept in `extra`: lists of several parts, a content, an absent summary."""
    extra = rest(item, "type")
    signature = item.get("encrypted_content")
    if isinstance(signature, str) and signature:
        del extra["encrypted_content"]
    else:
        signature = ""
    text = shown_reasoning(extra)
    if "content" not in extra and extra.get("summary") == plain_summary(text):
        del extra["summary"]
    return Reasoning(text, signature, extra)


def shown_reasoning(members: dict[str, Any]) -> str:
    """The text to show of a reasoning item's lists."""
    return _joined(members.get("summary")) or _joined(members.get("content"))


def _joined(pieces: Any) -> str:
    if not isinstance(pieces, list):
        return name_text(pieces)
    texts = [piece.get("text") for piece in pieces if isinstance(piece, dict)]
    return _BETWEEN.join(text for text in texts if isinstance(text, str) and text)


def plain_summary(text: str) -> list[dict[str, Any]]:
    """The summary that says `text` and nothing else."""
    return [{"type": "summary_text", "text": text}] if text else []


def read_message_item(item: dict[str, Any], before: Part | None = None) -> list[Part]:
    """The parts of an assistant's message item. One without members that says one thing needs no mark."""
    members, content = rest(item, "role", "content"), item.get("content")
    if isinstance(content, str):
        return [Text(content, {"item": {"members": members, "as": "text"}} if members else {})]
    pieces = content if isinstance(content, list) else []
    bare = _alone(pieces[0], before) if len(pieces) == 1 and not members else None
    return [bare] if bare is not None else _marked(pieces, members)


def _alone(piece: Any, before: Part | None) -> Part | None:
    part = read_piece(piece, None)
    if isinstance(part, Text) and part.extra:
        return part
    return part if isinstance(part, Refusal) and not _in_item(before) else None


def _in_item(part: Part | None) -> bool:
    """Whether a refusal behind the part would be taken for another piece of its item."""
    return isinstance(part, Refusal) or (isinstance(part, Text | Opaque) and mark_of(part) is not None)


def _marked(pieces: list[Any], members: dict[str, Any]) -> list[Part]:
    parts: list[Part] = []
    for piece in pieces:
        part = read_piece(piece, mark(members, first=not parts))
        if isinstance(part, Refusal) and not parts:
            parts.append(head(members))
        parts.append(part)
    return parts or [head(members)]


def mark(members: dict[str, Any], *, first: bool) -> dict[str, Any]:
    """What a text says of the message item it stands in."""
    return {"members": members} if first else {"members": members, "as": "next"}


def head(members: dict[str, Any]) -> Text:
    """The beginning of a message item whose first piece cannot tell of it."""
    return Text("", {"item": {"members": members, "as": "head"}})


def mark_of(part: Text | Opaque) -> dict[str, Any] | None:
    """The mark of a text, or of a piece of content that is kept whole."""
    holder = part.extra if isinstance(part, Text) else part.value if is_piece(part) else {}
    found = holder.get("item")
    return found if isinstance(found, dict) else None


def is_piece(part: Opaque) -> bool:
    """Whether the part is an unknown piece of a message item's content, and no item."""
    return isinstance(part.value, dict) and part.value.keys() == {"piece", "item"}


def read_piece(piece: Any, item: dict[str, Any] | None) -> Part:
    """One piece of an assistant's content; `item` is its mark."""
    beside = {} if item is None else {"item": item}
    match piece:
        case {"type": str() as kind, "text": str() as text} if kind in _TEXTS and "item" not in piece:
            own = rest(piece, "text") if kind != _TEXTS[0] else rest(piece, "type", "text")
            return Text(text, {**own, **beside})
        case {"type": "refusal", "refusal": str() as text} if len(piece) == 2:
            return Refusal(text)
        case _:
            return Opaque(NAME, {"piece": piece, "item": item or {"members": {}}})
