"""A page of the settings as a value: its fields with their words, and what makes the control of each.

Above: the pages, `settings_window`. Below: `chosen`. Words are keys of the translation context `Settings`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QDialog, QWidget

from studio.gui.action_set import ActionSet
from studio.gui.bridge import Bridge
from studio.gui.chosen import Chosen
from studio.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class SettingsPort:
    """What pages reach. `show` puts a dialog up; `window` is the window that the settings belong to."""

    window: QWidget
    chosen: Chosen
    workspace: Workspace
    bridge: Bridge
    actions: ActionSet
    show: Callable[[QDialog], object]


class Control(QWidget):
    """What a value is chosen with. `given` is emitted with the value when the person chose one, never by `tell`."""

    given = Signal(object)

    def tell(self, value: Any) -> None:
        """Show a value."""

    def name_it(self, words: str, hint: str) -> None:
        """Take the words of its label and hint as its accessible name and description: called at first, and in another language."""
        self.setAccessibleName(words)
        self.setAccessibleDescription(hint)

    def reword(self) -> None:
        """Word everything of its own in another language."""

    def target(self) -> QWidget:
        """What gets the keyboard when somebody goes to the field."""
        return self


@dataclass(frozen=True, slots=True)
class SettingsField:
    """One field. `path` is the member of the settings that it shows and changes; empty where the control does something else.

    `words` are others by which it is found, never shown. `wide` puts the control below its label, over the whole width; `group` is a
    title before the first field of a few.
    """

    id: str
    label: str
    make: Callable[[SettingsPort], Control]
    path: str = ""
    hint: str = ""
    words: str = ""
    group: str = ""
    wide: bool = False


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """One page. `about` is a sentence below its title."""

    id: str
    title: str
    icon: str
    fields: tuple[SettingsField, ...] = field(default=())
    about: str = ""
    words: str = ""

    def field(self, id: str) -> SettingsField:
        """A field by its id. StopIteration for one that is not there."""
        return next(each for each in self.fields if each.id == id)


def worded(text: str) -> str:
    """A text of the settings in the language of the window."""
    return QCoreApplication.translate("Settings", text) if text else ""
