"""Edits that were made together, done again: each names its call as it is named in the session that does them again. Pure.

Above: `replay`, `left_replay`. Below: `session/events`.
"""

from collections.abc import Callable

from msgspec.structs import replace

from studio.session.events import CallEdited, Edit, EditedTogether, HistoryEdited, ResultEdited
from studio.session.nodes import CallKey


def at_calls(event: EditedTogether, now: Callable[[CallKey], CallKey | None]) -> EditedTogether | None:
    """The edits with the keys that `now` gives; those of calls for which it gives None are left out, and so is all where none is left."""
    made = tuple(again for edit in event.edits if (again := _at_call(edit, now)) is not None)
    return EditedTogether(edits=made) if made else None


def changes_history(event: EditedTogether) -> bool:
    """Whether one of the edits is of the settled history, which waits until all calls have their results."""
    return any(isinstance(edit, HistoryEdited) for edit in event.edits)


def _at_call(edit: Edit, now: Callable[[CallKey], CallKey | None]) -> Edit | None:
    if not isinstance(edit, CallEdited | ResultEdited):
        return edit
    key = now(edit.call)
    return replace(edit, call=key) if key is not None else None
