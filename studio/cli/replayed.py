"""Whether a replay came out as it was recorded: the two transcripts compared, set aside what a replay cannot keep.

Above: `replay`. Below: `present/transcript`, `engine/difference`. Reads both, changes neither.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from studio.engine.difference import Difference, first_difference
from studio.engine.volatile import Volatile
from studio.present.transcript import transcript
from studio.present.transcript_asked_entry import ServerAskedEntry
from studio.present.transcript_entries import (
    AnyEntry,
    FailedEntry,
    RequestEntry,
    ResultEntry,
    SetupEntry,
    StopEntry,
    UncertainEntry,
    UndoneEntry,
)
from studio.present.transcript_toolbox_entries import GroupsChosenEntry, OfferedEntry, SourceEntry
from studio.session.nodes import NodeId
from studio.session.tree import Tree
from studio.workspace.opened import OpenedSession

_NOT_SAID = (RequestEntry, SetupEntry, StopEntry, UncertainEntry, ServerAskedEntry)
_CHOICE = (SourceEntry, GroupsChosenEntry, OfferedEntry)
_CHOICE_NAMES = ("source", "groups_chosen", "offered")
_CHANGES_ANYWAY = (
    *("id", "source", "seconds", "input_tokens", "output_tokens", "stdout", "stderr", "detail", "round"),
    # A recorded result needs no approval and no start of a tool.
    *("approved", "ran_with"),
)


def difference(session: OpenedSession) -> Difference | None:
    """The first place where the replay `session` differs from its recording, as that was read when it began; the pointer counts entries
    from 0.

    Requests are left out: those are compared as they are sent. So is what servers asked: recorded tools do not ask again. So are ids,
    token counts, times and printed output.
    """
    source = session.recording
    assert source is not None
    old, new = said(source.tree, source.leaf), said(session.tree, session.head)
    named = session.replay_rules.volatile
    aside = Volatile((*named, *(_compared_as_sent(session) if named else ())))
    return first_difference(old, _without_vain_end(new, len(old)), aside)


def _compared_as_sent(session: OpenedSession) -> list[str]:
    """The texts of results that tools gave now, where the recorded model was asked with them: the request was compared already, but for
    what the person set aside."""
    made: list[str] = []
    waiting: list[str] = []
    at = 0
    for entry in _kept(transcript(session.tree, session.head), requests=True):
        if isinstance(entry, RequestEntry):
            made += waiting if entry.source == "recorded" else []
            waiting.clear()
            continue
        if isinstance(entry, ResultEntry) and entry.source == "ran":
            waiting.append(f"/{at}/text")
        at += 1
    return made


def _without_vain_end(new: list[dict[str, Any]], recorded: int) -> list[dict[str, Any]]:
    """Where the recording ends, behind so many entries, the replay asks in vain once more: without that, and the choice of tools for it."""
    *choice, last = new[recorded:] or [{}]
    missed = last.get("entry") == "request_failed" and last["kind"] == "missed"
    return new[:recorded] if missed and all(each["entry"] in _CHOICE_NAMES for each in choice) else new


def said(tree: Tree, node: NodeId) -> list[dict[str, Any]]:
    """What was said and done on the path to `node`, in JSON values that are equal when a replay is. A choice of tools that no request
    followed is no part of it: the person said something else first, and a replay chooses when that is said."""
    return [_plain(entry) for entry in _kept(transcript(tree, node), requests=False)]


def _kept(entries: Sequence[AnyEntry], *, requests: bool) -> list[AnyEntry]:
    """The entries that are compared, and with `requests` those too."""
    kept: list[AnyEntry] = []
    sends = False
    for entry in reversed(entries):
        if isinstance(entry, RequestEntry):
            sends = True
            kept += [entry] if requests else []
        elif isinstance(entry, _CHOICE):
            kept += [entry] if sends else []
        elif not isinstance(entry, _NOT_SAID):
            kept.append(entry)
            sends = False
    return kept[::-1]


def _plain(entry: AnyEntry) -> dict[str, Any]:
    made: dict[str, Any] = _without(msgspec.to_builtins(entry))
    if isinstance(entry, FailedEntry):
        made.pop("message")
    elif isinstance(entry, UndoneEntry):
        made.pop("arguments")  # a recorded undo starts no tool
    return made


def _without(value: Any) -> Any:
    match value:
        case dict():
            return {key: _without(member) for key, member in value.items() if key not in _CHANGES_ANYWAY}
        case list() | tuple():
            return [_without(member) for member in value]
        case _:
            return value
