"""Whether a replay came out as it was recorded: the two transcripts compared, set aside what a replay cannot keep.

Above: `replay`. Below: `present/transcript`, `engine/difference`. Reads both, changes neither.
"""

from pathlib import Path
from typing import Any

import msgspec

from studio.engine.difference import Difference, first_difference
from studio.present.transcript import transcript
from studio.present.transcript_asked_entry import ServerAskedEntry
from studio.present.transcript_entries import (
    AnyEntry,
    FailedEntry,
    RequestEntry,
    SetupEntry,
    StopEntry,
    UncertainEntry,
    UndoneEntry,
)
from studio.session.events import NodeId
from studio.session.tree import Tree
from studio.workspace import opening
from studio.workspace.opened import OpenedSession

_NOT_SAID = (RequestEntry, SetupEntry, StopEntry, UncertainEntry, ServerAskedEntry)
_CHANGES_ANYWAY = (
    *("id", "source", "seconds", "input_tokens", "output_tokens", "stdout", "stderr", "detail", "round"),
    # A recorded result needs no approval and no start of a tool.
    *("approved", "ran_with"),
)


def difference(session: OpenedSession, file: Path, branch: str | None) -> Difference | None:
    """The first place where the replay `session` differs from the branch of `file`; the pointer counts entries from 0.

    Requests are left out: those are compared as they are sent. So is what servers asked: recorded tools do not ask again. So are ids,
    token counts, times and printed output.
    """
    source = opening.recording(file, branch).recording
    old, new = said(source.tree, source.leaf), said(session.tree, session.head)
    # Where the recording ends the replay asks in vain once more.
    if len(new) == len(old) + 1 and new[-1]["entry"] == "request_failed" and new[-1]["kind"] == "missed":
        del new[-1]
    return first_difference(old, new)


def said(tree: Tree, node: NodeId) -> list[dict[str, Any]]:
    """What was said and done on the path to `node`, in JSON values that are equal when a replay is."""
    return [_plain(entry) for entry in transcript(tree, node) if not isinstance(entry, _NOT_SAID)]


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
