"""What a person changed among the messages of a body, as changes of the history behind it. Pure.

Above: `edits`. Below: `written`, `session`. Messages that the body does not carry because the memory leaves them out stay where they are;
those that cannot be said in the dialect stay unless what stands around them is replaced.
"""

import msgspec
from msgspec.structs import replace

from studio.engine.memory import carried_places
from studio.engine.written import Written
from studio.messages.message import Message
from studio.messages.parts import Call, Part, Result, Text
from studio.session.events import HistoryEdited

_LEADING = ("system", "developer")


class _Span(msgspec.Struct, frozen=True):
    """Messages [first, end) of the body as it was, and [new_first, new_end) of it as it is now."""

    first: int
    end: int
    new_first: int
    new_end: int


def splices(before: Written, new: list[Message], history: list[Message]) -> list[HistoryEdited]:
    """The changes of `history` that make `new` the messages of the body; the last one in it comes first, so that each is said in places of
    the history as it was."""
    old = before.request.messages
    if len(before.places) != len(old):
        return [_replaced(before, new, history)]
    whole = _changed(before, new, _Span(0, len(old), 0, len(new)))
    gaps = [sum(place < first for place in before.places) for first, _ in before.left_out]
    inside = [gap for gap in gaps if whole.first < gap < whole.end]
    found = [_changed(before, new, span) for span in _split(whole, inside)]
    return [_splice(before, new, span, len(history)) for span in reversed(found) if _is_change(span)]


def _is_change(span: _Span) -> bool:
    return span.first < span.end or span.new_first < span.new_end


def _split(span: _Span, gaps: list[int]) -> list[_Span]:
    """The span in pieces that leave out what stands in the gaps: as many messages stay before a gap as did."""
    olds = [span.first, *gaps, span.end]
    news = [span.new_first, *(min(span.new_first + gap - span.first, span.new_end) for gap in gaps), span.new_end]
    return [
        _Span(first, end, new_first, new_end)
        for first, end, new_first, new_end in zip(olds[:-1], olds[1:], news[:-1], news[1:], strict=True)
    ]


def _changed(before: Written, new: list[Message], within: _Span) -> _Span:
    """What of a span is not the same, with the messages that share their place in the history."""
    old, places, ends = before.request.messages, before.places, before.ends
    shorter = min(within.end - within.first, within.new_end - within.new_first)
    start = 0
    while start < shorter and old[within.first + start] == new[within.new_first + start]:
        start += 1
    same = 0
    while same < shorter - start and old[within.end - 1 - same] == new[within.new_end - 1 - same]:
        same += 1
    first, end = within.first + start, within.end - same
    while within.first < first < within.end and ends[first - 1] > places[first]:
        first -= 1
    while first < end < within.end and ends[end - 1] > places[end]:
        end += 1
    moved = within.new_first - within.first
    return _Span(first, end, first + moved, end + within.new_end - within.end)


def _splice(before: Written, new: list[Message], span: _Span, length: int) -> HistoryEdited:
    places, ends = before.places, before.ends
    first = places[span.first] if span.first < len(places) else length
    removed = ends[span.end - 1] - first if span.end > span.first else 0
    inserted = new[span.new_first : span.new_end]
    if not removed and span.first and all(message.role in _LEADING for message in inserted):
        # A rule that is added behind the rules stays with them, also where messages are left out behind it.
        first = ends[span.first - 1] if before.request.messages[span.first - 1].role in _LEADING else first
    at = places[span.first : span.end]
    alone = len(at) == len(inserted)
    made = (_own(message, before, (at[n],) if alone else at, alone=alone) for n, message in enumerate(inserted))
    return HistoryEdited(start=first, removed=removed, inserted=tuple(made))


def _replaced(before: Written, new: list[Message], history: list[Message]) -> HistoryEdited:
    """All messages of the body at once, where it is not known which is which."""
    lead = next((at for at, message in enumerate(new) if message.role not in _LEADING), len(new))
    carried = set(carried_places(len(history), before.left_out))
    kept = [message for at, message in enumerate(history) if at not in carried]
    made = [_own(message, before, tuple(before.passages), alone=False) for message in new]
    return HistoryEdited(start=0, removed=len(history), inserted=(*made[:lead], *kept, *made[lead:]))


def _own(message: Message, before: Written, places: tuple[int, ...], *, alone: bool) -> Message:
    """The message with the session's own call ids, and with the passages that it had where their text is still there. `places` are those
    of the messages that it may have been; `alone`: it is that one."""
    message = _own_ids(message, before.ids)
    if message.role != "user":
        return message
    for found in (before.passages[place] for place in places if place in before.passages):
        if not found.text and alone:
            return replace(message, passages=found.passages)
        parts = _without(message.parts, found.text)
        if parts is not None:
            return replace(message, parts=parts, passages=found.passages)
    return message


def _without(parts: tuple[Part, ...], text: str) -> tuple[Part, ...] | None:
    """The parts without the text that stands at their end; None when it does not."""
    last = parts[-1] if parts else None
    if not isinstance(last, Text) or not text:
        return None
    if last.text == text:
        return parts[:-1]
    # Some formats write the texts of a message as one, a line each.
    return (*parts[:-1], Text(last.text[: -len(text) - 1], last.extra)) if last.text.endswith("\n" + text) else None


def _own_ids(message: Message, ids: dict[str, str]) -> Message:
    """The message with the session's own call ids."""
    if not ids:
        return message
    parts: list[Part] = []
    for part in message.parts:
        if isinstance(part, Call) and part.id in ids:
            part = replace(part, id=ids[part.id])
        elif isinstance(part, Result) and part.call_id in ids:
            part = replace(part, call_id=ids[part.call_id])
        parts.append(part)
    return replace(message, parts=tuple(parts))
