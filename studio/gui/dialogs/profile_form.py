"""The form of one profile. Headers are typed one a line, parameters as the JSON object that goes out.

Above: `profiles`. Below: `workspace` (the checked value). Typing changes nothing until it is saved.
"""

import json
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from studio.gui.dialogs.dialog_frame import aligned_form, hint_label, inset_number
from studio.gui.look.theme import theme
from studio.gui.words import fill
from studio.workspace.profiles import ProfileError, read_profile

if TYPE_CHECKING:
    from studio.workspace.profiles import Profile

_KEYS = ("none", "environment", "keyring")
_UNSHOWN = ("dialect", "key_header", "calls", "retries", "proxy")
"""Members without a field; they stay as they are."""


class ProfileForm(QWidget):
    """`profile()` checks what stands in the fields."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._unshown: dict[str, Any] = {}
        self.name, self.address, self.model = QLineEdit(self), QLineEdit(self), QLineEdit(self)
        self.address.setPlaceholderText("http://127.0.0.1:11434/v1")
        self.key_kind, self.variable, self.key = QComboBox(self), QLineEdit(self), QLineEdit(self)
        self.variable.setPlaceholderText("OPENAI_API_KEY")
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.headers, self.params = self._object_field(), self._object_field()
        self.stream = QCheckBox(self.tr("Stream replies"), self)
        self.connect_seconds, self.read_seconds = self._seconds_field(), self._seconds_field()
        self._key_state = hint_label("", self)
        self.key_kind.addItems(
            [self.tr("No key"), self.tr("Environment variable"), self.tr("Stored in the system's keyring")]
        )
        self.key_kind.currentIndexChanged.connect(self._show_key_field)
        self._lay_out()
        self.show_profile(None, "none")

    @property
    def typed_key(self) -> str:
        """A key that was typed to be stored; empty when there is none."""
        return self.key.text().strip() if self.key_kind.currentIndex() == _KEYS.index("keyring") else ""

    def show_profile(self, profile: "Profile | None", key_state: str) -> None:
        """Fill the fields; None for a new profile. `key_state` is that of the workspace."""
        self._unshown = {name: getattr(profile, name) for name in _UNSHOWN} if profile else {}
        self.name.setText(profile.name if profile else "")
        self.address.setText(profile.base_url if profile else "")
        self.model.setText(profile.model if profile else "")
        kind = (
            "none"
            if profile is None
            else "environment"
            if profile.key_env
            else "keyring"
            if profile.key_ring
            else "none"
        )
        self.key_kind.setCurrentIndex(_KEYS.index(kind))
        self.variable.setText((profile.key_env or "") if profile else "")
        self.key.clear()
        self.headers.setPlainText("\n".join(f"{name}: {value}" for name, value in _headers(profile)))
        self.params.setPlainText(_shown(profile.params if profile else {}))
        self.stream.setChecked(profile.stream if profile else True)
        self.connect_seconds.setValue(profile.timeout.connect if profile else 10)
        self.read_seconds.setValue(profile.timeout.read if profile else 60)
        self._key_state.setText(self._state_words(key_state))
        self._key_state.setVisible(bool(self._key_state.text()))
        self._show_key_field(self.key_kind.currentIndex())

    def profile(self) -> "Profile":
        """The checked profile. Raises ProfileError with the sentence for the first thing that does not fit."""
        kind = _KEYS[self.key_kind.currentIndex()]
        value: dict[str, Any] = {
            "name": self.name.text().strip(),
            **self._unshown,
            "base_url": self.address.text().strip(),
            "model": self.model.text().strip(),
            "key_env": (self.variable.text().strip() or None) if kind == "environment" else None,
            "key_ring": kind == "keyring",
            "headers": self._header_lines(),
            "params": self._object(self.params, self.tr("Parameters")),
            "stream": self.stream.isChecked(),
            "timeout": {"connect": self.connect_seconds.value(), "read": self.read_seconds.value()},
        }
        if not value["name"]:
            raise ProfileError(self.tr("The profile needs a name."))
        return read_profile(value)

    def _object(self, field: QPlainTextEdit, label: str) -> dict[str, Any]:
        text = field.toPlainText().strip()
        try:
            value = json.loads(text) if text else {}
        except ValueError as error:
            raise ProfileError(f"{label}: {error}") from None
        if not isinstance(value, dict):
            raise ProfileError(self.tr("{field} must be a JSON object.").format(field=label))
        return value

    def _header_lines(self) -> dict[str, str]:
        """The headers by name. Raises ProfileError with the first line that is none."""
        found: dict[str, str] = {}
        for number, line in enumerate(self.headers.toPlainText().splitlines(), 1):
            name, colon, value = line.partition(":")
            if line.strip() and not (colon and name.strip() and value.strip()):
                raise ProfileError(fill(self.tr("Line {n} of the headers is not “Name: value”."), n=number))
            if line.strip():
                found[name.strip()] = value.strip()
        return found

    def _lay_out(self) -> None:
        key = QHBoxLayout()
        key.setSpacing(8)
        key.addWidget(self.key_kind)
        key.addWidget(self.variable, 1)
        key.addWidget(self.key, 1)
        form = aligned_form()
        self.setLayout(form)
        for label, field in (
            (self.tr("Name"), self.name),
            (self.tr("Base URL"), self.address),
            (self.tr("Model"), self.model),
            (self.tr("Key"), self._with_hint(key, self._key_state)),
            (self.tr("Headers"), self._with_hint(self.headers, hint_label(self._header_hint(), self))),
            (self.tr("Parameters"), self._with_hint(self.params, hint_label(self._param_hint(), self))),
            (self.tr("Replies"), self.stream),
            (self.tr("Time limits"), self._waits()),
        ):
            form.addRow(label, field)
        self.key.setPlaceholderText(self.tr("leave empty to keep the stored key"))
        self._name_fields()

    def _waits(self) -> QHBoxLayout:
        waits = QHBoxLayout()
        waits.setSpacing(8)
        for words, field in (
            (self.tr("to connect"), self.connect_seconds),
            (self.tr("to read"), self.read_seconds),
        ):
            waits.addWidget(QLabel(words, self))
            waits.addWidget(field)
            waits.addSpacing(16)
        waits.addStretch(1)
        return waits

    def _name_fields(self) -> None:
        for widget, name in (
            (self.name, self.tr("Name")),
            (self.address, self.tr("Base URL")),
            (self.model, self.tr("Model")),
            (self.key_kind, self.tr("Where the key is")),
            (self.variable, self.tr("Name of the environment variable")),
            (self.key, self.tr("Key to store in the system's keyring")),
            (self.headers, self.tr("Headers, one a line")),
            (self.params, self.tr("Parameters as a JSON object")),
            (self.connect_seconds, self.tr("Seconds to wait for a connection")),
            (self.read_seconds, self.tr("Seconds to wait for the next bytes")),
        ):
            widget.setAccessibleName(name)

    def _with_hint(self, field: QWidget | QLayout, hint: QLabel) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(4)
        if isinstance(field, QWidget):
            column.addWidget(field, 1)
        else:
            column.addLayout(field)
        column.addWidget(hint)
        return column

    def _header_hint(self) -> str:
        return self.tr("One a line, Name: value. Values may hold ${VARIABLE}, taken from the environment.")

    def _param_hint(self) -> str:
        return fill(
            self.tr("Members of every request, as a JSON object, e.g. {example}"), example='{"temperature": 0.2}'
        )

    def _show_key_field(self, at: int) -> None:
        self.variable.setVisible(_KEYS[at] == "environment")
        self.key.setVisible(_KEYS[at] == "keyring")

    def _object_field(self) -> QPlainTextEdit:
        field = QPlainTextEdit(self)
        field.setProperty("look", "field")
        field.setFont(theme().code_font())
        field.setMinimumHeight(theme().px(56))
        field.setMaximumHeight(theme().px(116))
        field.setTabChangesFocus(True)
        return field

    def _seconds_field(self) -> QDoubleSpinBox:
        field = QDoubleSpinBox(self)
        field.setRange(0.1, 86_400)
        field.setDecimals(1)
        field.setSuffix(" s")
        inset_number(field)
        return field

    def _state_words(self, key_state: str) -> str:
        return {
            "stored": self.tr("The key is stored in the system's keyring."),
            "environment": self.tr("The key is taken from the environment variable."),
            "missing": self.tr("The key is missing."),
        }.get(key_state, "")


def _headers(profile: "Profile | None") -> list[tuple[str, str]]:
    return list(profile.headers.items()) if profile else []


def _shown(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) if value else ""
