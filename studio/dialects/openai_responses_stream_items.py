"""What the streamed events of one item say, as deltas: previews while it is under way, whole parts at its end.

Above: `openai_responses_stream`. Below: `_places`, `_items`. Behind a whole part nothing more is said at its rank.
"""

from collections.abc import Callable
from typing import Any

from studio.dialects.json_bytes import dump_text
from studio.dialects.openai_responses_items import (
    CALL_TYPES,
    NAME,
    argument_member,
    argument_text,
    head,
    mark,
    name_text,
    read_call,
    read_item,
    read_message_item,
    read_piece,
    rest,
)
from studio.dialects.openai_responses_made import undressed
from studio.dialects.openai_responses_places import Item
from studio.messages.delta import Delta
from studio.messages.parts import Opaque, Part, Refusal, Text

Again = Callable[[str], tuple[Delta]]
"""Makes the delta of the next fragment of the same kind at the same place."""


def begin(item: Item, value: dict[str, Any], deltas: list[Delta]) -> None:
    """The opening event: a call appears with its name, an item of another kind is shown as it is so far."""
    bare = undressed(value)
    if item.kind in CALL_TYPES:
        call = read_call(bare)
        item.name, item.text = call.name, call.arguments
        item.preview = bool(call.arguments)
        deltas.append(("at", item.place))
        deltas.append(("call", item.number, call.id, call.name or None, call.arguments, call.form))
        if own_id := name_text(bare.get("id")):
            deltas.append(("call_extra", item.number, "id", own_id))
    elif item.kind in ("message", "reasoning"):
        # Its status and cipher text are those of the beginning: only the ones of the end may go back.
        item.members = rest(bare, "role", "content", "status", "summary", "encrypted_content")
    else:
        deltas.extend((("at", (*item.place, 0)), ("part", Opaque(NAME, value))))


def put(item: Item, value: dict[str, Any], deltas: list[Delta]) -> None:
    """The item's value at its end, instead of all that was said of it before."""
    bare = undressed(value)
    if item.kind in CALL_TYPES:
        _put_call(item, bare, deltas)
    elif item.kind == "message":
        _put_message(item, bare, deltas)
    else:
        item.settled = True
        item.closed.add(0)
        deltas.extend((("at", (*item.place, 0)), ("part", read_item(bare)[0])))


def says_nothing(value: dict[str, Any]) -> bool:
    """Whether the item is a message without words, which some servers put into the finished response beside what they streamed."""
    if value.get("type") != "message":
        return False
    content = value.get("content")
    pieces = content if isinstance(content, list) else []
    return not any(isinstance(piece, dict) and (piece.get("text") or piece.get("refusal")) for piece in pieces)


def _put_call(item: Item, value: dict[str, Any], deltas: list[Delta]) -> None:
    call = read_call({**value, "type": item.kind})
    deltas.append(("at", item.place))
    if call.arguments or not item.text:
        deltas.append(("call_all", item.number, call.id, call.name or None, call.arguments, call.form))
        item.text = call.arguments
    else:
        deltas.append(("call", item.number, call.id, call.name or None, "", call.form))
    item.name = call.name or item.name
    item.settled = bool(call.arguments)
    item.done = item.done or item.settled
    fresh = [
        (key, inner)
        for key, inner in call.extra.items()
        if not (isinstance(inner, list) and ("extra", key) in item.told)
    ]
    item.told.update(("extra", key) for key, _ in fresh)
    deltas.extend(("call_extra", item.number, key, inner) for key, inner in fresh)


def _put_message(item: Item, value: dict[str, Any], deltas: list[Delta]) -> None:
    parts = read_message_item(value)
    members = rest(value, "role", "content")
    begins = bool(parts) and _is_head(parts[0])
    pieces = parts[1:] if begins else parts
    if not pieces and item.pieces:
        _mark_again(item, members, deltas)
        return
    if begins:
        deltas.extend((("at", (*item.place, -1)), ("part", parts[0])))
    ranks = sorted(item.pieces)
    more = range(ranks[-1] + 1 if ranks else 0, len(pieces) + (ranks[-1] + 1 if ranks else 0))
    for rank, part in zip([*ranks, *more], pieces, strict=False):
        _put_part(item, rank, part, deltas)
    for rank in ranks[len(pieces) :]:
        _put_part(item, rank, Text("", {"item": {"members": members, "as": "gone"}}), deltas)
    item.settled = bool(pieces)


def _mark_again(item: Item, members: dict[str, Any], deltas: list[Delta]) -> None:
    """The item ends without content although text had come: the text stays, with the members of the end."""
    item.members = members
    for rank, kind in item.pieces.items():
        if kind == "text" and rank not in item.closed:
            said = mark(members, first=rank == item.first)
            deltas.extend((("at", (*item.place, rank)), ("run_extra", "item", said)))


def _put_part(item: Item, rank: int, part: Part, deltas: list[Delta]) -> None:
    item.piece(rank, "whole")
    item.pieces[rank] = "whole"
    item.closed.add(rank)
    deltas.extend((("at", (*item.place, rank)), ("part", part)))


def _is_head(part: Part) -> bool:
    return isinstance(part, Text) and part.extra.get("item", {}).get("as") == "head"


def _rank(item: Item, event: dict[str, Any], kind: str) -> int | None:
    """The position of a piece within its message; None when its end is known already. Text and refusal never share one."""
    index = event.get("content_index")
    wire = index if type(index) is int else 0
    rank = item.aliases.get(wire, wire)
    if rank in item.closed or item.settled:
        return None
    if item.piece(rank, kind) != kind:
        rank = item.aliases[wire] = item.last + 1
        item.piece(rank, kind)
    return rank


