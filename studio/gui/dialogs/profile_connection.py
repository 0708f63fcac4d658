"""The part of a profile's form that says where the server is and how one gets in: dialect, address, key.

Above: `profile_form`. Below: `field_section`, `workspace/profiles`. Typing changes nothing until it is saved.
"""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill
from studio.workspace.profiles import DIALECTS, Preset, address_note, key_header, presets

if TYPE_CHECKING:
    from studio.workspace.profiles import Profile

_DIALECT_NAMES = {
    "openai_chat": "Chat Completions",
    "openai_responses": "Responses",
    "anthropic_messages": "Anthropic Messages",
    "ollama_chat": "Ollama",
}
"""Proper names, the same in every language."""


class ProfileConnection(FieldSection):
    """`dialect_changed`: the person or a preset chose another one. `preset_chosen`: the form is to begin with it."""

    dialect_changed = Signal()
    preset_chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("ProfileConnection", "Connection"), parent)
        # Made in the order in which they stand: Tab goes so.
        self.preset, self.name, self.dialect = StillCombo(self), QLineEdit(self), StillCombo(self)
        self.address, self.key_kind = QLineEdit(self), StillCombo(self)
        self.variable, self.key, self.header = QLineEdit(self), QLineEdit(self), QLineEdit(self)
        self.address.setPlaceholderText("http://127.0.0.1:11434/v1")
        self.variable.setPlaceholderText("OPENAI_API_KEY")
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setPlaceholderText(self.tr("leave empty to keep the stored key"))
        self._state = ""
        self._fill_choices()
        self._add_rows()
        self._name_fields()
        self.preset.activated.connect(lambda _at: self._take_preset())
        self.dialect.activated.connect(lambda _at: self._dialect_chosen())
        self.key_kind.activated.connect(lambda _at: self._show_key_field(typed=True))
        self.address.textEdited.connect(lambda _text: self._note_address())

    def show_profile(self, profile: "Profile | None", key_state: str) -> None:
        """Fill the fields; None for a new profile, which may begin with a preset."""
        self.clear_problems()
        self.preset.setCurrentIndex(0)
        self.show_row("preset", profile is None)
        self.rows["preset"].set_hint("")
        self.name.setText(profile.name if profile else "")
        self.address.setText(profile.base_url if profile else "")
        self._set_dialect(profile.dialect if profile else "openai_chat")
        self._set_key(profile.key_env if profile else None, ring=bool(profile and profile.key_ring))
        self.header.setText((profile.key_header or "") if profile else "")
        self.key.clear()
        self._state = key_state
        self._show_key_field()
        self._note_address()

    def values(self) -> dict[str, Any]:
        """What stands in the fields, as members of a profile."""
        kind = self.key_kind.value()
        return {
            "name": self.name.text().strip(),
            "dialect": self.dialect.value(),
            "base_url": self.address.text().strip(),
            "key_env": (self.variable.text().strip() or None) if kind == "environment" else None,
            "key_ring": kind == "keyring",
            "key_header": self.header.text().strip() or None,
        }

    def missing(self) -> tuple[str, str]:
        """The first field that has to be filled in and is not, and the sentence; two empty texts when there is none."""
        if not self.name.text().strip():
            return "name", self.tr("The profile needs a name.")
        if not self.address.text().strip():
            return "base_url", fill(
                self.tr("The address of the server is missing, such as {url}"), url="http://127.0.0.1:11434/v1"
            )
        if self.key_kind.value() == "environment" and not self.variable.text().strip():
            return "key_env", self.tr("Write the name of the variable that holds the key, such as OPENAI_API_KEY.")
        return "", ""

    @property
    def typed_key(self) -> str:
        """A key that was typed to be stored; empty when there is none."""
        return self.key.text().strip() if self.key_kind.value() == "keyring" else ""

    def _take_preset(self) -> None:
        preset = self.preset.value()
        if not isinstance(preset, Preset):
            self.rows["preset"].set_hint("")
            return
        if not self.name.text().strip() or self.name.text() in (one.name for one in presets()):
            self.name.setText(preset.name)
        self.address.setText(preset.base_url)
        self._set_dialect(preset.dialect)
        self._set_key(preset.key_env, ring=False)
        self.header.setText(preset.key_header or "")
        self._state = ""
        self._show_key_field()
        self.clear_problems()
        self.rows["preset"].set_hint(QCoreApplication.translate("presets", preset.note) if preset.note else "")
        self._note_address()
        self.preset_chosen.emit(preset)
        self.dialect_changed.emit()
        self._select_blank()

    def _select_blank(self) -> None:
        """The part of an address that the person has to fill in."""
        text = self.address.text()
        if "{" in text:
            self.address.setFocus()
            self.address.setSelection(text.index("{"), text.index("}") + 1 - text.index("{"))

    def _dialect_chosen(self) -> None:
        self._show_header_hint()
        self._note_address()
        self.dialect_changed.emit()

    def _set_dialect(self, dialect: str) -> None:
        self.dialect.show_choices([(name, _DIALECT_NAMES.get(name, name)) for name in DIALECTS], dialect)
        self._show_header_hint()

    def _set_key(self, variable: str | None, *, ring: bool) -> None:
        kinds = (("none", self.tr("No key")), ("environment", self.tr("Environment variable")))
        stored = ("keyring", self.tr("The system's keyring"))
        self.key_kind.show_choices((*kinds, stored), "environment" if variable else "keyring" if ring else "none")
        self.variable.setText(variable or "")

    def _show_header_hint(self) -> None:
        self.header.setPlaceholderText(key_header(self.dialect.value()))

    def _show_key_field(self, *, typed: bool = False) -> None:
        kind = self.key_kind.value()
        if typed:
            self._state = ""
        self.variable.setVisible(kind == "environment")
        self.key.setVisible(kind == "keyring")
        self.show_row("key_header", kind != "none" or bool(self.header.text()))
        self.rows["key_env"].set_hint(self._state_words())
        self.rows["key_env"].set_problem("")

    def _note_address(self) -> None:
        self.rows["base_url"].set_problem("")
        self.rows["base_url"].set_hint(address_note(self.address.text(), self.dialect.value()))

    def _state_words(self) -> str:
        return {
            "stored": self.tr("The key is stored in the system's keyring."),
            "environment": self.tr("The variable is set."),
            "missing": self.tr("The key is missing: the variable is not set, or nothing is stored."),
        }.get(self._state, "")

    def _fill_choices(self) -> None:
        empty = (None, self.tr("an empty profile"))
        self.preset.show_choices((empty, *((preset, preset.title) for preset in presets())), None)

    def _add_rows(self) -> None:
        holder = QWidget(self)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        for widget in (self.key_kind, self.variable, self.key):
            column.addWidget(widget)
        self.add("preset", self.tr("Begin with"), self.preset)
        self.add("name", self.tr("Name"), self.name)
        self.add("dialect", self.tr("Dialect"), self.dialect)
        self.add("base_url", self.tr("Base URL"), self.address)
        self.add("key_env", self.tr("Key"), holder, focus=self.variable)
        self.add("key_header", self.tr("Key header"), self.header, self.tr("Left empty, the header of the dialect."))

    def _name_fields(self) -> None:
        for widget, name in (
            (self.preset, self.tr("Known server to begin with")),
            (self.name, self.tr("Name")),
            (self.dialect, self.tr("Dialect: the format that the server speaks")),
            (self.address, self.tr("Base URL")),
            (self.key_kind, self.tr("Where the key is")),
            (self.variable, self.tr("Name of the environment variable")),
            (self.key, self.tr("Key to store in the system's keyring")),
            (self.header, self.tr("Header that carries the key")),
        ):
            widget.setAccessibleName(name)
