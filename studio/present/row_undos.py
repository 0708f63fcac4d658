"""The rows of a rollback: how many calls were undone and why, and what came of each.

Above: `row_details`. Below: `round_facts`, `waterfall`, `words`. What was undone may be of an earlier round.
"""

from studio.present.arguments_summary import one_line
from studio.present.round_facts import Home, RoundFacts, before
from studio.present.row import Badge, Phrase, Row, Slot
from studio.present.row_marks import SOURCES, run_notes
from studio.present.waterfall import length_of_undo, waterfall
from studio.present.words import Words, words

ROLLED_BACK = Badge(Words("badge.rolled_back"), "warn")
NOT_UNDONE = Badge(Words("badge.not_undone"), "error")


def rollback_row(slot: Slot, facts: RoundFacts) -> Row:
    """The row above the undos of a round."""
    undos = list(facts.undos.values())
    ends = [undo.end for undo in undos if undo.end is not None]
    done, failed = sum(not end.is_error for end in ends), sum(end.is_error for end in ends)
    first = undos[0].first
    assert first is not None
    title: Words = words("row.rollback", n=done) if done else Words("row.rolling_back")
    summary: tuple[Phrase, ...] = (words("undo.because", cause=first.cause),)
    if failed:
        summary += (words("undo.failed", n=failed),)
    return Row(
        "rollback", slot.node, title, "rollback", "warn", rewind=before(first), event=first.id, round=facts.number, level=1,
        summary=summary,
    )  # fmt: skip


def undone_row(slot: Slot, facts: RoundFacts) -> Row:
    """The row of one undo: the undoing tool and what it gave."""
    assert slot.call is not None
    undo, home = facts.undos[slot.call], Home("undone", slot.node, slot.call)
    first, end = undo.first, undo.end
    assert first is not None
    failed = end is not None and end.is_error
    text = one_line(end.text) if end is not None else ""
    source = SOURCES.get(end.source) if end is not None else None
    badges = ((NOT_UNDONE,) if failed else ()) + ((source,) if source else ())
    return Row(
        "undone", slot.node, first.tool or Words("status.not_undone"), "error" if failed else "undo",
        "error" if failed else "result", slot.call, rewind=end.id if end is not None else before(first), round=facts.number,
        level=1, code_title=bool(first.tool), code_summary=True, summary=(text,) if text else (), badges=badges,
        notes=run_notes(end) if end is not None else (), tool=first.tool, ms=length_of_undo(undo),
        bars=waterfall(facts).bars.get(home, ()), mocked=end is not None and end.source == "mock", uncertain=end is None,
    )  # fmt: skip
