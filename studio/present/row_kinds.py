"""The kinds of rows by the names that a person uses for them: behind `kind:` in the filter, and in the list of kinds to show.

Above: `row_filter`, `rows`, the window's timeline. Below: `row`. Pure.
"""

from collections.abc import Collection
from typing import Literal

from studio.present.row import Row, RowKind

SHOWABLE: dict[str, tuple[RowKind, ...]] = {
    "message": ("message",),
    "setup": ("setup",),
    "tools": ("tools",),
    "memory": ("memory",),
    "request": ("request",),
    "failed": ("failed",),
    "response": ("response",),
    "call": ("call",),
    "result": ("result", "error"),
    "asked": ("asked",),
    "rollback": ("rollback", "undone"),
    "fork": ("fork",),
    "edit": ("edit",),
}
"""The kinds that can be hidden, in the order in which a round has them. A result that is an error, or was rejected, is a result too."""
HIDDEN_AT_FIRST = frozenset({"edit"})
"""An edit is told by a badge on the row that was edited."""
NAMED: dict[str, tuple[RowKind, ...]] = {
    **SHOWABLE,
    "round": ("round",),
    "error": ("error", "failed"),
    "agent": ("call",),
    "damaged": ("damaged",),
}
"""What may stand behind `kind:`; of calls, `agent` are those that an agent answers."""


def is_of(row: Row, name: str) -> bool:
    """Whether a row is of the kind that a person calls so."""
    return row.kind in NAMED.get(name, ()) and (name != "agent" or row.icon == "agent")


def rows_of(names: Collection[str]) -> frozenset[RowKind]:
    """The kinds of rows behind some names; a name that there is not stands for none."""
    return frozenset(kind for name in names for kind in NAMED.get(name, ()))


def name_of(kind: RowKind) -> str:
    """The name under which a kind of row can be hidden; empty where it cannot."""
    return next((name for name, kinds in SHOWABLE.items() if kind in kinds), "")


def pane_of(row: Row) -> Literal["request", "response"]:
    """Which half of a round a row is about: what was sent, or what came back and was done then."""
    return "response" if row.call is not None or row.kind in ("response", "rollback", "undone") else "request"
