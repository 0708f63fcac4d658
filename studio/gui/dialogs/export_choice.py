"""What goes into a transcript, as fields: which branch, which rounds, which parts.

Above: `export_transcript`. Below: `workspace/exporting`. Only says what is chosen.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import group, inset_number
from studio.gui.look.theme import theme
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.widgets.still_wheel import StillWheel
from studio.gui.words import fill
from studio.workspace.exporting import Choice
from studio.workspace.opened import OpenedSession

_ALL = "*"
_MOST = 1_000_000


class ChoiceFields(QWidget):
    """`changed` tells of every change."""

    changed = Signal()

    def __init__(self, session: OpenedSession, parent: QWidget) -> None:
        super().__init__(parent)
        self.branch, self.first, self.last = StillCombo(self), self._number(), self._number()
        self.parts: dict[str, QCheckBox] = {}
        self._fill_branch(session)
        self._name()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(12))
        column.addLayout(group(self.tr("Branch"), self.branch))
        column.addLayout(group(self.tr("Rounds"), self._rounds()))
        column.addLayout(group(self.tr("With"), self._boxes()))
        self.branch.currentIndexChanged.connect(lambda _at: self.changed.emit())
        self.first.valueChanged.connect(self._take_first)
        self.last.valueChanged.connect(lambda _value: self.changed.emit())

    def branch_name(self) -> str:
        """The branch that is chosen; empty for all, and where there is none yet."""
        value = str(self.branch.value() or "")
        return "" if value == _ALL else value

    def choice(self) -> Choice:
        """What is chosen."""
        last = self.last.value()
        return Choice(
            all_branches=self.branch.value() == _ALL,
            first=self.first.value(),
            last=last if not last or last >= self.first.value() else self.first.value(),
            **{name: box.isChecked() for name, box in self.parts.items()},
        )

    def _fill_branch(self, session: OpenedSession) -> None:
        named = [(each.name, each.name) for each in session.branches]
        choices = named if len(named) < 2 else [*named, (_ALL, self.tr("All branches, each from its fork on"))]
        here = session.branch
        self.branch.show_choices(choices, here.name if here is not None else "")
        self.branch.setEnabled(len(named) > 1)

    def _name(self) -> None:
        self.branch.setAccessibleName(self.tr("Branch"))
        self.first.setRange(1, _MOST)
        self.last.setRange(0, _MOST)
        self.last.setSpecialValueText(self.tr("end"))
        self.first.setAccessibleName(self.tr("First round"))
        self.last.setAccessibleName(self.tr("Last round; 0 is the end"))

    def _rounds(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme().px(8))
        row.addWidget(self.first)
        row.addWidget(QLabel(self.tr("to"), self))
        row.addWidget(self.last)
        row.addStretch(1)
        return row

    def _boxes(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(theme().px(4))
        usual = Choice()
        for name, words in (
            ("system", self.tr("System text")),
            ("tools", self.tr("Declarations of the tools")),
            ("thinking", self.tr("Thinking, folded")),
            ("edits", self.tr("What stood there before an edit")),
            ("timing", self.tr("How long it took")),
        ):
            box = QCheckBox(words, self)
            box.setChecked(bool(getattr(usual, name)))
            box.toggled.connect(lambda _on: self.changed.emit())
            self.parts[name] = box
            column.addWidget(box)
        return column

    def _take_first(self, value: int) -> None:
        """The last round is never before the first."""
        last = self.last.value()
        if last and last < value:
            self.last.setValue(value)
        self.last.setToolTip(fill(self.tr("From round {first} to this one; 0 is the end."), first=value))
        self.changed.emit()

    def _number(self) -> QSpinBox:
        field = QSpinBox(self)
        inset_number(field)
        field.setMinimumWidth(theme().px(84))
        StillWheel(field)
        return field
