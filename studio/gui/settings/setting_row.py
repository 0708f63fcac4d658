"""One field of the settings on its page: label, control, hint, and *Reset* where something else than usual is chosen.

Above: `page_view`. Below: `page`, `chosen`. Knows not what the control chooses.
"""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import hint_label, wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.parameters.labelled_field import LabelledField
from studio.gui.settings.page import SettingsField, SettingsPort, worded
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill

_GAP = 3


class SettingRow(QWidget):
    """`field` is the value that it was made of, `control` what it is chosen with."""

    def __init__(self, field: SettingsField, port: SettingsPort, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field, self._chosen = field, port.chosen
        self.control = field.make(port)
        self.reset = Button("", self, look="link")
        kept = self.reset.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(kept)
        self._hint = hint_label("", self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(_GAP))
        self.label = self._lay_out_wide(column) if field.wide else self._lay_out(column)
        self.label.setProperty("hit", False)
        self.control.given.connect(self._given)
        self.reset.clicked.connect(self._reset)
        if field.path:
            self._chosen.changed.connect(self._changed)
        self.reword()
        self.show_value()

    def _lay_out(self, column: QVBoxLayout) -> QLabel:
        body = QWidget(self)
        inner = QVBoxLayout(body)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(theme().px(_GAP))
        line = QHBoxLayout()
        line.addWidget(self.control, 1)
        line.addWidget(self.reset)
        inner.addLayout(line)
        inner.addWidget(self._hint)
        labelled = LabelledField("", body, self)
        labelled.label.setBuddy(self.control.target())
        labelled.layout().setAlignment(labelled.label, Qt.AlignmentFlag.AlignTop)  # type: ignore[union-attr]
        column.addWidget(labelled)
        return labelled.label

    def _lay_out_wide(self, column: QVBoxLayout) -> QLabel:
        label = QLabel(self)
        wrap_plainly(label)
        label.setProperty("role", "strong")
        label.setBuddy(self.control.target())
        line = QHBoxLayout()
        line.addWidget(label, 1)
        line.addWidget(self.reset)
        column.addLayout(line)
        column.addWidget(self._hint)
        column.addWidget(self.control, 1)
        return label

    def show_value(self) -> None:
        """Show what is chosen now, and *Reset* where that is not the usual."""
        if self.field.path:
            self.control.tell(self._chosen.value(self.field.path))
        self.reset.setVisible(bool(self.field.path) and not self._chosen.is_usual(self.field.path))

    def mark(self, hit: bool) -> None:
        """Mark the label as what was looked for."""
        if self.label.property("hit") != hit:
            self.label.setProperty("hit", hit)
            self.label.style().unpolish(self.label)
            self.label.style().polish(self.label)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.reword()

    def reword(self) -> None:
        """The words of the field in the language of the window."""
        label, hint = worded(self.field.label), worded(self.field.hint)
        self.label.setText(label)
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        self.reset.setText(self.tr("Reset"))
        self.reset.setAccessibleName(fill(self.tr("Reset {field}"), field=label))
        self.control.name_it(label, hint)
        self.control.reword()

    def _given(self, value: object) -> None:
        if self.field.path:
            self._chosen.put(self.field.path, value)

    def _changed(self, path: str) -> None:
        if path == self.field.path:
            self.show_value()

    def _reset(self) -> None:
        self.control.target().setFocus()  # before the button goes, or the keyboard would be nowhere
        self._chosen.reset(self.field.path)
