"""What will go along with the next message: one row for each file, with the lines that are taken and when it goes along, and for each
resource that was read; a button takes it out.

Above: the composer. Below: `widgets`, `messages/passage`, `workspace/read_resources`. Reads no file itself: `read` is handed in.
"""

import re
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.attached_picture import PictureRow
from studio.gui.panes.entry_look import about_tokens
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import IconButton
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import fill, say
from studio.messages.parts import Image
from studio.messages.passage import Passage
from studio.present.result_parts import bytes_words, decoded_size
from studio.workspace.read_resources import Carried

Lines = tuple[int, int]
Read = Callable[[Path, Lines | None, bool], Passage | None]
_LINES = re.compile(r"\s*(\d{1,9})\s*(?:[-–]\s*(\d{1,9})\s*)?")


def lines_of(text: str) -> Lines | None:
    """`10-40` or `7` as the first and the last line; None for the whole file. Raises ValueError for anything else."""
    if not text.strip():
        return None
    found = _LINES.fullmatch(text)
    if found is None:
        raise ValueError(text)
    first, last = int(found[1]), int(found[2] or found[1])
    if not 1 <= first <= last:
        raise ValueError(text)
    return first, last


class PassageRow(QWidget):
    """One file. `removed`: it shall not go along."""

    removed = Signal()

    def __init__(self, path: Path, passage: Passage, read: Read, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path, self.passage, self._read = path, passage, read
        self.name = ElidedLabel("", self, size=12)
        self.lines, self.always, self.out = QLineEdit(self), QCheckBox(self), IconButton("close", "", self)
        _laid_out(self, "file", (self.name, self.out), (self.lines, self.always))
        self.lines.editingFinished.connect(self._take_lines)
        self.always.toggled.connect(self._switch)
        self.out.clicked.connect(lambda _on=False: self.removed.emit())
        theme().changed.connect(self._restyle)
        self._restyle()
        self._reword()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _switch(self, always: bool) -> None:
        self.passage = replace(self.passage, always=always)

    def _take_lines(self) -> None:
        try:
            self._take(lines_of(self.lines.text()))
        except ValueError:
            self.lines.setText("")
            self._take(None)

    def _take(self, lines: Lines | None) -> None:
        """Read the file again; where that cannot be, what was read before stays."""
        found = self._read(self.path, lines, self.always.isChecked())
        if found is not None:
            self.passage = found
        else:
            self.lines.setText("")
        self._reword()

    def _reword(self) -> None:
        where = f", {self.passage.where}" if self.passage.where else ""
        self.name.set_text(f"{self.passage.source}{where} · {about_tokens(self.passage.text)}")
        self.lines.setPlaceholderText(self.tr("all lines"))
        self.lines.setAccessibleName(fill(self.tr("Lines of {file}"), file=self.passage.source))
        self.lines.setToolTip(self.tr("Lines that are taken: 10-40. Empty: the whole file."))
        self.always.setText(self.tr("With every request"))
        self.always.setToolTip(self.tr("Off: only with the first request after this message."))
        self.out.set_words(fill(self.tr("Take {file} out"), file=self.passage.source))

    def _restyle(self) -> None:
        self.lines.setFixedWidth(theme().px(92))


class ReadRow(QWidget):
    """What was read already, such as a resource of a server: texts and pictures that go along as they are. `removed`: they shall not."""

    removed = Signal()

    def __init__(self, carried: Carried, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._read = carried
        self.name, self.always = ElidedLabel("", self, size=12), QCheckBox(self)
        self.out = IconButton("close", "", self)
        row = _laid_out(self, "server", (self.name, self.out), (self.always,))
        self.always.setChecked(any(each.always for each in carried.passages))
        row.setVisible(bool(carried.passages))
        self.out.clicked.connect(lambda _on=False: self.removed.emit())
        self._reword()

    @property
    def carried(self) -> Carried:
        """What goes along."""
        always = self.always.isChecked()
        return replace(self._read, passages=tuple(replace(each, always=always) for each in self._read.passages))

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        texts = [f"{each.source} · {about_tokens(each.text)}" for each in self._read.passages]
        pictures = [self._picture(each) for each in self._read.pictures]
        self.name.set_text(", ".join((*texts, *pictures)))
        self.always.setText(self.tr("With every request"))
        self.always.setToolTip(self.tr("Off: only with the first request after this message."))
        self.out.set_words(fill(self.tr("Take {file} out"), file=self.name.text()))

    def _picture(self, picture: Image) -> str:
        size = say(bytes_words(decoded_size(picture.url.partition(",")[2])))
        return fill(self.tr("picture ({kind}, {size})"), kind=picture.media_type, size=size)


class Attachments(QWidget):
    """All of them; hidden while there are none. `read` gives a file as a passage, or None when it said what is wrong."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.read: Read = lambda _path, _lines, _always: None
        self._rows: list[PassageRow | ReadRow | PictureRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self.hide()

    @property
    def rows(self) -> tuple[PassageRow | ReadRow | PictureRow, ...]:
        """From top to bottom."""
        return tuple(self._rows)

    def passages(self) -> tuple[Passage, ...]:
        """The texts that go along."""
        found = [
            (row.passage,) if isinstance(row, PassageRow) else row.carried.passages
            for row in self._rows
            if not isinstance(row, PictureRow)
        ]
        return tuple(passage for each in found for passage in each)

    def pictures(self) -> tuple[Image, ...]:
        """The pictures that go along."""
        found = [
            (row.picture,) if isinstance(row, PictureRow) else row.carried.pictures
            for row in self._rows
            if not isinstance(row, PassageRow)
        ]
        return tuple(picture for each in found for picture in each)

    def add(self, path: Path) -> None:
        """Attach a file, whole and for its first round."""
        passage = self.read(path, None, False)
        if passage is None:
            return
        self._add(PassageRow(path, passage, self.read, self))

    def add_picture(self, picture: Image, name: str) -> None:
        """Attach a picture; one without a name was pasted."""
        self._add(PictureRow(picture, name, self))

    def carry(self, carried: Carried) -> None:
        """Attach what was read already."""
        self._add(ReadRow(carried, self))

    def _add(self, row: PassageRow | ReadRow | PictureRow) -> None:
        row.removed.connect(lambda row=row: self._remove(row))
        self._rows.append(row)
        self._column.addWidget(row)
        self.setVisible(True)
        self.changed.emit()

    def clear(self) -> None:
        """Let go of all."""
        for row in tuple(self._rows):
            self._remove(row)

    def _remove(self, row: PassageRow | ReadRow | PictureRow) -> None:
        self._rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()
        self.setVisible(bool(self._rows))
        self.changed.emit()


def _laid_out(row: QWidget, sign: str, head: tuple[ElidedLabel, IconButton], fields: tuple[QWidget, ...]) -> WrappedRow:
    """Put into `row` its name with the button that takes it out, and under them its fields, which come back."""
    (name, out), first, second = head, QHBoxLayout(), WrappedRow(row)
    first.setSpacing(8)
    first.addWidget(IconSign(sign, "muted", row))
    first.addWidget(name, 1)
    first.addWidget(out)
    for field in fields:
        second.add(field)
    second.set_margins(24, 0, 0, 4)
    column = QVBoxLayout(row)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(2)
    column.addLayout(first)
    column.addWidget(second)
    return second
