"""The variants of a sample: another system text, another description of a tool, each asked beside the request as it is.

Above: `sample_form`. Below: widgets. Knows the setup that it begins with, no session.
"""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import hint_label
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill
from studio.session.samples import SampleArm
from studio.session.setup import Setup


class SampleVariants(FieldSection):
    """`rows_` are the variants from top to bottom."""

    edited = Signal()

    def __init__(self, setup: Setup, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("SampleVariants", "Variants"), parent)
        self._setup = setup
        self.rows_: list[VariantRow] = []
        why = self.tr("Each is asked beside the request as it is, and compared with it.")
        self.column.addWidget(hint_label(why, self))
        self._list = QVBoxLayout()
        self._list.setSpacing(theme().px(12))
        self.column.addLayout(self._list)
        self.add_button = Button(self.tr("Add a variant"), self, icon_name="plus")
        self.add_button.clicked.connect(lambda _on=False: self.add_variant())
        line = QHBoxLayout()
        line.addWidget(self.add_button)
        line.addStretch(1)
        self.column.addLayout(line)

    def arms(self) -> list[SampleArm]:
        """The variants, without the request as it is."""
        return [row.arm() for row in self.rows_]

    def add_variant(self) -> None:
        """One more: first of the system text, then of the tools in their order."""
        row = VariantRow(self._setup, self)
        row.changed.connect(self._renamed)
        row.removed.connect(lambda: self._remove(row))
        self.rows_.append(row)
        self._list.addWidget(row)
        self._renamed()
        row.show()
        row.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_over(self, old: "SampleVariants") -> None:
        """The same variants as there, in the same words; those of tools that are gone are left out."""
        self.show_texts([(str(row.what.value()), row.text.toPlainText()) for row in old.rows_])

    def show_texts(self, texts: Sequence[tuple[str, str]]) -> None:
        """These variants in place of those that stand here: pairs of a tool (empty: the system text) and what is said of it. Those of
        tools that are gone are left out."""
        for row in tuple(self.rows_):
            self._remove(row)
        known = {"", *(tool.name for tool in self._setup.tools)}
        for tool, text in (one for one in texts if one[0] in known):
            self.add_variant()
            self.rows_[-1].what.choose(tool)
            self.rows_[-1].text.setPlainText(text)

    def _remove(self, row: "VariantRow") -> None:
        self.rows_.remove(row)
        self._list.removeWidget(row)
        row.hide()
        row.deleteLater()
        self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._renamed()

    def _renamed(self) -> None:
        for at, row in enumerate(self.rows_, 1):
            row.name = (
                row.words() if sum(one.words() == row.words() for one in self.rows_) < 2 else f"{row.words()} {at}"
            )
        self.edited.emit()


class VariantRow(QWidget):
    """One variant: what is said otherwise, and how."""

    changed = Signal()
    removed = Signal()

    def __init__(self, setup: Setup, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._setup, self.name = setup, ""
        self.what, self.text = StillCombo(self), QPlainTextEdit(self)
        self.remove = IconButton("trash", self.tr("Remove this variant"), self)
        self.what.setAccessibleName(self.tr("What is said otherwise"))
        described = [(tool.name, fill(self.tr("Description of {tool}"), tool=tool.name)) for tool in setup.tools]
        self.what.show_choices([("", self.tr("System text")), *described], "")
        self.text.setAccessibleName(self.tr("How it is said"))
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(theme().px(68))
        self._lay_out()
        self._begin_with()
        self.what.currentIndexChanged.connect(lambda _at: self._begin_with())
        self.text.textChanged.connect(self.changed)
        self.remove.clicked.connect(lambda _on=False: self.removed.emit())

    def words(self) -> str:
        """What is said otherwise, in words."""
        return self.what.currentText()

    def arm(self) -> SampleArm:
        """The variant as it stands."""
        tool, text = str(self.what.value()), self.text.toPlainText()
        if tool:
            return SampleArm(self.name, descriptions={tool: text})
        return SampleArm(self.name, system=text or None)

    def _begin_with(self) -> None:
        """What the request says now is there to be changed."""
        tool = self.what.value()
        described = {each.name: each.description for each in self._setup.tools}
        self.text.setPlainText(described.get(tool, "") if tool else self._setup.system or "")
        self.changed.emit()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme().px(6))
        row.addWidget(self.what, 1)
        row.addWidget(self.remove)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(6))
        column.addLayout(row)
        column.addWidget(self.text)
