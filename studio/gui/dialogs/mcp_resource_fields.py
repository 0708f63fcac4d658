"""The `{members}` of a template as fields; empty ones are left out of the address.

Above: the dialog of resources. Below: `present/uri_template`, labelled fields.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.parameters.labelled_field import LabelledField
from studio.gui.words import fill
from studio.present.uri_template import expand, members, missing


class TemplateFields(QWidget):
    """Hidden for an address that has no members. `edited`: the address is another one."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._template = ""
        self.fields: dict[str, QLineEdit] = {}
        self.address = QLabel(self)
        wrap_plainly(self.address)
        self.address.setProperty("role", "small_muted")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme().px(8))
        self._column.addWidget(self.address)
        self.hide()

    def show_template(self, template: str) -> None:
        """Show the fields of a template; those of the same one stay as they are."""
        if template == self._template:
            return
        self._template = template
        while self._column.count() > 1:
            item = self._column.takeAt(0)
            old = item.widget() if item is not None else None
            if old is not None:
                old.hide()
                old.deleteLater()
        self.fields = {}
        for at, member in enumerate(members(template)):
            self._add(at, member.name, optional=member.optional)
        self.setVisible(bool(self.fields))
        self._tell()

    def values(self) -> dict[str, str]:
        """What is filled in."""
        return {name: field.text() for name, field in self.fields.items()}

    def uri(self) -> str:
        """The address as it stands."""
        return expand(self._template, self.values())

    def missing(self) -> tuple[str, ...]:
        """The members that have to be filled in yet."""
        return missing(self._template, self.values())

    def _add(self, at: int, name: str, *, optional: bool) -> None:
        field = QLineEdit(self)
        field.setAccessibleName(name)
        field.setPlaceholderText(self.tr("left out when empty") if optional else self.tr("required"))
        field.textChanged.connect(lambda _text: self._tell())
        self.fields[name] = field
        self._column.insertWidget(at, LabelledField(name if optional else f"{name} *", field, self))

    def _tell(self) -> None:
        self.address.setText(fill(self.tr("Reads {uri}"), uri=self.uri()))
        self.edited.emit()
