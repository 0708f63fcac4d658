"""The rows of a whole session, made at once.

Above: the timeline, `workspace` (in the thread that reads a long session). Below: `rows`.
"""

from studio.present.row import RowKind
from studio.present.rows import HIDDEN_ROWS, Rows
from studio.session.journal import Journal


def made_rows(journal: Journal, begun: str = "", unwanted: frozenset[RowKind] = HIDDEN_ROWS) -> Rows:
    """The rows of a session, with the rounds of its branches counted; `begun` and `unwanted` as in `Rows`."""
    rows = Rows(
        journal.tree,
        journal.head,
        names=journal.names,
        hidden=journal.hidden,
        title=journal.title,
        begun=begun,
        unwanted=unwanted,
    )
    rows.branches.rounds_at(journal.head)
    return rows
