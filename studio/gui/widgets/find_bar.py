"""A line to find words in a text, and to replace them: next, previous, which of how many; case, whole words, pattern.

Enter and F3 go on, with Shift back; Ctrl+H opens the line that replaces, Esc closes. Above: editors, text views, chat views.
Below: `find_rows`, `find_run`, and what is searched through `find_target`. Knows not what the text is.
"""

from bisect import bisect_left

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.find_rows import FindRows
from studio.gui.widgets.find_run import FindRun
from studio.gui.widgets.find_target import Searched
from studio.gui.widgets.find_text import MOST_HITS, Hit, Wanted, replaced
from studio.gui.words import fill, number

_AGAIN_MS = 120
_ENTERS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FindBar(QWidget):
    """Hidden until `open_bar` is asked; the words stay from one text to the next.

    `fit_changed` tells that the bar came, went or takes another height; `settled` that all hits are counted. Whoever shows another text
    calls `search_again`; `look_into` changes what is searched.
    """

    fit_changed = Signal()
    settled = Signal()

    def __init__(self, target: Searched, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._target, self._current, self._text = target, -1, ""
        self._jumps, self._left_alone = False, 0
        self.rows, self._run = FindRows(self), FindRun(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 1)
        column.addWidget(self.rows)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._again = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        self._again.timeout.connect(self._search)
        self._join()
        self._reword()
        self.hide()

    # ---- what it is asked

    def open_bar(self, *, replace: bool = False) -> None:
        """Show the line and put the keyboard into it; what is selected is what is looked for."""
        chosen = self._target.chosen_words()
        self.rows.show_replace((replace or self.rows.replaces) and self._target.can_replace())
        self.rows.more.setVisible(self._target.can_replace())
        self.show()
        self.rows.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if chosen:
            self.rows.field.setText(chosen)
        self.rows.field.selectAll()
        self.fit_changed.emit()
        self._search()

    def leave(self) -> None:
        """Hide the line; the keyboard goes into the text, where the hit stays selected."""
        self._run.stop()
        self._target.take_focus()  # before the line goes, which would hand the keyboard to whatever comes next
        self.hide()
        self._target.show_hits((), -1)
        if 0 <= self._current < len(self._run.found) and not self._again.isActive():
            self._go_to(self._run.found[self._current])
        self._again.stop()
        self._target.take_focus()
        self.fit_changed.emit()

    def look_into(self, target: Searched) -> None:
        """Find in another view from now on."""
        self._target.show_hits((), -1)
        self._target = target
        self.search_again()

    def search_again(self) -> None:
        """The text is another one: count anew in a moment, and stay where the reader is."""
        if not self.isHidden():
            self._again.start()

    def go(self, by: int) -> bool:
        """Go to the next hit (1) or the one before (-1), round the ends. False when there is none."""
        if self._again.isActive() or self.isHidden():
            self._again.stop()
            self._search()
        found = self._run.found[:MOST_HITS]
        if not found:
            return False
        self._current = (self._current + by) % len(found) if self._current >= 0 else self._nearest(by)
        self._go_to(found[self._current])
        self._show()
        return True

    def replace_one(self) -> None:
        """Replace the hit one stands on and go to the next; where one stands on none, go to one."""
        if not 0 <= self._current < len(self._run.found) or self._is_covered(self._run.found[self._current]):
            self.go(1)
            return
        hit = self._run.found[self._current]
        self._replace([hit])
        self._again.stop()
        self._search()
        self._current = -1  # the caret stands behind what was put in, and the next hit may begin there
        self.go(1)

    def replace_all(self) -> int:
        """Replace every hit as one step; how many. Those in folded strings stay, and the bar says so."""
        hits = [hit for hit in self._run.found[:MOST_HITS] if not self._is_covered(hit)]
        left = min(len(self._run.found), MOST_HITS) - len(hits)
        if hits:
            self._replace(hits)
        self._again.stop()
        self._search()
        self._left_alone = left
        self._show()
        return len(hits)

    def wanted(self) -> Wanted:
        """What is looked for."""
        rows = self.rows
        return Wanted(rows.field.text(), rows.case.isChecked(), rows.whole.isChecked(), rows.pattern.isChecked())

    # ---- events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and F3 go on, with Shift back; in the second line Enter replaces, with Ctrl and Alt all. Esc closes."""
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in _ENTERS and self.rows.by.hasFocus():
            self._enter_replaces(event)
        elif event.key() in (*_ENTERS, Qt.Key.Key_F3):
            self.go(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif self._is_key(event, Qt.Key.Key_H):
            self._toggle_replace()
        elif self._is_key(event, Qt.Key.Key_F):
            self.open_bar()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keys of the bar are no shortcuts of the window while the bar has the keyboard."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            mine = event.key() in (Qt.Key.Key_F3, Qt.Key.Key_Escape) or self._is_key(event, Qt.Key.Key_H)
            if mine or self._is_key(event, Qt.Key.Key_F):
                event.accept()
                return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("raised"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme().color("border"))

    # ---- inside

    def _join(self) -> None:
        rows = self.rows
        rows.field.textEdited.connect(lambda _text: self._wanted_changed())
        for switch in (rows.case, rows.whole, rows.pattern):
            switch.toggled.connect(lambda _on: self._wanted_changed())
        rows.before.clicked.connect(lambda: self.go(-1))
        rows.after.clicked.connect(lambda: self.go(1))
        rows.more.clicked.connect(self._toggle_replace)
        rows.close_button.clicked.connect(self.leave)
        rows.one.clicked.connect(self.replace_one)
        rows.all.clicked.connect(self.replace_all)
        self._run.done.connect(self._all_found)
        self._run.went_on.connect(self._show)
        theme().changed.connect(self.search_again)

    def _wanted_changed(self) -> None:
        self._jumps = True
        self._search()

    def _search(self) -> None:
        self._left_alone, self._current = 0, -1
        self._text = self._target.search_text()
        self._run.begin(self._text, self._target.search_covers(), self.wanted())

    def _all_found(self) -> None:
        found = self._run.found
        if self._jumps and found:
            self._current = self._nearest(1)
            self._go_to(found[self._current])
        elif found:
            self._current = self._under_caret()
        # Where nothing was found yet and more of the text comes, who is still typing is taken to the first hit.
        self._jumps = self._jumps and not found and self.rows.field.hasFocus()
        self._show()
        self.settled.emit()

    def _go_to(self, hit: Hit) -> None:
        self._target.go_to_hit(hit, chosen=self.isHidden())

    def _nearest(self, by: int) -> int:
        """The hit at the caret or after it; the one before it when going back."""
        found = self._run.found[:MOST_HITS]
        at = bisect_left(found, (self._target.search_start(), -1))
        return (at if by > 0 else at - 1) % len(found)

    def _under_caret(self) -> int:
        at = self._nearest(1)
        return at if self._run.found[at][0] == self._target.search_start() else -1

    def _is_covered(self, hit: Hit) -> bool:
        return any(start == hit[0] and end == hit[1] for start, end, _real in self._target.search_covers())

    def _replace(self, found: list[Hit]) -> None:
        self._target.replace(replaced(self._text, self.wanted(), found, self.rows.by.text()))

    def _enter_replaces(self, event: QKeyEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.replace_all()
        else:
            self.replace_one()

    def _toggle_replace(self) -> None:
        self.rows.show_replace(not self.rows.replaces and self._target.can_replace())
        (self.rows.by if self.rows.replaces else self.rows.field).setFocus()
        self.fit_changed.emit()

    @staticmethod
    def _is_key(event: QKeyEvent, key: Qt.Key) -> bool:
        return event.key() == key and event.modifiers() == Qt.KeyboardModifier.ControlModifier

    # ---- what it says

    def _show(self) -> None:
        found = self._run.found
        self._target.show_hits(() if self.isHidden() else found[:MOST_HITS], self._current)
        words, is_bad = self._words()
        self.rows.count.set_text(words)
        self.rows.count.set_colour("error" if is_bad else "muted")
        self.rows.field.setAccessibleDescription(words)
        for button in (self.rows.before, self.rows.after, self.rows.one, self.rows.all):
            button.setEnabled(bool(found))

    def _words(self) -> tuple[str, bool]:
        """What is said of the hits, and whether it is something wrong."""
        count = len(self._run.found)
        if self._run.trouble:
            return self._trouble(), True
        if not self.rows.field.text():
            return "", False
        if not count:
            return (self.tr("Looking…"), False) if self._run.is_running else (self.tr("Not found"), True)
        if self._left_alone:
            return self.tr("%n hit(s) in folded strings were not replaced", "", self._left_alone), False
        return self._place_words(count), False

    def _place_words(self, count: int) -> str:
        whole = number(min(count, MOST_HITS))
        if self._run.has_more or self._run.is_running:
            whole = fill(self.tr("more than {n}"), n=whole)
        if self._current < 0:
            return fill(self.tr("{n} found"), n=whole)
        return fill(self.tr("{n} of {whole}"), n=number(self._current + 1), whole=whole)

    def _trouble(self) -> str:
        if self._run.trouble == "slow":
            return self.tr("This pattern takes too many steps.")
        return fill(self.tr("No pattern: {why}"), why=self._run.why)

    def _reword(self) -> None:
        self.setAccessibleName(self.tr("Find in this view"))
        self._show()
