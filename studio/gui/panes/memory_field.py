"""The memory of a request in its form: all messages, the last few, or the last that fit into so many tokens; and what that leaves out now.

Above: the request's form. Below: `session/memory`, `widgets`. Knows no session: what is left out is handed in.
"""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.widgets.still_wheel import StillWheel
from studio.gui.words import fill, say
from studio.present.words import words
from studio.session.memory import Memory

KINDS = ("all", "messages", "tokens")
_USUAL = {"messages": 20, "tokens": 8000}
_MOST = 10_000_000


class MemoryField(QWidget):
    """`changed`: the person chose or typed something else. `kind` and `most` are its parts."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None, *, asked: bool = True) -> None:
        """`asked`: it is that of a request, so that what is left out now can be told."""
        super().__init__(parent)
        self._left, self._asked, self._of = 0, asked, Memory()
        self.kind, self.most, self.hint = StillCombo(self), QSpinBox(self), QLabel(self)
        self.most.setRange(1, _MOST)
        self.most.setGroupSeparatorShown(True)
        StillWheel(self.most)
        self.hint.setProperty("role", "hint")
        self.hint.setWordWrap(True)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.kind, 1)
        row.addWidget(self.most)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.hint)
        self.kind.activated.connect(lambda _at: self._chosen())
        self.most.valueChanged.connect(lambda _value: self._typed())
        theme().changed.connect(self._restyle)
        self._restyle()
        self.set_value(Memory())

    def value(self) -> Memory:
        """The memory as it stands here."""
        match self.kind.value():
            case "messages":
                return Memory("messages", self.most.value())
            case "tokens":
                return Memory("tokens", self.most.value())
            case _:
                return Memory()

    def set_value(self, memory: Memory) -> None:
        """Show a memory, without telling."""
        self._word(memory.kind)
        self.most.blockSignals(True)
        self.most.setValue(memory.most or _USUAL.get(memory.kind, 20))
        self.most.blockSignals(False)
        self._show()

    def tell_left_out(self, count: int, memory: Memory) -> None:
        """How many messages the request that is shown leaves out, by the memory that is in force."""
        self._left, self._of = count, memory
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._word(self.kind.value() or "all")
            self._show()
        super().changeEvent(event)

    def _word(self, kind: str) -> None:
        said = (self.tr("All messages"), self.tr("The last messages"), self.tr("The last tokens"))
        self.kind.show_choices(tuple(zip(KINDS, said, strict=True)), kind)
        self.kind.setAccessibleName(self.tr("What the model remembers"))

    def _chosen(self) -> None:
        self.most.blockSignals(True)
        self.most.setValue(_USUAL.get(self.kind.value(), 20))
        self.most.blockSignals(False)
        self._show()
        self.changed.emit()

    def _typed(self) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        kind = self.kind.value()
        self.most.setVisible(kind != "all")
        named = {"messages": self.tr("How many messages"), "tokens": self.tr("How many tokens, as estimated")}
        self.most.setAccessibleName(named.get(kind, ""))
        self.most.setSuffix("")
        if kind == "all":
            self.hint.setText(self.tr("Every message goes along. Nothing is left out."))
            return
        said = say(words("count.left_out", n=self._left)) if self._left else self.tr("Nothing is left out now")
        left = said if self.value() == self._of else self.tr("What it leaves out is told once it is committed")
        kept = self.tr(
            "The system text and the message of the turn always go along; no call is parted from its result."
        )
        told = fill(self.tr("{left}. {kept}"), left=left, kept=kept)
        self.hint.setText(told if self._asked else kept)

    def _restyle(self) -> None:
        self.most.setMinimumWidth(theme().px(110))
        line = self.most.findChild(QLineEdit)
        if line is not None:
            line.setTextMargins(theme().px(7), 0, theme().px(4), 0)
