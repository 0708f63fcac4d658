"""The Find dock: what is said anywhere in the session, found while it is typed, by rounds.

Above: `find_room`. Below: `find_fields`, `find_list`, `present/find_session`. Starts no search by itself: it says what is wanted and shows
what came.
"""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from studio.gui.panes.find_fields import FindFields
from studio.gui.panes.find_list import FindList
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.progress_line import ProgressLine
from studio.gui.words import fill, number, sentence
from studio.present.find_session import MOST_HITS, SessionFind
from studio.present.find_texts import FIND_KINDS

_PAUSE = 200
"""Milliseconds after the last letter."""
_BUSY_AFTER = 300
"""Milliseconds after which it is shown that something is under way."""
_ENTERS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FindPane(QWidget):
    """`wanted`: look for what the fields say; `stopped`: the search under way is to end. `hit_wanted` gives a hit to be gone to."""

    wanted = Signal()
    stopped = Signal()
    hit_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self.fields, self.list = FindFields(self), FindList(self)
        self.progress, self.said = ProgressLine(self), ElidedLabel("", self, colour="muted", size=12)
        self.stop, self.again = Button("", self, look="link"), Button("", self, look="link")
        self.empty = EmptyState("", "", self, icon="search")
        self._find: SessionFind | None = None
        self._running = self._cancelled = self._old = False
        self._wrong = ""
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._busy = QTimer(self, singleShot=True, interval=_BUSY_AFTER)
        self._lay_out()
        self._join()
        self._reword()

    @property
    def field_words(self) -> str:
        """What is looked for."""
        return self.fields.field.text()

    def open(self, words: str = "") -> None:
        """Put the keyboard into the field; `words` are looked for at once."""
        field = self.fields.field
        if words:
            field.setText(words)
            self._ask()
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        field.selectAll()

    # ---- what it shows

    def begin(self, find: SessionFind) -> None:
        """A search begins."""
        several = len(find.branches) > 1
        self._find, self._running, self._cancelled, self._old, self._wrong = find, True, False, False, ""
        self.list.found.begin(find.branches if several else {}, around=self.fields.around.isChecked())
        self._busy.start()
        self._show()

    def refuse(self, why: str) -> None:
        """There is nothing to look for: `why` says what is wrong with the pattern; empty where nothing is typed."""
        self._find, self._running, self._wrong = None, False, sentence(why)
        self.list.found.begin({}, around=False)
        self._end_progress()
        self._show()

    def go_on(self) -> None:
        """More was looked through."""
        if self._find is not None:
            self.list.found.take(self._find.hits)
        self._show()

    def end(self, *, cancelled: bool) -> None:
        """The search is over: all was looked through, or it was cancelled and what was found stays."""
        self._running, self._cancelled = False, cancelled
        self._end_progress()
        self.go_on()

    def grow_old(self) -> None:
        """Something was said since that was not looked through."""
        if self._find is not None and not self._running and not self._old:
            self._old = True
            self._show()

    @property
    def running(self) -> bool:
        """Whether a search is under way."""
        return self._running

    # ---- events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends the search; F3 and Shift+F3 go on; Enter and Down in the field go into the list, Up at its top comes back."""
        key = Qt.Key(event.key())
        in_field = self.fields.field.hasFocus()
        if key == Qt.Key.Key_Escape and self._running:
            self.stopped.emit()
        elif key == Qt.Key.Key_F3:
            self._go_on(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif in_field and (key == Qt.Key.Key_Down or key in _ENTERS):
            self._enter_list()
        elif key == Qt.Key.Key_Escape and not in_field:
            self.open()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keys of the pane are no shortcuts of the window while it has the keyboard."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_own(event):
            event.accept()
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            if self._find is not None:
                self.list.found.begin(self.list.found.names, around=self.fields.around.isChecked())
                self.go_on()
        super().changeEvent(event)

    # ---- inside

    def _is_own(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_F3 or (event.key() == Qt.Key.Key_Escape and self._running)

    def _ask(self) -> None:
        self._pause.stop()
        self.wanted.emit()

    def _enter_list(self) -> None:
        if self._pause.isActive():
            self._ask()
        if self.list.found.rows:
            self.list.enter()

    def _go_on(self, by: int) -> None:
        hit = self.list.go(by)
        if hit is not None:
            self.hit_wanted.emit(hit)

    def _end_progress(self) -> None:
        self._busy.stop()
        self.progress.show_idle()
        self.stop.hide()

    def _show_busy(self) -> None:
        if self._running:
            self.stop.show()
            self._show()

    def _show(self) -> None:
        find = self._find
        if self._running and find is not None and not self.stop.isHidden():
            self.progress.show_fraction(find.fraction, self.tr("Looking through the session"))
        self.again.setVisible(self._old)
        self.said.set_text(self._words())
        self.said.set_colour("error" if self._wrong else "muted")
        shown = bool(self.list.found.rows) or (self._running and find is not None)
        self._pages.setCurrentWidget(self.list if shown else self.empty)
        if not shown:
            self._tell_empty()

    def _words(self) -> str:
        find = self._find
        if self._wrong:
            return self._wrong
        if find is None:
            return ""
        said = [self._found_words(find)]
        if self._running:
            said.append(fill(self.tr("{percent} % looked through"), percent=number(100 * find.fraction)))
        elif self._cancelled:
            said.append(fill(self.tr("cancelled at {percent} %"), percent=number(100 * find.fraction)))
        if find.too_long:
            said.append(self.tr("%n text(s) too long for this pattern", "", find.too_long))
        if find.unread:
            said.append(self.tr("%n damaged line(s) of the file left out", "", find.unread))
        if self._old:
            said.append(self.tr("the session has gone on since"))
        return " · ".join(said)

    def _found_words(self, find: SessionFind) -> str:
        if find.is_cut:
            return fill(self.tr("the first {n} lines"), n=number(MOST_HITS))
        return self.tr("%n place(s)", "", find.places)

    def _tell_empty(self) -> None:
        if self._find is None or self._wrong:
            said = self.tr(
                "Find what is said anywhere in the session: messages, replies, reasoning, calls, results, errors, notes."
            )
            self.empty.set(said, "", "search")
            return
        narrow = len(self.fields.chosen_kinds()) < len(FIND_KINDS) or not self.fields.everywhere
        offer = self.tr("Look everywhere") if narrow else ""
        self.empty.set(fill(self.tr("“{words}” is not in the session."), words=self._short()), offer, "search")

    def _short(self) -> str:
        words = self.field_words
        return words if len(words) <= 60 else f"{words[:60]}…"

    def _look_everywhere(self) -> None:
        self.fields.where.set_current("all")
        self.fields.choose_kinds(frozenset(FIND_KINDS))
        self._ask()

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setContentsMargins(12, 0, 8, 4)
        line.setSpacing(8)
        line.addWidget(self.said, 1)
        line.addWidget(self.again)
        line.addWidget(self.stop)
        self.stop.hide()
        pages = QWidget(self)
        self._pages = QStackedLayout(pages)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.fields)
        column.addWidget(self.progress)
        column.addLayout(line)
        column.addWidget(pages, 1)

    def _join(self) -> None:
        self._pause.timeout.connect(self._ask)
        self._busy.timeout.connect(self._show_busy)
        self.fields.changed.connect(self._pause.start)
        self.list.hit_wanted.connect(self.hit_wanted)
        self.stop.clicked.connect(lambda _on=False: self.stopped.emit())
        self.again.clicked.connect(lambda _on=False: self._ask())
        self.empty.pressed.connect(self._look_everywhere)

    def _reword(self) -> None:
        self.setAccessibleName(self.tr("Find in the session"))
        self.list.setAccessibleName(self.tr("Lines found"))
        self.stop.set_words(self.tr("Cancel (Esc)"))
        self.again.set_words(self.tr("Look again"))
        self._show()
