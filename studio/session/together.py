"""Edits that were made together as one event, and the events in it one by one. Pure.

Above: `tree`, `engine`, `tools`, `present`. Below: `events`.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from studio.session.events import (
    CallEdited,
    Edit,
    EditedTogether,
    Event,
    HistoryEdited,
    MessageAdded,
    OneEvent,
    ReplyEdited,
    ReplyReceived,
    ResultEdited,
    ResultRecorded,
    SetupChanged,
    UndoEnded,
)

KIND = str(EditedTogether.__struct_config__.tag)
"""The kind of such an event, as the file names it."""


def together(edits: Sequence[Edit]) -> Edit | EditedTogether | None:
    """One event for all of them: the edit itself where there is one, None where there is none."""
    if len(edits) < 2:
        return edits[0] if edits else None
    return EditedTogether(edits=tuple(edits))


def one_by_one(event: Event) -> tuple[OneEvent, ...]:
    """The event; of edits that were made together each one, with the place that all of them have in the tree."""
    if not isinstance(event, EditedTogether):
        return (event,)
    return tuple(replace(edit, id=event.id, parent=event.parent, t=event.t) for edit in event.edits)


def shown_as(event: EditedTogether) -> str:
    """The kind of the edit that decides where all of them are shown: what changes the history waits for its request, and what was done to
    a call stands with it."""
    kinds = {str(edit.__struct_config__.tag) for edit in event.edits}
    order = (HistoryEdited, CallEdited, ResultEdited, ReplyEdited, SetupChanged)
    return next((kind for each in order if (kind := str(each.__struct_config__.tag)) in kinds), KIND)


def long_text(event: Event) -> str | None:
    """The text that an event brings, to which the bodies of requests may refer; None where it brings none."""
    match event:
        case ResultRecorded(text=text) | ResultEdited(text=text) | UndoEnded(told=text):
            return text
        case MessageAdded(message=message):
            return message.text
        case ReplyReceived(reply=reply):
            return reply.text
        case HistoryEdited(inserted=inserted):
            return inserted[0].text if inserted else ""
        case EditedTogether(edits=edits):
            return next((found for edit in edits if (found := long_text(edit)) is not None), None)
        case _:
            return None
