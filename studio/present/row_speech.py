"""A row as it is read out: *Round 3, tool call issue_refund, paused, edited, 2 problems*.

Above: the window's item model. Below: `row`, `words`. Phrases are joined by the front, which knows the language.
"""

from studio.present.row import Phrase, Row
from studio.present.words import Words, words


def spoken(row: Row) -> tuple[Phrase, ...]:
    """The phrases of a row in the order in which they are read."""
    return (*_place(row), *_what(row), *_marks(row), *_content(row))


def _place(row: Row) -> tuple[Phrase, ...]:
    return (
        (words("row.round", round=row.label or row.round),) if row.round and row.kind not in ("round", "next") else ()
    )


def _what(row: Row) -> tuple[Phrase, ...]:
    match row.kind:
        case "request" | "response":
            return (Words(f"spoken.{row.kind}"),)
        case "call" if row.icon == "agent":
            return (words("spoken.agent", tool=row.tool),)
        case "call" | "result" | "error":
            return (words(f"spoken.{row.kind}", tool=row.tool),)
        case "undone":
            return (words("spoken.undone", tool=row.tool),) if row.tool else (row.title,)
        case "rollback":
            return (Words("spoken.rollback"), row.title)
        case "next":
            return (Words("spoken.next"), row.title)
        case _:
            return (row.title,)


def _marks(row: Row) -> tuple[Phrase, ...]:
    marks: list[Phrase] = [badge.words for badge in row.badges]
    if row.is_head:
        marks.append(Words("spoken.head"))
    if row.stop:
        marks.append(Words("spoken.stop" if row.stop == "stop" else f"spoken.stop.{row.stop}"))
    if row.problems:
        marks.append(words("count.problems", n=row.problems))
    if row.folded:
        marks.append(Words("spoken.folded"))
    if row.shared:
        marks.append(Words("spoken.shared"))
    return tuple(marks)


def _content(row: Row) -> tuple[Phrase, ...]:
    return ((row.title,) if row.kind in ("result", "error") else ()) + row.summary + row.notes