def reopen_piece(item: Item, event: dict[str, Any]) -> None:
    """A piece is announced: at a position whose piece is at its end, it is another one."""
    index = event.get("content_index")
    wire = index if type(index) is int else 0
    if item.aliases.get(wire, wire) in item.closed and not item.settled:
        item.aliases[wire] = item.last + 1


def finish_piece(item: Item, event: dict[str, Any], piece: dict[str, Any], deltas: list[Delta]) -> None:
    """A piece at its end. One without words takes nothing away."""
    refused = piece.get("type") == "refusal"
    if not (piece.get("refusal") if refused else piece.get("text") or "text" not in piece):
        return
    rank = _rank(item, event, "refusal" if refused else "text")
    if rank is None:
        return
    part = read_piece(piece, mark(item.members, first=rank == item.first) if item.members else None)
    if isinstance(part, Refusal) and rank == 0 and item.members:
        deltas.extend((("at", (*item.place, -1)), ("part", head(item.members))))
    _put_part(item, rank, part, deltas)


def add_annotation(item: Item, event: dict[str, Any], deltas: list[Delta]) -> None:
    """An annotation of a text that is under way."""
    rank = _rank(item, event, "text")
    if rank is not None:
        deltas.extend((("at", (*item.place, rank)), ("run_extra", "annotations", [event.get("annotation")])))


def finish_arguments(item: Item, event: dict[str, Any], deltas: list[Delta]) -> None:
    """The arguments of a call at their end; empty ones take nothing away."""
    form = CALL_TYPES[item.kind]
    text = argument_text(event.get(argument_member(form)))
    if item.settled or not text:
        return
    name = None if item.name else name_text(event.get("name")) or None
    deltas.append(("at", item.place))
    deltas.append(("call_all", item.number, None, name, text, form))
    item.text, item.name, item.done = text, item.name or name or "", True


def finish_reasoning(item: Item, event: dict[str, Any], deltas: list[Delta]) -> None:
    """A reasoning text at its end: said only when none of it came before."""
    place = _reasoning_place(event)
    if place not in item.told and isinstance(text := event.get("text"), str) and text:
        _preview_reasoning(item, {**event, "delta": text}, deltas)


def _reasoning_place(event: dict[str, Any]) -> tuple[str, Any]:
    member = "summary_index" if "summary" in str(event.get("type")) else "content_index"
    index = event.get(member)
    return member, index if type(index) is int else 0


def _preview_reasoning(item: Item, event: dict[str, Any], deltas: list[Delta]) -> Again | None:
    text = event.get("delta")
    if 0 in item.closed or not isinstance(text, str) or not text:
        return None
    place = _reasoning_place(event)
    deltas.append(("at", (*item.place, 0)))
    between = "\n\n" if item.told and place not in item.told else ""
    deltas.append(("reasoning", between + text))
    if not item.told:
        deltas.extend(("run_extra", key, value) for key, value in item.members.items() if key != "type")
    item.told.add(place)
    return lambda more: (("reasoning", more),)


def _preview_text(item: Item, event: dict[str, Any], deltas: list[Delta]) -> Again | None:
    text = event.get("delta")
    rank = _rank(item, event, "text") if isinstance(text, str) and text else None
    if rank is None:
        return None
    deltas.extend((("at", (*item.place, rank)), ("text", text)))
    if item.members:
        deltas.append(("run_extra", "item", mark(item.members, first=rank == item.first)))
    return lambda more: (("text", more),)


def _preview_refusal(item: Item, event: dict[str, Any], deltas: list[Delta]) -> Again | None:
    text = event.get("delta")
    rank = _rank(item, event, "refusal") if isinstance(text, str) and text else None
    if rank is None:
        return None
    deltas.extend((("at", (*item.place, rank)), ("refusal", text)))
    return lambda more: (("refusal", more),)


def _preview_arguments(item: Item, event: dict[str, Any], deltas: list[Delta]) -> Again | None:
    fragment = event.get("delta")
    text = fragment if isinstance(fragment, str) else dump_text(fragment) if isinstance(fragment, dict) else ""
    if item.done or item.settled or not text:
        return None
    number, form = item.number, CALL_TYPES[item.kind]
    deltas.append(("at", item.place))
    # What came with the opening event is what the fragments say again.
    deltas.append(("call_all" if item.preview else "call", number, None, None, text, form))
    item.preview, item.text = False, text
    return lambda more: (("call", number, None, None, more, form),)


PREVIEWS: dict[Any, tuple[str, Callable[[Item, dict[str, Any], list[Delta]], Again | None]]] = {
    "response.output_text.delta": ("message", _preview_text),
    "response.refusal.delta": ("message", _preview_refusal),
    "response.function_call_arguments.delta": ("function_call", _preview_arguments),
    "response.custom_tool_call_input.delta": ("custom_tool_call", _preview_arguments),
    "response.reasoning_summary_text.delta": ("reasoning", _preview_reasoning),
    "response.reasoning_summary.delta": ("reasoning", _preview_reasoning),
    "response.reasoning_text.delta": ("reasoning", _preview_reasoning),
    "response.reasoning.delta": ("reasoning", _preview_reasoning),
}
"""Events that bring a fragment: the kind of item they belong to, and what reads them."""
