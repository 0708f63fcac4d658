"""The prompts of a sample: what is asked in place of the last message, and which tools should be called then, or none.

Above: `sample_form`. Below: widgets. Without a prompt the request is asked as it is.
"""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QMenu, QPushButton, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import hint_label
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.words import fill
from studio.session.samples import SampleProbe

_EXPECTS_WIDTH = 220


class SampleProbes(FieldSection):
    """`rows_` are the prompts; the first row without words is the request as it is."""

    edited = Signal()

    def __init__(self, tools: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("SampleProbes", "Prompts"), parent)
        self._tools = tuple(tools)
        self.rows_: list[ProbeRow] = []
        why = self.tr(
            "Each is asked in place of your last message and what follows it. Say which tools it should call, or that it should call none."
        )
        self.column.addWidget(hint_label(why, self))
        self._list = QVBoxLayout()
        self._list.setSpacing(theme().px(8))
        self.column.addLayout(self._list)
        self.add_button = Button(self.tr("Add a prompt"), self, icon_name="plus")
        self.add_button.clicked.connect(lambda _on=False: self._add_new())
        line = QHBoxLayout()
        line.addWidget(self.add_button)
        line.addStretch(1)
        self.column.addLayout(line)
        self._insert()

    def probes(self) -> tuple[SampleProbe, ...]:
        """What is asked; rows without words but the first are left out."""
        rows = [row for at, row in enumerate(self.rows_) if not at or row.prompt.text().strip()]
        return tuple(row.probe() for row in rows) or (SampleProbe(),)

    def take_over(self, old: "SampleProbes") -> None:
        """The same prompts as there, and what is expected of them."""
        self.show_probes([SampleProbe(row.prompt.text(), row.expects.value()) for row in old.rows_])

    def show_probes(self, probes: Sequence[SampleProbe]) -> None:
        """These prompts, and what is expected of them; what stood here goes."""
        for row in self.rows_[max(len(probes), 1) :]:
            self._remove(row)
        for at, probe in enumerate(probes):
            mine = self.rows_[at] if at < len(self.rows_) else self._insert()
            mine.prompt.setText(probe.prompt)
            mine.expects.expect(probe.expects)
            mine.show()

    def _add_new(self) -> None:
        row = self._insert()
        row.show()
        row.prompt.setFocus(Qt.FocusReason.OtherFocusReason)
        self.edited.emit()

    def _insert(self) -> "ProbeRow":
        row = ProbeRow(self._tools, self)
        row.changed.connect(self.edited)
        row.removed.connect(lambda: self._remove(row))
        self.rows_.append(row)
        self._list.addWidget(row)
        self._fit()
        return row

    def _remove(self, row: "ProbeRow") -> None:
        self.rows_.remove(row)
        self._list.removeWidget(row)
        row.hide()
        row.deleteLater()
        self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._fit()
        self.edited.emit()

    def _fit(self) -> None:
        """The last one stays; only the first stands for the request as it is."""
        for at, row in enumerate(self.rows_):
            row.remove.setEnabled(len(self.rows_) > 1)
            row.prompt.setPlaceholderText(self.tr("The request as it is") if not at else self.tr("A prompt"))


class ProbeRow(QWidget):
    """One prompt and what is expected of it."""

    changed = Signal()
    removed = Signal()

    def __init__(self, tools: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.prompt, self.expects = QLineEdit(self), ExpectsButton(tools, self)
        self.remove = IconButton("trash", self.tr("Remove this prompt"), self)
        self.prompt.setAccessibleName(self.tr("Prompt"))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(theme().px(6))
        grid.setColumnStretch(0, 1)
        grid.addWidget(self.prompt, 0, 0)
        grid.addWidget(self.remove, 0, 1)
        grid.addWidget(self.expects, 1, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
        self.prompt.textChanged.connect(lambda _text: self.changed.emit())
        self.expects.changed.connect(self.changed)
        self.remove.clicked.connect(lambda _on=False: self.removed.emit())

    def probe(self) -> SampleProbe:
        """The prompt as it stands."""
        return SampleProbe(self.prompt.text().strip(), self.expects.value())


class ExpectsButton(QPushButton):
    """Which tools should be called: nothing expected, no tool, or any of them together."""

    changed = Signal()

    def __init__(self, tools: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        menu = QMenu(self)
        self._free, self._none = (_action(menu, words) for words in (self.tr("Not judged"), self.tr("No tool")))
        menu.addSeparator()
        self._tools = {name: _action(menu, name) for name in tools}
        self.setMenu(menu)
        self.setAutoDefault(False)
        self.setFixedWidth(theme().px(_EXPECTS_WIDTH))
        self._free.setChecked(True)
        for one in (self._free, self._none):
            one.triggered.connect(lambda _on=False, one=one: self._only(one))
        for one in self._tools.values():
            one.triggered.connect(lambda _on=False: self._some())
        self._reword()

    def value(self) -> tuple[str, ...] | None:
        """The names of the expected tools, empty for none; None where nothing is expected."""
        if self._free.isChecked():
            return None
        return tuple(name for name, one in self._tools.items() if one.isChecked())

    def expect(self, names: tuple[str, ...] | None) -> None:
        """Choose as the person would."""
        for name, one in self._tools.items():
            one.setChecked(name in (names or ()))
        if names:
            self._some()
        else:
            self._only(self._free if names is None else self._none)

    def _only(self, chosen: QAction) -> None:
        for one in (self._free, self._none, *self._tools.values()):
            one.setChecked(one is chosen)
        self._reword()
        self.changed.emit()

    def _some(self) -> None:
        self._free.setChecked(False)
        self._none.setChecked(not any(one.isChecked() for one in self._tools.values()))
        self._reword()
        self.changed.emit()

    def _reword(self) -> None:
        named = [name for name, one in self._tools.items() if one.isChecked()]
        words = ", ".join(named) or (self._free if self._free.isChecked() else self._none).text()
        room = self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, theme().px(_EXPECTS_WIDTH - 44))
        self.setText(room)
        self.setToolTip(words)
        self.setAccessibleName(fill(self.tr("Expected: {tools}"), tools=words))


def _action(menu: QMenu, words: str) -> QAction:
    made = menu.addAction(words.replace("&", "&&"))
    made.setCheckable(True)
    return made
