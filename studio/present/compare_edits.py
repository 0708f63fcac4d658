"""What of two histories says something else because the person changed it on one side: what stood there, and what stands there now. Pure.

Above: `compare_causes`. Below: `compare_path`, `message_changes`, `session`.
"""

from collections.abc import Iterable, Iterator

from studio.present.compare_path import Path
from studio.present.compared import LEFT, RIGHT, Change
from studio.present.message_changes import messages_changed
from studio.session.state import settled

_EDITS = ("history_edited", "result_edited", "call_edited", "reply_edited", "edits")
"""The events by which a person changes what was said."""


def edited_before(left: Path, right: Path, at: int, found: Iterable[Change]) -> tuple[list[Change], list[Change]]:
    """Of what the messages before round number `at` say otherwise: the edits that made it so, and what no edit made."""
    sides = (LEFT, tuple(_edits(left, at))), (RIGHT, tuple(_edits(right, at)))
    made: list[Change] = []
    rest: list[Change] = []
    for change in found:
        edits = [
            Change(one.what, side, one.old, one.new) for side, own in sides for one in own if _made(change, side, one)
        ]
        made += [one for one in edits if one not in made]
        rest += [] if edits else [change]
    return made, rest


def _made(change: Change, side: str, edit: Change) -> bool:
    """Whether an edit of one side made what differs: what stands there now is what that side says."""
    own, others = (change.old, change.new) if side == LEFT else (change.new, change.old)
    if change.what not in ("result", "message") or own != edit.new:
        return False
    return own is not None or others == edit.old


def _edits(side: Path, at: int) -> Iterator[Change]:
    """What the person changed of the messages before a round, each from what stood there first to what stands there now."""
    request = side.requests[at] if at < len(side.requests) else None
    found: list[Change] = []
    for node in side.tree.path(request) if request is not None else ():
        if side.tree.kind(node) not in _EDITS:
            continue
        before, after = side.tree.state(side.tree.parent(node)), side.tree.state(node)
        if before.outer is None and after.outer is None:
            for change in messages_changed(settled(before), settled(after)):
                _take(found, change)
    yield from (change for change in found if change.old != change.new)


def _take(found: list[Change], change: Change) -> None:
    """One edit more; of one that changes an edited place again what stood there first is kept."""
    same = (nth for nth, old in enumerate(found) if old.what == change.what and old.new == change.old is not None)
    nth = next(same, None)
    if nth is None:
        found.append(change)
    else:
        found[nth] = Change(change.what, change.place, found[nth].old, change.new)
