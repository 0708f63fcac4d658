"""What an edit changed, in phrases, and its row: *argument amount · "89.90" → 89.9*.

Above: `round_facts`, `part_reader`. Below: `row`, `words`, `session`. Shown only where edits are wanted as rows; else the edited row has a
badge.
"""

import json
from typing import NamedTuple, assert_never

from studio.messages.arguments import read_arguments
from studio.present.arguments_summary import arguments_summary, one_line
from studio.present.row import Phrase, Row
from studio.present.words import Words, words
from studio.session.events import CallEdited, HistoryEdited, ReplyEdited, ResultEdited
from studio.session.nodes import CallKey, NodeId
from studio.session.state import CallState

_NAMES = 3
_VALUE = 40


class EditMade(NamedTuple):
    """One edit: its event, the call it is about, what was changed, and the breakpoint that did it."""

    node: NodeId
    said: tuple[Phrase, ...]
    call: CallKey | None = None
    tool: str = ""
    rule: str = ""


def edit_made(event: HistoryEdited | ReplyEdited | CallEdited | ResultEdited, before: CallState | None) -> EditMade:
    """An edit in phrases. `before` is the call as it stood until then."""
    match event:
        case HistoryEdited(removed=removed, inserted=inserted):
            gone = (words("count.removed", n=removed),) if removed else ()
            came = (words("count.added", n=len(inserted)),) if inserted else ()
            return EditMade(event.id, (Words("edited.history"), *gone, *came))
        case ReplyEdited():
            return EditMade(event.id, (Words("edited.reply"),))
        case CallEdited(call=key, now=now, rule=rule):
            said = _call_changed(before.call.name, before.call.arguments, event) if before is not None else ()
            return EditMade(event.id, said or (words("edited.call", tool=now.name),), key, now.name, rule)
        case ResultEdited(call=key, text=text, rule=rule):
            tool = before.call.name if before is not None else ""
            return EditMade(event.id, (words("edited.result", tool=tool), one_line(text)), key, tool, rule)
        case _:
            assert_never(event)


def _call_changed(name: str, arguments: str, event: CallEdited) -> tuple[Phrase, ...]:
    now = event.now
    renamed: tuple[Phrase, ...] = (words("edited.name", old=name, new=now.name),) if name != now.name else ()
    if arguments == now.arguments:
        return renamed
    old, new = read_arguments(arguments).value, read_arguments(now.arguments).value
    if old is None or new is None:
        return (*renamed, Words("edited.arguments_text"), arguments_summary(now.arguments, 2 * _VALUE))
    changed = [key for key in {**old, **new} if old.get(key, _GONE) != new.get(key, _GONE)]
    if len(changed) == 1:
        (key,) = changed
        return (*renamed, words("edited.argument", name=key), f"{_value(old, key)} → {_value(new, key)}")
    names = ", ".join(changed[:_NAMES]) + ("…" if len(changed) > _NAMES else "")
    return (*renamed, words("edited.arguments", n=len(changed), names=names)) if changed else renamed


_GONE = object()
"""Stands where a member is not there: null is a value."""


def _value(members: dict[str, object], key: str) -> str:
    if key not in members:
        return "—"
    return one_line(json.dumps(members[key], ensure_ascii=False), _VALUE)


def edit_row(made: EditMade, number: int) -> Row:
    """The row of an edit."""
    notes: tuple[Phrase, ...] = (words("edited.by_breakpoint", rule=made.rule),) if made.rule else ()
    return Row(
        "edit", made.node, Words("row.edited"), "edit", "edit", made.call, rewind=made.node, event=made.node, round=number,
        level=1, summary=made.said, notes=notes, tool=made.tool, edited=True,
    )  # fmt: skip
