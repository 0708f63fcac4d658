"""The settings of tool search: whether the model searches, how tools are ranked, how many are found, who makes vectors.

Above: the dialog of tool search. Below: `explained_choice`, `profile_choice`. A draft until the dialog is accepted.
"""

from typing import Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from studio.gui.dialogs.explained_choice import ExplainedChoice
from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.dialogs.profile_choice import ProfileChoice
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.session.setup import Setup
from studio.session.toolbox import ToolSearch
from studio.workspace.workspace import Workspace

_MOST_FOUND = 50
_DECIMALS = 2


class SearchSettings(FieldSection):
    """`search()` is what stands in the fields."""

    edited = Signal()

    def __init__(self, setup: Setup, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("SearchSettings", "Settings"), parent)
        search = setup.search
        self._taken = {tool.name for tool in setup.tools}
        self.on = QCheckBox(self.tr("The model searches"), self)
        self.ranking = ExplainedChoice(self.tr("How tools are ranked"), self._rankings(), self)
        self.most = LimitNumber(self.tr("How many tools a search finds at most"), self, least=1, most=_MOST_FOUND)
        self.least = LimitNumber(
            self.tr("Least score of a tool that is found"),
            self,
            decimals=_DECIMALS,
            most=1000,
            none=self.tr("any score"),
        )
        self.name = QLineEdit(search.name, self)
        self.on.setChecked(search.on)
        self.ranking.set_value(search.ranking)
        self.most.setValue(search.most)
        self.least.setValue(search.least)
        self.name.setFont(theme().code_font())
        self.name.setAccessibleName(self.tr("Name of the search tool"))
        self.who = ProfileChoice(self, workspace, search.embeddings, self.edited)
        self.who.profile.setAccessibleName(self.tr("Profile of the embeddings endpoint"))
        self.who.model.setAccessibleName(self.tr("Embeddings model"))
        self._add_rows()
        self._connect()
        self._fit()

    def search(self) -> ToolSearch:
        """What stands in the fields; it may be none that can be saved."""
        ranking: Any = self.ranking.value()
        name = self.name.text().strip() or ToolSearch().name
        return ToolSearch(self.on.isChecked(), ranking, self.most.whole(), self.least.number(), name, self.who.choice())

    def refuse(self) -> bool:
        """Say beside a field why this cannot be saved; False when it can."""
        self.clear_problems()
        search = self.search()
        if search.name in self._taken:
            return self.say("name", self.tr("A tool of this session has this name: choose another."))
        if search.on and search.ranking == "vectors" and search.embeddings is None:
            return self.say("profile", self.tr("Choose who makes the vectors."))
        return False

    def _rankings(self) -> list[tuple[str, str, str]]:
        return [
            (
                "words",
                self.tr("Words"),
                self.tr(
                    "2 for a whole word of the name, 1 for one of the description; one wrong letter still finds it."
                ),
            ),
            ("bm25", self.tr("BM25"), self.tr("Rare words count more, long descriptions less.")),
            (
                "vectors",
                self.tr("Vectors"),
                self.tr(
                    "By meaning, through an embeddings endpoint. Descriptions are sent there once, each query every time."
                ),
            ),
        ]

    def _add_rows(self) -> None:
        what = self.tr(
            "Only what was found, is always visible or kept in, or came in by a group, a source or a skill is offered."
        )
        self.add("on", self.tr("Search"), self.on, what)
        self.add("ranking", self.tr("Ranking"), self.ranking)
        self.add("profile", self.tr("Profile"), self.who.profile)
        self.add("model", self.tr("Model"), self.who.model)
        self.add("most", self.tr("At most"), self.most)
        self.add("least", self.tr("At least"), self.least)
        self.add("name", self.tr("Tool name"), self.name, self.tr("The model calls the search by this name."))
        self.column.addStretch(1)

    def _connect(self) -> None:
        self.on.toggled.connect(lambda _on: self.edited.emit())
        self.ranking.changed.connect(self._fit)
        self.ranking.changed.connect(self.edited)
        for number in (self.most, self.least):
            number.valueChanged.connect(lambda _value: self.edited.emit())
        self.name.textChanged.connect(lambda _text: self.edited.emit())

    def _fit(self) -> None:
        for name in ("profile", "model"):
            self.show_row(name, self.ranking.value() == "vectors")
