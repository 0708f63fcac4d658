"""A bar over the views of the Request pane: what is wrong with the messages of the next request, and its repair.

Above: the Request pane. Below: `history_words`. Knows no session: `show_wanted` and `repair_wanted` say what the person wants.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from studio.checks.history.problem import HistoryProblem
from studio.gui.look.theme import theme
from studio.gui.panes.history_words import count_words, repair_words, repairable
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.folded_text import FoldedText
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import fill, sentence, tip, together

_ROOM_FOR_LINKS = 400
"""Pixels at 100 % from which the links stand beside the words."""
_MOST_LINES = 4
"""Lines of words at most; most take two."""
_ROOM_FOR_BAR = 150
"""The least height of the pane, in pixels at 100 %, at which the bar is shown."""


class HistoryBar(QWidget):
    """Hidden while nothing is to be said. `repair_wanted` asks for the repair of all that are repairable."""

    show_wanted = Signal()
    repair_wanted = Signal()
    check_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._problems: tuple[HistoryProblem, ...] = ()
        self._sent: tuple[str, ...] = ()
        self._draft = self._editable = self._unchecked = False
        self._sign = IconSign("warn", "warn", self)
        self._said = FoldedText(self, lines=_MOST_LINES)
        self._words = ""
        self._links, self._grid = WrappedRow(self, gap=12), QGridLayout()
        self.show_button, self.repair_button = Button("", self, look="link"), Button("", self, look="link")
        self.check_button = Button("", self, look="link")
        self._lay_out()
        self.show_button.clicked.connect(self.show_wanted)
        self.repair_button.clicked.connect(self.repair_wanted)
        self.check_button.clicked.connect(self.check_wanted)
        theme().changed.connect(self._show)
        if parent is not None:
            parent.installEventFilter(self)
        self.hide()

    def show_problems(self, problems: Sequence[HistoryProblem], *, draft: bool = False, editable: bool = True) -> None:
        """Show what is wrong with the next request, or with what is typed; without `editable` no repair is offered."""
        self._take((tuple(problems), (), draft, editable, False))

    def show_sent(self, codes: Sequence[str]) -> None:
        """Say that a request was sent although it was not valid, by the codes of what was wrong."""
        self._take(((), tuple(codes), False, False, False))

    def show_unchecked(self) -> None:
        """Say that the text is too large to be checked unasked."""
        self._take(((), (), True, False, True))

    @property
    def text(self) -> str:
        """What is said; empty while nothing is."""
        return "" if self.isHidden() else self._words

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._show()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("soft_err" if self._is_error() else "soft_warn"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme().color("border"))

    def _take(self, now: tuple[tuple[HistoryProblem, ...], tuple[str, ...], bool, bool, bool]) -> None:
        if now != (self._problems, self._sent, self._draft, self._editable, self._unchecked):
            self._problems, self._sent, self._draft, self._editable, self._unchecked = now
            self._show()

    def _is_error(self) -> bool:
        return any(problem.severity == "error" for problem in self._problems)

    def _lay_out(self) -> None:
        for button in (self.show_button, self.repair_button, self.check_button):
            self._links.add(button)
        self._grid.setColumnStretch(1, 1)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(0)
        self._grid.addWidget(self._sign, 0, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(self._said, 0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 4, 8, 4)
        column.addLayout(self._grid)
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow pane the links stand below the words."""
        super().resizeEvent(event)
        self._place()
        self._tell_whole()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A pane that is very low keeps its room for the view, which tells the same."""
        if event.type() == QEvent.Type.Resize:
            self._show_or_hide()
        return super().eventFilter(watched, event)

    def _show_or_hide(self) -> None:
        holder = self.parentWidget()
        room = holder is None or holder.height() >= theme().px(_ROOM_FOR_BAR)
        self.setVisible(room and bool(self._problems or self._sent or self._unchecked))

    def _place(self) -> None:
        beside = self.width() >= theme().px(_ROOM_FOR_LINKS)
        self._grid.addWidget(self._links, *((0, 2) if beside else (1, 1)))

    def _show(self) -> None:
        self._show_or_hide()
        self._sign.set(*(("provider_error", "error") if self._is_error() else ("warn", "warn")))
        self._words = self._sentence()
        self._said.set_text(self._words)
        self._place()
        self._tell_whole()
        self.setAccessibleName(self._words)
        mendable = repairable(self._problems) if self._editable else ()
        single = len(mendable) == 1
        self.show_button.set_words(self.tr("Show"))
        self.show_button.setVisible(bool(self._problems))
        self.repair_button.set_words(repair_words(mendable[0]) if single else self.tr("Repair all"))
        self.repair_button.setVisible(bool(mendable))
        self.check_button.set_words(self.tr("Check now"))
        self.check_button.setVisible(self._unchecked)
        self.update()

    def _tell_whole(self) -> None:
        """The tooltip has what does not fit."""
        self.setToolTip(tip(self._words) if self._said.is_cut() else "")

    def _sentence(self) -> str:
        if self._sent:
            said = self.tr("Sent although it was not valid: {codes}.")
            return fill(said, codes=", ".join(self._sent))
        if self._unchecked:
            return self.tr("This is too large to be checked while you type.")
        if not self._problems:
            return ""
        first = next((one for one in self._problems if one.severity == "error"), self._problems[0])
        return together(count_words(self._problems, draft=self._draft), sentence(first.sentence))
