"""The part of a profile's form that says which model answers, how tools are told to it, and whether replies stream.

Above: `profile_form`. Below: `field_section`, `calls_choice`. Asks no server itself: `fetch_wanted`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QPushButton, QWidget

from studio.gui.look.theme import theme
from studio.gui.parameters.calls_choice import CallsChoice
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill, number

if TYPE_CHECKING:
    from studio.workspace.profiles import Profile


class ProfileModel(FieldSection):
    """`fetch_wanted`: the person wants the server's list of models."""

    fetch_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("ProfileModel", "Model and tools"), parent)
        self._asking = False
        self.model, self.fetch = StillCombo(self), QPushButton(self.tr("Fetch models"), self)
        self.model.setEditable(True)
        self.model.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.fetch.setAutoDefault(False)
        self.fetch.setToolTip(self.tr("Ask the server which models it has"))
        self.calls, self.stream = CallsChoice(self), QCheckBox(self.tr("Stream replies"), self)
        self.model.setAccessibleName(self.tr("Model"))
        self._add_rows()
        self.fetch.clicked.connect(self.fetch_wanted)

    def show_profile(self, profile: "Profile | None") -> None:
        """Fill the fields; None for a new profile."""
        self.clear_problems()
        self.forget_models()
        self.model.setEditText(profile.model if profile else "")
        self.calls.set_value(profile.calls if profile else "native")
        self.stream.setChecked(profile.stream if profile else True)

    def values(self) -> dict[str, Any]:
        """What stands in the fields, as members of a profile."""
        return {
            "model": self.model.currentText().strip(),
            "calls": self.calls.value(),
            "stream": self.stream.isChecked(),
        }

    def forget_models(self) -> None:
        """The list of another server is none of this one, also when it is still to come."""
        self._asking = False
        self.fetch.setEnabled(True)
        text = self.model.currentText()
        self.model.clear()
        self.model.setEditText(text)
        self.rows["model"].set_hint("")

    def show_asking(self) -> None:
        """The server is being asked."""
        self._asking = True
        self.fetch.setEnabled(False)
        self.rows["model"].set_problem("")
        self.rows["model"].set_hint(self.tr("Asking…"))

    def show_models(self, names: Sequence[str]) -> None:
        """Offer the models that the server has, when it was they that were asked for last."""
        if not self._asking:
            return
        self._asking = False
        text = self.model.currentText()
        self.fetch.setEnabled(True)
        self.model.clear()
        self.model.addItems(list(names))
        self.model.setEditText(text)
        self.rows["model"].set_hint(
            fill(
                self.tr("The server has {n} models; the list opens with the arrow at the right."), n=number(len(names))
            )
        )
        self.model.setFocus()

    def show_no_models(self, sentence: str) -> None:
        """Say why there is no list."""
        if not self._asking:
            return
        self._asking = False
        self.fetch.setEnabled(True)
        self.rows["model"].set_hint("")
        self.rows["model"].set_problem(sentence)

    def _add_rows(self) -> None:
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().px(8))
        row.addWidget(self.model, 1)
        row.addWidget(self.fetch)
        self.add("model", self.tr("Model"), holder, focus=self.model)
        self.add_row(self.tr("Tools are told"), self.calls)
        self.add("stream", self.tr("Replies"), self.stream)
