"""The page that says who chooses among the groups with the rule *Chosen*: the model itself, or a small model before each turn.

Above: the dialog of groups. Below: `explained_choice`, `profile_choice`. A draft until the dialog is accepted; nobody is asked here.
"""

from typing import Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QWidget

from studio.gui.dialogs.explained_choice import ExplainedChoice
from studio.gui.dialogs.profile_choice import ProfileChoice
from studio.gui.editors.text_editor import TextEditor
from studio.gui.parameters.field_section import FieldSection
from studio.session.setup import Setup
from studio.session.toolbox import Chooser
from studio.workspace.workspace import Workspace


class ChooserPage(FieldSection):
    """`by` is the choice, `who` the small model."""

    edited = Signal()

    def __init__(self, setup: Setup, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("ChooserPage", "Who chooses"), parent)
        chooser = setup.chooser
        self.by = ExplainedChoice(self.tr("Who chooses among groups"), self._choices(), self)
        self.by.set_value(chooser.by)
        self.column.addWidget(self.by)
        self.who = ProfileChoice(self, workspace, chooser.responder, self.edited)
        self.instructions = TextEditor(self.tr("Instructions for the small model"), self)
        self.instructions.fit_height(3, 8)
        self.instructions.setPlaceholderText(self.tr("Empty: the usual ones."))
        self.instructions.set_text(chooser.instructions)
        self.who.profile.setAccessibleName(self.tr("Profile of the small model"))
        self.who.model.setAccessibleName(self.tr("Name of the small model"))
        self.add("profile", self.tr("Profile"), self.who.profile)
        self.add("model", self.tr("Model"), self.who.model, self.tr("Empty: the model of the profile."))
        before = self.tr("They stand before the list of groups with their descriptions.")
        self.add("instructions", self.tr("Instructions"), self.instructions, before)
        self.column.addStretch(1)
        self.by.changed.connect(self._fit)
        self.by.changed.connect(self.edited)
        self.instructions.edited.connect(lambda _text: self.edited.emit())
        self._fit()

    def values(self) -> dict[str, Any]:
        """The chooser, as a member of a setup."""
        by = self.by.value()
        text = self.instructions.text().strip()
        return {"chooser": Chooser("model" if by == "model" else "tool", self.who.choice(), text)}

    def refuse(self) -> bool:
        """Say beside the field why this cannot be saved; False when it can."""
        self.clear_problems()
        if self.by.value() == "model" and self.who.choice() is None:
            return self.say("profile", self.tr("Choose who is asked."))
        return False

    def _choices(self) -> list[tuple[str, str, str]]:
        return [
            (
                "tool",
                self.tr("The model itself"),
                self.tr(
                    "It gets a tool choose_domain that lists the groups; what it opens can be called from its next reply on."
                ),
            ),
            (
                "model",
                self.tr("A small model"),
                self.tr("It is asked once a turn, before the first request, with your message and the list of groups."),
            ),
        ]

    def _fit(self) -> None:
        for name in ("profile", "model", "instructions"):
            self.show_row(name, self.by.value() == "model")
