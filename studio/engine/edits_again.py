"""Edits that were made together, done again: each names its call as it is named in the session that does them again. Pure.

Above: `replay`, `left_replay`. Below: `session/events`.
"""

from collections.abc import Callable

from msgspec.structs import replace

from studio.session.events import CallEdited, Edit, EditedTogether, Event, HistoryEdited, MessageAdded, ResultEdited
from studio.session.frames import find_call
from studio.session.nodes import CallKey
from studio.session.state import SessionState

Now = Callable[[CallKey], CallKey | None]
"""The key by which a recorded call is known here; None where it is not."""


def again(event: Event, now: Now, state: SessionState | None = None) -> Event | None:
    """The event with its calls as they are known here; with `state` only edits of calls that are open there, None where none is left. What
    is no edits made together stays as it is."""
    if not isinstance(event, EditedTogether):
        return event
    edits = tuple(made for edit in event.edits if (made := _at_call(edit, now, state)) is not None)
    return EditedTogether(edits=edits) if edits else None


def is_of_history(event: Event) -> bool:
    """Whether it adds to the settled history or changes it, which waits until all calls have their results."""
    if isinstance(event, EditedTogether):
        return any(map(is_of_history, event.edits))
    return isinstance(event, MessageAdded | HistoryEdited)


def _at_call(edit: Edit, now: Now, state: SessionState | None) -> Edit | None:
    if not isinstance(edit, CallEdited | ResultEdited):
        return edit
    key = now(edit.call)
    if key is None or (state is not None and find_call(state, key) is None):
        return None
    return replace(edit, call=key)
