"""The rows before a request that say how its tools were chosen: sources, a small model, and what came of it.

Above: `part_reader`. Below: `round_facts`, `words`, `session/state`. Whoever asks gives the state before the event.
"""

from collections.abc import Sequence
from typing import assert_never

from studio.present.arguments_summary import one_line
from studio.present.round_facts import Choosing, RoundFacts, before
from studio.present.row import Badge, Phrase, Row, Slot
from studio.present.words import Words, words
from studio.session.events import GroupsChosen, SourceAsked, ToolsOffered
from studio.session.state import SessionState

FAILED = Badge(Words("tools.error"), "error")
_NAMES = 3
"""Names that a row tells; the rest is in its notes."""


def tools_row(slot: Slot, facts: RoundFacts, event: Choosing, state: SessionState) -> Row:
    """The row of a choice. `state` is that before it."""
    error = "" if isinstance(event, ToolsOffered) else event.error
    seconds = 0.0 if isinstance(event, ToolsOffered) else event.seconds
    title, icon = _title(event)
    return Row(
        "tools", slot.node, title, "provider_error" if error else icon, "error" if error else "muted",
        rewind=before(event), event=event.id, round=facts.number, level=1, summary=_summary(event, state),
        badges=(FAILED,) if error else (), notes=_notes(event, state), ms=round(seconds * 1000) if seconds > 0 else None,
    )  # fmt: skip


def _title(event: Choosing) -> tuple[Phrase, str]:
    match event:
        case SourceAsked(source=source):
            return words("row.source", source=source), "bolt"
        case GroupsChosen():
            return Words("row.groups_chosen"), "folder"
        case ToolsOffered():
            return Words("row.offered"), "filter"
        case _:
            assert_never(event)


def _summary(event: Choosing, state: SessionState) -> tuple[Phrase, ...]:
    match event:
        case SourceAsked(tools=tools, error=error):
            named = words("source.named", tools=_few(tools)) if tools else Words("source.named_none")
            failed = (words("source.failed", error=one_line(error)),) if error else ()
            return failed if error and not tools else (named, *failed)
        case GroupsChosen(groups=groups, error=error):
            opened = words("groups.opened", groups=_few(groups)) if groups else Words("groups.opened_none")
            return (words("groups.failed", error=one_line(error)), opened) if error else (opened,)
        case ToolsOffered():
            return (_count(event, state), *_changes(event, state, _NAMES))
        case _:
            assert_never(event)


def _count(event: ToolsOffered, state: SessionState) -> Words:
    known = len(state.setup.tools) + len(state.setup.own_tools)
    return words("tools.of", n=len(event.tools), of=max(known, len(event.tools)))


def _changes(event: ToolsOffered, state: SessionState, most: int = 0) -> tuple[Phrase, ...]:
    """What came in and what left since the request before; nothing before the first."""
    former = state.setup.offered
    if former is None:
        return ()
    now = [tool.name for tool in event.tools]
    came, left = [name for name in now if name not in former], [name for name in former if name not in now]
    into = (words("offered.came", tools=_few(came, most)),) if came else ()
    return into + ((words("offered.left", tools=_few(left, most)),) if left else ())


def _notes(event: Choosing, state: SessionState) -> tuple[Phrase, ...]:
    match event:
        case GroupsChosen(reply=reply) if reply is not None and reply.text.strip():
            return (words("groups.said", text=one_line(reply.text)),)
        case ToolsOffered():
            return _changes(event, state)
        case _:
            return ()


def _few(names: Sequence[str], most: int = _NAMES) -> str:
    shown = names[:most] if most else names
    return ", ".join(shown) + ("…" if len(shown) < len(names) else "")
