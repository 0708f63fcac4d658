"""What of a Responses message cannot go back to the provider: reasoning that was not stored and holds no cipher text.

Above: `engine/compose`. Below: `messages`. Pure, message by message. A reasoning item that is refused would have the whole request refused;
what it led to stays, without the item ids by which the provider would look for it.
"""

from typing import Any

from msgspec.structs import replace

from studio.dialects.openai_responses_items import NAME
from studio.messages.message import Message
from studio.messages.parts import Call, Opaque, Part, Reasoning, Text
from studio.messages.remark import Remark


def sendable(
    params: dict[str, Any], message: Message, place: int | None = None
) -> tuple[Message | None, tuple[Remark, ...]]:
    """The message without what the provider refuses, None when nothing is left, and a remark for each reasoning left out.

    `params` are those of the request. Codes: `reasoning_not_stored` (`store` is false and there is no `encrypted_content`),
    `reasoning_leads_nowhere` (the reply broke off behind it: an item must follow). The subject is the item's id.
    """
    if message.role != "assistant" or message.origin not in ("", NAME):
        return message, ()
    kept: list[Part] = []
    remarks: list[Remark] = []
    orphaned = False
    for position, part in enumerate(message.parts):
        code = _refused(params, message.parts, position) if isinstance(part, Reasoning) else ""
        if code and isinstance(part, Reasoning):
            remarks.append(Remark(code, str(part.extra.get("id") or ""), place))
        else:
            kept.append(_without_id(part) if orphaned else part)
        if isinstance(part, Reasoning):
            orphaned = bool(code)
    if not remarks:
        return message, ()
    return (replace(message, parts=tuple(kept)) if kept else None), tuple(remarks)


def _refused(params: dict[str, Any], parts: tuple[Part, ...], position: int) -> str:
    part = parts[position]
    if not isinstance(part, Reasoning):
        return ""
    if params.get("store") is False and not part.signature:
        return "reasoning_not_stored"
    followed = any(not isinstance(later, Reasoning) for later in parts[position + 1 :])
    known = bool(part.signature or part.extra.get("id"))
    return "reasoning_leads_nowhere" if known and not followed else ""


def _without_id(part: Part) -> Part:
    """The part without the id of its item: the provider asks for the reasoning that it stored before an item of that id."""
    match part:
        case Call():
            return replace(part, extra=_less(part.extra))
        case Text() if isinstance(item := part.extra.get("item"), dict):
            members = item.get("members")
            return replace(
                part,
                extra={**part.extra, "item": {**item, "members": _less(members if isinstance(members, dict) else {})}},
            )
        case Opaque() if isinstance(part.value, dict) and part.value.get("type") != "item_reference":
            return _opaque_without_id(part)
        case _:
            return part


def _opaque_without_id(part: Opaque) -> Opaque:
    """A piece of a message loses the id of its item; a hosted item keeps its own, which it must have."""
    item = part.value.get("item")
    if not isinstance(item, dict) or not isinstance(item.get("members"), dict):
        return part
    return replace(part, value={**part.value, "item": {**item, "members": _less(item["members"])}})


def _less(members: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in members.items() if key != "id"}
