"""What belongs to a result beside its text: marks, pictures, the parts that a server gave, and the whole where the model reads a cut one.

Above: the result of a call. Below: chips, thumbnails, `result_parts`. Knows no session.
"""

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.result_parts import ResultParts
from studio.gui.panes.text_window import TextWindow
from studio.gui.panes.thumbnail import Thumbnail
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.chip import Chip, Kind
from studio.gui.words import fill, number, say
from studio.messages.parts import Image
from studio.present.result_parts import Gave
from studio.present.words import words

_LINES = 260


class Extras(msgspec.Struct, frozen=True):
    """`whole` is the text before it was cut to `length` characters; `rule` and `fault` of a mock rule (or of a
    breakpoint: `by_breakpoint`); `attempts` that failed before;
    `gave` what the tool gave where that is more than text and pictures, `dropped` how many parts of it went with a change of the text;
    `at_once`: it goes to the caller, and the model is not asked."""

    media: tuple[Image, ...] = ()
    whole: str = ""
    length: int = 0
    rule: str = ""
    by_breakpoint: bool = False
    fault: str = ""
    approved: bool = False
    attempts: int = 0
    rolled_back: bool = False
    gave: Gave | None = None
    dropped: int = 0
    at_once: bool = False


class CallExtras(QWidget):
    """Hidden where a result has nothing beside its text. `resized`: its height is another one."""

    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = Extras()
        self.marks, self.pictures, self._cut = WrappedRow(self), WrappedRow(self), WrappedRow(self)
        self.chips: list[Chip] = []
        self.thumbnails: list[Thumbnail] = []
        self.note, self.more = QLabel(self), Button("", self, look="link")
        self.whole, self.parts = TextWindow(self), ResultParts(self)
        self._prepare()
        self._reword()

    def show_extras(self, shown: Extras) -> None:
        """Show what belongs to a result."""
        if shown == self._shown:
            return
        other = shown.media != self._shown.media
        self._shown = shown
        self.whole.hide()
        if other:
            self._show_pictures(shown.media)
        self.parts.show_parts(shown.gave, shown.dropped)
        self._reword()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _prepare(self) -> None:
        self.note.setProperty("role", "small_muted")
        self._cut.add(self.note)
        self._cut.add(self.more)
        self.more.clicked.connect(lambda _on=False: self._toggle())
        self.whole.editor.setTabChangesFocus(True)
        self.whole.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for part in (self.marks, self.pictures, self._cut, self.whole, self.parts):
            column.addWidget(part)
        self.parts.resized.connect(self.resized)
        theme().changed.connect(self._restyle)
        self._restyle()

    def _reword(self) -> None:
        shown = self._shown
        self._show_marks(self._marks())
        self.pictures.setVisible(bool(shown.media))
        self._cut.setVisible(bool(shown.whole))
        said = self.tr("The model reads {n} of {all} characters.")
        self.note.setText(fill(said, n=number(shown.length), all=number(len(shown.whole))))
        self.more.set_words(self.tr("Hide the whole") if not self.whole.isHidden() else self.tr("Show whole"))
        self.whole.set_name(self.tr("The whole result, as the tool gave it"))
        self.setVisible(bool(self.chips or shown.media or shown.whole or shown.gave or shown.dropped))

    def _marks(self) -> list[tuple[str, Kind, str]]:
        """(words of the chip, its ground, its tooltip)."""
        shown = self._shown
        made: list[tuple[str, Kind, str]] = []
        if shown.rolled_back:
            made.append((self.tr("ROLLED BACK"), "warn", self.tr("What it did was undone; the model reads so.")))
        if shown.rule:
            why, said = self.tr("A mock rule answered in the tool's place."), self.tr("RULE {id}")
            if shown.by_breakpoint:
                why, said = self.tr("A breakpoint answered in the tool's place."), self.tr("BREAKPOINT {id}")
            made.append((fill(said, id=shown.rule), "mock", why))
        if shown.fault:
            made.append((self._fault(shown.fault), "err", self.tr("The rule made it go wrong like this.")))
        if shown.attempts:
            why = self.tr("So many attempts failed before and were made again.")
            made.append((fill(self.tr("RETRY {n}"), n=shown.attempts), "warn", why))
        if shown.at_once:
            why = self.tr("The result goes to the caller at once; the model is not asked again.")
            made.append((self.tr("TO THE CALLER"), "neutral", why))
        if shown.approved:
            made.append((self.tr("APPROVED"), "ok", self.tr("You were asked and approved it.")))
        return made

    def _fault(self, fault: str) -> str:
        return say(words(f"fault.{fault}")).upper()

    def _show_marks(self, marks: Sequence[tuple[str, Kind, str]]) -> None:
        for chip in self.chips:
            chip.hide()
            self.marks.take(chip)
            chip.deleteLater()
        self.chips = []
        for said, kind, why in marks:
            chip = Chip(said, kind, self)
            chip.setToolTip(why)
            self.marks.add(chip)
            chip.show()
            self.chips.append(chip)
        self.marks.setVisible(bool(marks))

    def _show_pictures(self, media: Sequence[Image]) -> None:
        for old in self.thumbnails:
            old.hide()
            self.pictures.take(old)
            old.deleteLater()
        self.thumbnails = [Thumbnail(picture, at, self) for at, picture in enumerate(media, 1)]
        for thumbnail in self.thumbnails:
            self.pictures.add(thumbnail)
            thumbnail.show()

    def _toggle(self) -> None:
        shows = self.whole.isHidden()
        if shows:
            self.whole.set_text(self._shown.whole)
        self.whole.setVisible(shows)
        self._reword()
        self.resized.emit()

    def _restyle(self) -> None:
        self.whole.setFixedHeight(theme().px(_LINES))
