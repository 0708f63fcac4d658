"""The entries of runs: results, attempts that failed, calls that were undone.

Above: `transcript`. Below: `transcript_entries`, `session`. Pure.
"""

from typing import Any

from studio.present.transcript_entries import AttemptEntry, ResultEntry, UndoneEntry
from studio.present.transcript_parts import gave_shown, pictures_shown
from studio.session.events import AttemptFailed, ResultRecorded, UndoEnded, UndoStarted
from studio.session.state import CallState, SessionState
from studio.session.toolbox import Added

Place = tuple[CallState | None, int, int]
"""An open call, its number from 1 on, and how many there are; zeros when it is not there."""


def result_entry(rounds: int, event: ResultRecorded, place: Place, *, twin: bool, times: bool) -> ResultEntry:
    """What a call gave."""
    found, at, of = place
    return ResultEntry(
        rounds,
        at,
        of,
        found.call.name if found is not None else "",
        event.source,
        event.text,
        event.is_error,
        event.status,
        event.stdout,
        event.stderr,
        event.detail,
        event.seconds if times else None,
        ran_with=found.ran_with if found is not None and found.status == "started" else "",
        approved=found is not None and found.status == "started" and found.approved,
        attempts=found.attempts if found is not None else 0,
        media=pictures_shown(event.media),
        whole=event.whole,
        rule=event.rule,
        fault=event.fault,
        twin=twin,
        parts=gave_shown(event),
        **_added(event.adds),
    )


def _added(adds: Added | None) -> dict[str, Any]:
    if adds is None:
        return {}
    return {"found": adds.tools, "query": adds.query, "skill": adds.skill, "groups": adds.groups}


def attempt_entry(rounds: int, event: AttemptFailed, place: Place, *, twin: bool, times: bool) -> AttemptEntry:
    """A run that failed and was made again."""
    found, at, of = place
    return AttemptEntry(
        rounds,
        at,
        of,
        found.call.name if found is not None else "",
        found.attempts + 1 if found is not None else 1,
        event.text,
        event.status,
        event.stdout,
        event.stderr,
        event.detail,
        event.seconds if times else None,
        found.ran_with if found is not None else "",
        event.rule,
        event.fault,
        twin,
    )


def undone_entry(state: SessionState, event: UndoEnded, started: UndoStarted | None, *, times: bool) -> UndoneEntry:
    """What came of undoing a call. `state` is that before; `started` is how it began, None when no tool ran."""
    return UndoneEntry(
        state.rounds,
        next((ran.name for ran in state.done if ran.key == event.call), ""),
        event.tool,
        event.cause,
        started.arguments if started is not None else "",
        event.source,
        event.text,
        event.told,
        event.is_error,
        event.status,
        event.stdout,
        event.stderr,
        event.detail,
        event.seconds if times else None,
        event.rule,
        event.fault,
    )
