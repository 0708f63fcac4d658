"""What the history says of an edited call: a link beside *Arguments*, three choices with a line each, and the next request as a diff.

Above: the call card. Below: `diff_view`, widgets. Knows no session: the preview is handed in, what the person chooses is told.
"""

from collections.abc import Callable

import msgspec
from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QLineEdit, QRadioButton, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.diff_view import DiffView
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import sentence, told_error
from studio.problems import StudioError
from studio.session.truths import Truth

TRUTHS: tuple[Truth, ...] = ("rewrite", "notify", "keep")
Preview = Callable[[Truth, str], tuple[str, str]]
"""The request that will carry the call: as the model wrote it, and as it will be. Raises StudioError."""
_INDICATOR = 14
_MOST_LINES = 14


class TruthShown(msgspec.Struct, frozen=True):
    """`offered`: the call runs otherwise than the model wrote it. `default` is that of the session's next edits, `warning` the sentence
    about a signature; `here`: a choice is made here and now, without a fork; `place` tells one state of the session from another."""

    offered: bool = False
    truth: Truth = "rewrite"
    notice: str = ""
    default: Truth = "rewrite"
    editable: bool = True
    here: bool = True
    warning: str = ""
    place: int = 0


class CallTruth(QWidget):
    """The choices; `link` opens them and is put where the card wants it."""

    chosen = Signal(str, str)
    default_wanted = Signal(str)
    opened = Signal()
    draft_changed = Signal()

    def __init__(self, preview: Preview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preview, self.shown = preview, TruthShown()
        self._draft = self._wanted = False
        self.link = Button("", self, look="link", icon_name="chevron_down")
        self.title = QLabel(self)
        self.title.setProperty("role", "small")
        self.buttons = {truth: QRadioButton(self) for truth in TRUTHS}
        self._hints = {truth: QLabel(self) for truth in TRUTHS}
        self._group = QButtonGroup(self)
        self._notice_words, self.notice = QLabel(self), QLineEdit(self)
        self._sign, self.warning = IconSign("warn", "warn", self), QLabel(self)
        self._default_words, self.default = QLabel(self), Button("", self, look="link")
        self._next_words, self.diff = QLabel(self), DiffView(self, bar=False)
        self._lay_out()
        self._wire()
        self._reword()
        self.link.hide()
        self.hide()

    def show_truth(self, shown: TruthShown, *, draft: bool) -> None:
        """Show what the history says; with a `draft` the link is there, and opening it commits the draft first."""
        wanted, self._wanted = self._wanted, False
        if (shown, draft) == (self.shown, self._draft):
            return
        self.shown, self._draft = shown, draft
        self.link.setVisible(shown.offered or draft)
        if not shown.offered:
            self.hide()
            self._drop_notice()
        elif wanted:
            self.open()
            return
        self._redraw()

    def open(self) -> None:
        """Show the choices with the next request; where the call is not changed yet, as soon as it is."""
        self._wanted = not self.shown.offered
        if self._wanted:
            return
        self.show()
        self._reword()
        self._draw()
        self.buttons[self.shown.truth].setFocus()

    @property
    def has_draft(self) -> bool:
        """Whether a notice is typed that is not taken yet."""
        typed = self.notice.isModified() and self.shown.offered and self.shown.truth == "notify"
        return typed and self.notice.text().strip() != self.shown.notice

    def settle(self) -> None:
        """Take the notice that is typed, where it can be changed."""
        if self.shown.editable:
            self._take_notice()

    def refused(self, notice: str) -> None:
        """The choice was not made: what is so stands chosen again, and a typed `notice` stays typed."""
        self.notice.setModified(bool(notice))
        self._reword()

    def forget(self) -> None:
        """Be as before the first call: another one is shown."""
        self._wanted = False
        self._drop_notice()
        self.hide()
        self.link.hide()
        self.shown, self._draft = TruthShown(), False
        self._reword()

    def close_choices(self) -> None:
        """Put the choices away."""
        self.hide()
        self._reword()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._redraw()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line above."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("raised"))
        painter.fillRect(0, 0, self.width(), 1, theme().color("border"))

    # ---- making

    def _lay_out(self) -> None:
        px = theme().px
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 10)
        column.setSpacing(px(6))
        column.addWidget(self.title)
        for truth in TRUTHS:
            column.addLayout(self._choice(truth))
            if truth == "notify":
                column.addLayout(self._own_notice())
        warned = QHBoxLayout()
        warned.setSpacing(6)
        warned.addWidget(self._sign)
        warned.addWidget(self.warning, 1)
        column.addLayout(warned)
        column.addWidget(self._default_words)
        column.addWidget(self.default)
        column.addWidget(self._next_words)
        column.addWidget(self.diff)
        for label, role in (
            (self.warning, "small"),
            (self._default_words, "small_muted"),
            (self._next_words, "small_muted"),
        ):
            label.setProperty("role", role)
            label.setWordWrap(True)

    def _choice(self, truth: Truth) -> QVBoxLayout:
        self._group.addButton(self.buttons[truth])
        hint = self._hints[truth]
        hint.setProperty("role", "hint")
        hint.setWordWrap(True)
        hint.setContentsMargins(theme().px(_INDICATOR + 8) + 2, 0, 0, 0)
        line = QVBoxLayout()
        line.setSpacing(0)
        line.addWidget(self.buttons[truth])
        line.addWidget(hint)
        return line

    def _own_notice(self) -> QHBoxLayout:
        self._notice_words.setProperty("role", "small_muted")
        self._notice_words.setBuddy(self.notice)
        line = QHBoxLayout()
        line.setContentsMargins(theme().px(_INDICATOR + 8) + 2, 0, 0, 0)
        line.addWidget(self._notice_words)
        line.addWidget(self.notice, 1)
        return line

    def _wire(self) -> None:
        theme().changed.connect(self._redraw)
        self.link.clicked.connect(lambda _on=False: self._toggle())
        for truth, button in self.buttons.items():
            button.clicked.connect(lambda _on=False, truth=truth: self._choose(truth))
        self.notice.textEdited.connect(lambda _text: self.draft_changed.emit())
        self.notice.returnPressed.connect(self.settle)
        self.notice.editingFinished.connect(self._left_notice)
        self.default.clicked.connect(lambda _on=False: self.default_wanted.emit(self.shown.truth))

    # ---- what the person does

    def _toggle(self) -> None:
        self.close_choices() if not self.isHidden() else self.opened.emit()

    def _choose(self, truth: Truth) -> None:
        if truth != self.shown.truth:
            self._drop_notice()
            self.chosen.emit(truth, "")

    def _left_notice(self) -> None:
        """Leaving the field takes what is typed, but never forks: then it stays typed."""
        if self.shown.here:
            self.settle()

    def _take_notice(self) -> None:
        if self.has_draft:
            self.notice.setModified(False)
            self.chosen.emit("notify", self.notice.text().strip())

    def _drop_notice(self) -> None:
        self.notice.setModified(False)

    # ---- drawing

    def _reword(self) -> None:
        shown = self.shown
        words = (self.tr("Your edit"), self.tr("The model's call, with a notice"), self.tr("The model's call"))
        whys = (
            self.tr("The model will believe that it wrote this."),
            self.tr("The result begins with a short note that says what ran."),
            self.tr("It runs as you wrote it, and the model is not told."),
        )
        for truth, said, why in zip(TRUTHS, words, whys, strict=True):
            button = self.buttons[truth]
            button.setText(said)
            button.setAccessibleDescription(why)
            button.setChecked(truth == shown.truth)
            button.setEnabled(shown.editable)
            self._hints[truth].setText(why)
        self.link.set_words(self._summary(self._next_truth))
        self.link.set_icon_name("chevron_up" if not self.isHidden() else "chevron_down")
        self.title.setText(self.tr("What should the history say of this call?"))
        self._reword_rest()

    def _reword_rest(self) -> None:
        shown = self.shown
        self._notice_words.setText(self.tr("Notice"))
        self.notice.setAccessibleName(self.tr("Notice at the beginning of the result"))
        for widget in (self._notice_words, self.notice):
            widget.setVisible(shown.truth == "notify")
        self.notice.setEnabled(shown.editable)
        if not self.has_draft and self.notice.text() != shown.notice:
            self.notice.setText(shown.notice)
            self.notice.setCursorPosition(0)
        self.warning.setText(sentence(shown.warning))
        for sign in (self._sign, self.warning):
            sign.setVisible(bool(shown.warning))
        self._default_words.setText(self._default_summary(shown.default))
        self.default.set_words(self.tr("Do this for new edits, too"))
        self.default.setVisible(shown.truth != shown.default and shown.editable)
        self.setAccessibleName(self.title.text())

    @property
    def _next_truth(self) -> Truth:
        """What the history says once a draft is committed."""
        return self.shown.truth if self.shown.offered else self.shown.default

    def _summary(self, truth: Truth) -> str:
        match truth:
            case "rewrite":
                return self.tr("History keeps your edit")
            case "notify":
                return self.tr("Model's call, with a notice")
            case "keep":
                return self.tr("History keeps the model's call")

    def _default_summary(self, truth: Truth) -> str:
        match truth:
            case "rewrite":
                return self.tr("New edits in this session: history keeps your edit.")
            case "notify":
                return self.tr("New edits in this session: history keeps the model's call, with a notice.")
            case "keep":
                return self.tr("New edits in this session: history keeps the model's call.")

    def _redraw(self) -> None:
        """In another language or size."""
        self._reword()
        if not self.isHidden():
            self._draw()

    def _draw(self) -> None:
        try:
            before, after = self._preview(self.shown.truth, self.shown.notice)
        except StudioError as error:
            self._next_words.setText(told_error(error))
            self.diff.hide()
            return
        same = before == after
        self._next_words.setText(
            self.tr("The next request says what the model wrote.")
            if same
            else self.tr("The next request as it will be sent, beside what the model wrote:")
        )
        self.diff.setVisible(not same)
        self.diff.set_texts(before, after)
        self.diff.fit_height(2, _MOST_LINES)
