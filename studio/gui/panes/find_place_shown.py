"""Brings a place that was found in the session into view in the pane that shows its step, and gives it a ground.

Above: `find_room`. Below: `texts_target`. Where it is shown otherwise than it was said (JSON laid out anew) the words alone are looked for.
"""

from PySide6.QtWidgets import QWidget

from studio.gui.panes.texts_target import TextsTarget
from studio.gui.widgets.find_text import Hit
from studio.present.find_lines import FoundLine

_AROUND = 24


def show_place(view: QWidget, line: FoundLine) -> TextsTarget | None:
    """Bring the first place of a line into sight among the texts of a view; None where none of them has it, else what the ground can be
    taken from again."""
    target = TextsTarget(view)
    text = target.search_text()
    at = _place(text, line)
    if at is None:
        return None
    start = _units(text[: at[0]])
    hit: Hit = (start, start + _units(text[at[0] : at[1]]))
    target.go_to_hit(hit, chosen=True)
    target.show_hits([hit], 0)
    return target


def _place(text: str, line: FoundLine) -> tuple[int, int] | None:
    """Where the words stand with what is around them in the line, else where they stand at all."""
    start, end = line.spans[0]
    before = line.shown[max(start - _AROUND, 0) : start].lstrip("…")
    after = line.shown[end : end + _AROUND].rstrip("…")
    found = line.found
    for lead, tail in ((before, after), (before, ""), ("", after), ("", "")):
        at = text.find(lead + found + tail)
        if at >= 0:
            return at + len(lead), at + len(lead) + len(found)
    return None


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
