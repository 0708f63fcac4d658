"""The line at the bottom of the console: an expression is worked out at the step that is looked at. Up and Down go through the former ones.

Above: `console_pane`. Below: `bridge`, `workspace/watching`. Changes nothing.
"""

import json
from collections.abc import Iterator

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.look.theme import theme
from studio.gui.widgets.mended_line import MendedLine
from studio.gui.widgets.row_inset import inset_bar
from studio.gui.words import fill, sentence, told_error
from studio.present.console_lines import ConsoleLine
from studio.session.breakpoints import BreakpointError
from studio.workspace.watching import ASKED

_KEPT = 100
_MOST_LINES = 400
"""Lines of one value."""


class ConsoleExpression(QWidget):
    """`worked_out` gives the lines: the expression, then its value, or why there is none."""

    worked_out = Signal(object)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._former, self._at, self._typed = bridge, list[str](), 0, ""
        self.field, self._sign = MendedLine(self), QLabel("=", self)
        self._sign.setProperty("role", "muted")
        row = QHBoxLayout()
        row.setSpacing(theme().px(6))
        row.addWidget(self._sign)
        row.addWidget(self.field.line, 1)
        column = QVBoxLayout(self)
        inset_bar(column)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.field.offer)
        self.field.line.textEdited.connect(lambda _text: self.field.show_problem(False))
        self.reword()

    def work_out(self) -> None:
        """Work out what is typed, at the step that is looked at."""
        session, text = self._bridge.session, self.field.line.text().strip()
        if session is None or not text:
            return
        node = self._bridge.selection
        try:
            found = session.evaluated(text, node if node is not None and node in session.tree else None)
        except BreakpointError as error:
            self.field.show_problem(True)
            said = sentence(error.said) if error.repair else told_error(error)
            self.worked_out.emit([_asked(text), _muted(said)])
            return
        answer = [_muted(sentence(found.error))] if found.error else list(self._value(found.value))
        self.worked_out.emit([_asked(found.expression), *answer])
        self._former = [*(one for one in self._former if one != text), text][-_KEPT:]
        self._at, self._typed = len(self._former), ""
        self.field.line.clear()
        self.field.show_problem(False)

    def _value(self, value: object) -> Iterator[ConsoleLine]:
        if value is None:
            yield _muted(self.tr("nothing"))
            return
        lines = json.dumps(value, indent=2, ensure_ascii=False, default=str).splitlines()
        yield from (ConsoleLine("expression", line) for line in lines[:_MOST_LINES])
        if len(lines) > _MOST_LINES:
            yield _muted(fill(self.tr("… {n} more lines"), n=len(lines) - _MOST_LINES))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter works it out, Up and Down go through the former ones, Esc takes away what is typed."""
        match Qt.Key(event.key()):
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.work_out()
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self._go(-1 if event.key() == Qt.Key.Key_Up else 1)
            case Qt.Key.Key_Escape if self.field.line.text():
                self.field.line.clear()
                self.field.show_problem(False)
            case _:
                super().keyPressEvent(event)

    def _go(self, by: int) -> None:
        if self._at == len(self._former):
            self._typed = self.field.line.text()
        self._at = min(max(self._at + by, 0), len(self._former))
        self.field.line.setText(self._former[self._at] if self._at < len(self._former) else self._typed)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self.reword()
        super().changeEvent(event)

    def reword(self) -> None:
        """In the language in force."""
        self.field.reword()
        self.field.line.setAccessibleName(self.tr("Expression at the step that is looked at"))
        self.field.line.setPlaceholderText(
            self.tr("Expression at the step looked at, as args.amount; Enter works it out")
        )
        self.field.line.setToolTip(fill(self.tr("A JMESPath over {names}."), names=", ".join(ASKED)))


def _asked(text: str) -> ConsoleLine:
    return ConsoleLine("expression", f"= {text}", tone="accent")


def _muted(text: str) -> ConsoleLine:
    return ConsoleLine("expression", text, tone="muted")
