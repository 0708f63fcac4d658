"""The part of a profile's form with what is seldom needed: headers, time limits, retries, a proxy.

Above: `profile_form`. Below: `field_section`. Headers are typed one a line.
"""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QSpinBox, QWidget

from studio.gui.dialogs.dialog_frame import inset_number
from studio.gui.editors.text_editor import TextEditor
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.still_wheel import StillWheel
from studio.gui.words import fill

if TYPE_CHECKING:
    from studio.workspace.profiles import Profile


class ProfileMore(FieldSection):
    """Its fields have the values that a new profile has."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("ProfileMore", "More"), parent)
        self.headers = TextEditor("", self, code=True)
        self.headers.fit_height(2, 8)
        self.connect_seconds, self.read_seconds = self._seconds(), self._seconds()
        self.retries, self.proxy = QSpinBox(self), QLineEdit(self)
        self.retries.setRange(0, 10)
        self.proxy.setPlaceholderText("http://127.0.0.1:8080")
        inset_number(self.retries)
        StillWheel(self.retries)
        self._add_rows()
        self._name_fields()

    def show_profile(self, profile: "Profile | None") -> None:
        """Fill the fields; None for a new profile."""
        self.clear_problems()
        headers = profile.headers if profile else {}
        self.headers.set_text("\n".join(f"{name}: {value}" for name, value in headers.items()))
        self.connect_seconds.setValue(profile.timeout.connect if profile else 10)
        self.read_seconds.setValue(profile.timeout.read if profile else 60)
        self.retries.setValue(profile.retries if profile else 2)
        self.proxy.setText((profile.proxy or "") if profile else "")

    def values(self) -> dict[str, Any]:
        """What stands in the fields, as members of a profile. Headers that are none are left out (see `wrong_line`)."""
        lines = (line.partition(":") for line in self.headers.text().splitlines() if line.strip())
        return {
            "headers": {name.strip(): value.strip() for name, _, value in lines},
            "timeout": {"connect": self.connect_seconds.value(), "read": self.read_seconds.value()},
            "retries": self.retries.value(),
            "proxy": self.proxy.text().strip() or None,
        }

    def wrong_line(self) -> str:
        """The sentence for the first line of the headers that is none; empty when all are."""
        for at, line in enumerate(self.headers.text().splitlines(), 1):
            name, _, value = line.partition(":")
            if line.strip() and not (name.strip() and value.strip()):
                return fill(self.tr("Line {n} of the headers is not “Name: value”."), n=at)
        return ""

    def _add_rows(self) -> None:
        said = self.tr("One a line, Name: value. Values may hold ${VARIABLE}, taken from the environment.")
        self.add("headers", self.tr("Headers"), self.headers, said)
        self.add("timeout.connect", self.tr("Time to connect"), self.connect_seconds)
        read = self.tr("The longest silence while a reply comes. A model that still loads may need minutes.")
        self.add("timeout.read", self.tr("Time to read"), self.read_seconds, read)
        again = self.tr("How often a failed request is sent again on the command line; in the window you decide.")
        self.add("retries", self.tr("Retries"), self.retries, again)
        self.add("proxy", self.tr("Proxy"), self.proxy, self.tr("May hold ${VARIABLE} too, as a password has to."))

    def _name_fields(self) -> None:
        for widget, name in (
            (self.headers, self.tr("Headers, one a line")),
            (self.connect_seconds, self.tr("Seconds to wait for a connection")),
            (self.read_seconds, self.tr("Seconds to wait for the next bytes")),
            (self.retries, self.tr("Retries")),
            (self.proxy, self.tr("Address of a proxy")),
        ):
            widget.setAccessibleName(name)

    def _seconds(self) -> QDoubleSpinBox:
        field = QDoubleSpinBox(self)
        field.setRange(0.1, 86_400)
        field.setDecimals(1)
        field.setSuffix(" s")
        inset_number(field)
        StillWheel(field)
        return field
