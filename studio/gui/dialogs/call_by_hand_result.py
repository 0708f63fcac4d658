"""What came of a call made by hand: text, pictures, every other part, structured content; and what the tool printed.

Above: the calls by hand. Below: the widgets of a result. Knows no session.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.panes.call_progress import CallProgress
from studio.gui.panes.result_parts import ResultParts
from studio.gui.panes.text_window import TextWindow
from studio.gui.panes.thumbnail import Thumbnail
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import fill, number, say, seconds
from studio.present.result_parts import Gave
from studio.present.words import words
from studio.workspace.by_hand import MadeCall

_FEWEST, _MOST = 2, 12


class CallOutcome(QWidget):
    """Hidden until a call was made. `read_wanted` gives the address of a resource that a part names."""

    read_wanted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.made: MadeCall | None = None
        self._sign, self.said = IconSign("result", "result", self), QLabel(self)
        self.progress, self.text, self.pictures = CallProgress(self), TextWindow(self), WrappedRow(self)
        self.parts, self.printed = ResultParts(self), QPlainTextEdit(self)
        self._thumbnails: list[Thumbnail] = []
        self._prepare()
        self._lay_out()
        self.show_made(None)

    def begin(self) -> None:
        """A call is under way; what was shown goes."""
        self.show_made(None)
        self.progress.show_progress(None, "")
        self.show()

    def show_made(self, made: MadeCall | None) -> None:
        """Show what came of a call; None shows nothing."""
        self.made = made
        self.progress.forget()
        for each in (self._sign, self.said, self.text, self.pictures, self.parts, self.printed):
            each.hide()
        self.setVisible(made is not None)
        if made is not None:
            self._show(made)

    def _prepare(self) -> None:
        wrap_plainly(self.said)
        self.said.setProperty("role", "strong")
        self.text.set_name(self.tr("Text of the result"))
        self.text.editor.setTabChangesFocus(True)
        self.text.editor.setProperty("look", "field")
        self.printed.setReadOnly(True)
        self.printed.setTabChangesFocus(True)
        self.printed.setProperty("look", "field")
        self.printed.setFont(theme().code_font(12))
        self.printed.setFixedHeight(theme().px(90))
        self.printed.setAccessibleName(self.tr("What the tool printed"))
        self.parts.read_wanted.connect(self.read_wanted)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme().px(8))
        head.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.said, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addLayout(head)
        for part in (self.progress, self.text, self.pictures, self.parts, self.printed):
            column.addWidget(part)

    def _show(self, made: MadeCall) -> None:
        outcome = made.outcome
        wrong = outcome.status != "ok"
        self._sign.set("error" if wrong else "result", "error" if wrong else "result")
        state = say(words(f"status.{outcome.status}")) if wrong else self.tr("Done")
        counted = fill(self.tr("{n} characters"), n=number(len(outcome.text)))
        self.said.setText(" · ".join((made.tool, state, seconds(outcome.seconds), counted)))
        self.text.set_text(outcome.text)
        lines = min(max(self.text.editor.blockCount(), _FEWEST), _MOST)
        self.text.setFixedHeight(lines * self.text.editor.fontMetrics().lineSpacing() + theme().px(28))
        self.text.setVisible(bool(outcome.text))
        self._show_pictures(made)
        gave = Gave(outcome.parts, outcome.structured, outcome.text, outcome.media)
        self.parts.show_parts(gave if outcome.parts or outcome.structured is not None else None)
        printed = "\n".join(part for part in (outcome.stdout, outcome.stderr, outcome.detail) if part)
        self.printed.setPlainText(printed)
        self.printed.setVisible(bool(printed))
        for each in (self._sign, self.said):
            each.show()

    def _show_pictures(self, made: MadeCall) -> None:
        for old in self._thumbnails:
            old.hide()
            self.pictures.take(old)
            old.deleteLater()
        self._thumbnails = [Thumbnail(picture, at, self) for at, picture in enumerate(made.outcome.media, 1)]
        for thumbnail in self._thumbnails:
            self.pictures.add(thumbnail)
            thumbnail.show()
        self.pictures.setVisible(bool(self._thumbnails))
