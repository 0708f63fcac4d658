"""A profile and a model of it: who is asked for something beside the session's own model.

Above: the pages of the chooser and of tool search. Below: `workspace`. Asks nobody.
"""

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, SignalInstance
from PySide6.QtWidgets import QLineEdit

from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.still_combo import StillCombo
from studio.session.responder_choice import ResponderChoice
from studio.workspace.workspace import Workspace

translate = QCoreApplication.translate


class ProfileChoice:
    """Two rows of a form: `profile` and `model`. The choice is None as long as no profile is chosen."""

    def __init__(
        self, section: FieldSection, workspace: Workspace, choice: ResponderChoice | None, edited: SignalInstance
    ) -> None:
        self._workspace, self._begun = workspace, choice
        self.profile, self.model = StillCombo(section), QLineEdit(section)
        self.model.setFont(theme().code_font())
        names = [profile.name for profile in workspace.profiles]
        if choice is not None and choice.profile and choice.profile not in names:
            names.append(choice.profile)
        nobody = (
            translate("ProfileChoice", "choose a profile") if names else translate("ProfileChoice", "no profiles yet")
        )
        self.profile.show_choices([("", nobody), *((name, name) for name in names)], choice.profile if choice else "")
        self.model.setText(choice.model_name if choice is not None else "")
        self._tell()
        self.profile.currentIndexChanged.connect(lambda _at: self._tell())
        self.profile.currentIndexChanged.connect(lambda _at: edited.emit())
        self.model.textChanged.connect(lambda _text: edited.emit())

    def choice(self) -> ResponderChoice | None:
        """What is chosen: the profile as a session names it, with the model that is typed or else its own."""
        name = self.profile.value()
        found = next((each for each in self._workspace.profiles if each.name == name), None)
        if found is None:
            return self._begun if name and self._begun is not None else None
        made = self._workspace.choice(found)
        typed = self.model.text().strip()
        return replace(made, model_name=typed) if typed else made

    def _tell(self) -> None:
        name = self.profile.value()
        found = next((each for each in self._workspace.profiles if each.name == name), None)
        self.model.setPlaceholderText(found.model if found is not None else "")
