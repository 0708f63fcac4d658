"""Grounds of what was found in a text that is laid out by `FoldedText`: places in characters become formats in the units of Qt.

Above: `folded_text`. Below: the theme. Knows not what was looked for.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtGui import QTextCharFormat, QTextLayout

from studio.gui.look.theme import theme

Mark = tuple[int, int]
"""Start and end, in characters."""


def mark_formats(text: str, marks: Sequence[Mark], current: int) -> Iterator[QTextLayout.FormatRange]:
    """A format for each mark; `current` is the number of the one that the person stands on, -1 for none."""
    for at, (start, end) in enumerate(marks):
        made = QTextLayout.FormatRange()
        made.start = len(text[:start].encode("utf-16-le", "surrogatepass")) // 2
        made.length = len(text[start:end].encode("utf-16-le", "surrogatepass")) // 2
        look = QTextCharFormat()
        look.setBackground(theme().color("accent" if at == current else "search_hit"))
        look.setForeground(theme().color("accent_text" if at == current else "text"))
        made.format = look
        yield made
