"""One content of a result in a line, with what can be done with it: shown, saved, copied, read.

Above: `result_parts`. Below: `present/result_parts`, text and thumbnail widgets. Knows no session and fetches nothing.
"""

from pathlib import Path
from typing import Literal

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFileDialog, QLabel, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.hosted_view import beside_button
from studio.gui.panes.text_window import TextWindow
from studio.gui.panes.thumbnail import Thumbnail
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.folded_text import FoldedText
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import fill, say
from studio.messages.parts import Image
from studio.present.result_parts import ResultPart, file_name, part_facts, part_json, part_reads, part_title

_ICONS = {
    "text": "message",
    "image": "picture",
    "audio": "sound",
    "resource": "file",
    "blob": "file",
    "link": "link",
    "structured": "braces",
    "other": "dots",
}
_LINES, _FIRST_WORDS = 3, 72
_SHOWN, _LEAST = 220, 300
_UNFOLDED = frozenset(("text", "resource", "structured", "other"))


class ResultPartRow(QWidget):
    """`read_wanted` gives the address of a link."""

    read_wanted = Signal(str)
    resized = Signal()

    def __init__(self, part: ResultPart, parent: QWidget | None = None, *, reads: bool = True) -> None:
        """`reads`: links can be read from here."""
        super().__init__(parent)
        self.part = part
        self._sign = IconSign(_ICONS[part.kind], "warn" if part.not_kept else "muted", self, size=14)
        self.line, self.said = FoldedText(self, lines=_LINES), QLabel(self)
        self.show_more, self.json = Button("", self, look="link"), Button("", self, look="link")
        self.save, self.copy = Button("", self, look="link"), Button("", self, look="link")
        self.read = Button("", self, look="link")
        self.body: TextWindow | None = None
        self.dialog: QFileDialog | None = None
        self._unfolded: Literal["", "content", "json"] = ""
        self._choose(reads=reads)
        self._lay_out()
        self._wire()
        self._reword()

    @property
    def buttons(self) -> tuple[Button, ...]:
        """Those that can be pressed, from left to right."""
        every = (self.read, self.show_more, self.save, self.copy, self.json)
        return tuple(button for button in every if not button.isHidden())

    def write(self, path: Path) -> None:
        """Save what it holds; what went wrong is said under the line."""
        try:
            path.write_bytes(self.part.content)
        except OSError as error:
            said = fill(self.tr("{file} could not be written: {why}."), file=path.name, why=error.strerror or "")
            self._say(said, "error")
            return
        self._say(fill(self.tr("Saved as {path}."), path=path), "small_muted")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The buttons go under the line where it is narrow."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._place()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    # ---- inside

    def _choose(self, *, reads: bool) -> None:
        part = self.part
        there = not part.not_kept
        self.show_more.setVisible(there and part.kind in _UNFOLDED)
        self.save.setVisible(there and bool(part.data or (part.text and part.kind in ("resource", "structured"))))
        self.copy.setVisible(bool(part.uri) or (there and part.kind in ("text", "structured")))
        self.read.setVisible(reads and part.kind == "link" and bool(part.uri))
        more = isinstance(part.value, dict) and not {"annotations", "_meta"}.isdisjoint(part.value)
        self.json.setVisible(more and part.kind != "other")

    def _lay_out(self) -> None:
        self._buttons = WrappedRow(self, gap=4)
        for button in (self.read, self.show_more, self.save, self.copy, self.json):
            self._buttons.add(button)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(8)
        head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        head.setSpacing(8)
        head.addLayout(beside_button(self._sign), 0)
        head.addLayout(beside_button(self.line), 1)
        self._row.addLayout(head, 1)
        self._row.addWidget(self._buttons, 0, Qt.AlignmentFlag.AlignTop)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addLayout(self._row)
        if self.part.kind == "image" and self.part.data:
            url = f"data:{self.part.media_type};base64,{self.part.data}"
            picture = Thumbnail(Image(url, self.part.media_type), self.part.place, self)
            self._column.addWidget(picture, 0, Qt.AlignmentFlag.AlignLeft)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setWordWrap(True)
        self.said.setMinimumWidth(1)
        self._column.addWidget(self.said)
        self.said.hide()

    def _wire(self) -> None:
        self.show_more.clicked.connect(lambda _on=False: self._unfold("content"))
        self.json.clicked.connect(lambda _on=False: self._unfold("json"))
        self.save.clicked.connect(lambda _on=False: self._ask_where())
        self.copy.clicked.connect(lambda _on=False: self._copy())
        self.read.clicked.connect(lambda _on=False: self.read_wanted.emit(self.part.uri))
        theme().changed.connect(self._reword)

    def _reword(self) -> None:
        title, reads = say(part_title(self.part)), say(part_reads(self.part))
        facts = [fact if isinstance(fact, str) else say(fact) for fact in part_facts(self.part)]
        first = self._first_words()
        shown = " · ".join((title, *facts, reads)) + (f"\n{first}" if first else "")
        end = shown.index("\n") if first else len(shown)
        told = "result" if self.part.reads == "whole" else "muted"
        self.line.set_text(
            shown,
            spans=[
                (len(title), end - len(title) - len(reads), "muted"),
                (end - len(reads), len(reads), told),
                (end, len(shown) - end, "muted"),
            ],
        )
        shows, as_json = self._unfolded == "content", self._unfolded == "json"
        self._name(self.show_more, self.tr("Hide") if shows else self.tr("Show"), title)
        self._name(self.json, self.tr("Hide JSON") if as_json else self.tr("JSON"), title)
        self._name(self.save, self.tr("Save as…"), title)
        self._name(self.copy, self.tr("Copy address") if self.part.uri else self.tr("Copy"), title)
        self._name(self.read, self.tr("Read…"), title)
        self.setAccessibleName(shown)
        self._place()

    def _name(self, button: Button, words: str, title: str) -> None:
        button.set_words(words)
        button.setAccessibleName(f"{words}: {self.part.place}. {title}")

    def _first_words(self) -> str:
        """The beginning of what is not shown in the result itself."""
        if self.part.description:
            return self.part.description
        return " ".join(self.part.text[: 2 * _FIRST_WORDS].split())[:_FIRST_WORDS] if self._has_first_words() else ""

    def _has_first_words(self) -> bool:
        return self.part.kind == "text" and bool(self.part.text.strip())

    def _place(self) -> None:
        needed = self._buttons.sizeHint().width() + theme().px(_LEAST)
        beside = self.width() >= needed or not self.buttons
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if self._row.direction() != way:
            self._row.setDirection(way)
            self._row.setSpacing(8 if beside else 0)
        self._buttons.set_margins(0 if beside else theme().px(14) + 4, 0, 0, 0)
        self._buttons.setVisible(bool(self.buttons))

    def _unfold(self, what: Literal["content", "json"]) -> None:
        """Show that below the line, or nothing where it is shown already."""
        if self.body is not None:
            self._column.removeWidget(self.body)
            self.body.hide()
            self.body.deleteLater()
            self.body = None
        self._unfolded = "" if self._unfolded == what else what
        if self._unfolded:
            self.body = self._made_body(self._unfolded)
            self._column.insertWidget(1, self.body)
        self._reword()
        self.updateGeometry()
        self.resized.emit()

    def _made_body(self, what: Literal["content", "json"]) -> TextWindow:
        plain = what == "content" and self.part.kind in ("text", "resource")
        made = TextWindow(self, json=not plain)
        made.editor.setTabChangesFocus(True)
        made.setFixedHeight(theme().px(_SHOWN))
        as_it_came = what == "json" or self.part.kind == "other"
        made.set_text(part_json(self.part) if as_it_came else self.part.text)
        made.set_name(fill(self.tr("What part {n} holds"), n=self.part.place))
        return made

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.part.uri or self.part.text)

    def _ask_where(self) -> None:
        dialog = QFileDialog(self, self.tr("Save the part as"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(file_name(self.part))
        dialog.fileSelected.connect(lambda name: self.write(Path(name)))
        dialog.finished.connect(lambda _result: self._asked(dialog))
        self.dialog = dialog
        dialog.open()

    def _asked(self, dialog: QFileDialog) -> None:
        dialog.deleteLater()
        self.dialog = None

    def _say(self, words: str, role: str) -> None:
        self.said.setText(words)
        self.said.setProperty("role", role)
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)
        self.said.show()
        self.resized.emit()
