"""What few messages have beside their text: thinking, pictures, parts that are kept as they came, sources of passages, remarks.

Above: the block of a message. Below: their views. Each is made at its first use.
"""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.gui.panes.entry_look import EntryLook
from studio.gui.panes.hosted_view import HostedView
from studio.gui.panes.message_entries import Entry
from studio.gui.panes.result_parts import ResultParts
from studio.gui.panes.thinking_fold import ThinkingFold
from studio.gui.panes.thumbnail import Pictures
from studio.gui.widgets.folded_text import FoldedText
from studio.gui.widgets.message_block import FOLDED_LINES
from studio.messages.parts import Image


class EntryBeside:
    """Stands in the layout of a block: thinking below the head, the rest below the text."""

    def __init__(self, block: QWidget, calls: QWidget) -> None:
        layout = block.layout()
        assert isinstance(layout, QVBoxLayout)
        self._block, self._calls, self._layout = block, calls, layout
        self.thoughts: list[ThinkingFold] = []
        self.pictures: Pictures | None = None
        self.hosted: HostedView | None = None
        self.parts: ResultParts | None = None
        self.passages: FoldedText | None = None
        self.remarks: FoldedText | None = None

    def show(self, entry: Entry, look: EntryLook) -> None:
        """Show what this message has."""
        self._show_thoughts(look)
        self._show_pictures(entry)
        self._show_parts(entry)
        self.passages = self._show_lines(
            self.passages, look.passages, "muted" if look.ground == "text" else look.ground
        )
        self.remarks = self._show_lines(self.remarks, look.remarks, "muted" if entry.told_before else "warn")

    def _show_thoughts(self, look: EntryLook) -> None:
        while len(self.thoughts) < len(look.thoughts):
            self.thoughts.append(ThinkingFold(self._block))
            self._layout.insertWidget(len(self.thoughts), self.thoughts[-1])
        for at, fold in enumerate(self.thoughts):
            fold.show_thought(look.thoughts[at] if at < len(look.thoughts) else None)

    def _show_pictures(self, entry: Entry) -> None:
        pictures = tuple(part for part in entry.extras if isinstance(part, Image))
        if pictures and self.pictures is None:
            self.pictures = Pictures(self._block)
            self._layout.insertWidget(self._layout.indexOf(self._calls), self.pictures)
        if self.pictures is not None:
            self.pictures.show_pictures(pictures, of_result=entry.part is not None)

    def _show_parts(self, entry: Entry) -> None:
        if entry.hosted and self.hosted is None:
            self.hosted = HostedView(self._block)
            self._layout.addWidget(self.hosted)
        if self.hosted is not None:
            self.hosted.show_parts(entry.hosted)
        if entry.gave is not None and self.parts is None:
            self.parts = ResultParts(self._block, reads=False, folded=True)
            self._layout.addWidget(self.parts)
        if self.parts is not None:
            self.parts.show_parts(entry.gave)

    def _show_lines(self, widget: FoldedText | None, text: str, colour: str) -> FoldedText | None:
        if text and widget is None:
            widget = FoldedText(self._block, lines=FOLDED_LINES)
            self._layout.addWidget(widget)
        if widget is not None:
            widget.set_text(text, colour=colour)
            widget.setVisible(bool(text))
        return widget
