"""A list of tools that another program keeps, on its way into the session: pasted or from a file, looked at, then declared.

Above: `window`. Below: `workspace` (the readers). Nothing runs: imported tools are only declared.
"""

import json
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHeaderView, QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.file_field import FileField
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.editors.json_editor import JsonEditor
from studio.gui.look.theme import theme
from studio.gui.parameters.labelled_field import LabelledField
from studio.gui.widgets.row_inset import inset_rows
from studio.gui.words import sentence, tip, told_error
from studio.messages.toolspec import ToolSpec
from studio.paths import file_bytes
from studio.problems import StudioError
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

_LARGEST = 20_000_000


class ImportToolsDialog(TabbedDialog):
    """`found` are the tools of the text, each with a box; those of a name that the session has replace the old
    ones, but never a tool that runs: its box is empty until the person decides."""

    def __init__(self, parent: QWidget, workspace: Workspace, session: OpenedSession) -> None:
        super().__init__(parent)
        self._session = session
        self._specs: tuple[ToolSpec, ...] = ()
        self._name = ""
        """Of the file that the text came from; empty for what was pasted."""
        hint = self.tr(
            "Tools of OpenAI, Anthropic, Gemini or LangChain, a request, an MCP list, a JSON Schema. Only declared: nothing runs."
        )
        self._frame = DialogFrame(self, self.tr("Import a list of tools"), hint)
        self.file = FileField(self, self.tr("File"), self.tr("JSON files (*.json);;All files (*)"))
        self.text = JsonEditor(self.tr("List of tools as JSON"), self)
        self.found, self._said = QTreeWidget(self), QLabel(self)
        self.add, self._cancel = main_button(self.tr("Add"), self), plain_button(self.tr("Cancel"), self)
        self._prepare()
        self._lay_out()
        self._read()
        self._frame.resize(820, 700)
        keep_size(self, workspace, "import_tools")

    def take_file(self, path: Path) -> None:
        """Look at a file."""
        self.file.set_path(path)

    def take_text(self, text: str) -> None:
        """Look at a text."""
        self.text.set_text(text)
        self._typed()

    def _prepare(self) -> None:
        self.text.setProperty("look", "field")
        self.text.setPlaceholderText(self.tr("Paste the list here, or choose a file above."))
        inset_rows(self.found, columns=2)
        self.found.setHeaderLabels([self.tr("Tool"), self.tr("Description"), ""])
        self.found.setUniformRowHeights(True)
        self.found.setAccessibleName(self.tr("Tools that were found"))
        self.found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.found.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        self.found.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        wrap_plainly(self._said)
        self.file.changed.connect(lambda _text: self._load())
        self.text.left.connect(self.found.setFocus)
        self.text.edited.connect(lambda _draft: self._typed())
        self.found.itemChanged.connect(lambda _item, _column: self._fit())
        self.add.clicked.connect(self._accept)
        self._cancel.clicked.connect(self.reject)
        press_by_keys(self, self.add)

    def _lay_out(self) -> None:
        body: QVBoxLayout = self._frame.body
        body.addWidget(LabelledField(self.tr("File"), self.file, self))
        body.addWidget(self.text, 3)
        body.addWidget(self.found, 2)
        body.addWidget(self._said)
        self._frame.add_buttons((), (self.add, self._cancel))

    def _load(self) -> None:
        path = self.file.path
        if path is None:
            return
        try:
            self.text.set_text(_read_file(path))
        except OSError as error:
            self._tell(error.strerror or str(error), wrong=True)
            return
        self._name = path.name
        self._read()

    def _typed(self) -> None:
        self._name = ""
        self._read()

    def _read(self) -> None:
        """Look at what stands in the text."""
        text = self.text.text()
        self._specs = ()
        if not text.strip():
            self._show(self.tr("Nothing was found yet."))
            return
        try:
            found = self._session.read_tools(text, self._name)
        except StudioError as error:
            self._show(told_error(error), wrong=True)
            return
        self._specs = tuple(found.specs)
        self._show("\n".join(map(sentence, found.notes)))

    def _show(self, said: str, *, wrong: bool = False) -> None:
        self.found.blockSignals(True)
        self.found.clear()
        for spec in self._specs:
            words = spec.description.split("\n")[0]
            item = QTreeWidgetItem([spec.name, " · ".join(filter(None, (self._of_present(spec.name), words)))])
            taken = self._session.runs(spec.name)
            item.setCheckState(0, Qt.CheckState.Unchecked if taken else Qt.CheckState.Checked)
            item.setFont(0, theme().code_font())
            item.setSizeHint(1, QSize(0, theme().row(26)))
            item.setToolTip(0, tip(json.dumps(spec.parameters, ensure_ascii=False, indent=2)))
            self.found.addTopLevelItem(item)
        self.found.blockSignals(False)
        metrics = QFontMetrics(theme().code_font())
        longest = max((metrics.horizontalAdvance(spec.name) for spec in self._specs), default=0)
        self.found.header().resizeSection(0, min(longest + theme().px(56), self.width() // 2))
        self._tell(said, wrong=wrong)
        self._fit()

    def _of_present(self, name: str) -> str:
        """What becomes of the tool of that name that the session has."""
        if self._session.runs(name):
            return self.tr("a tool of this name runs already")
        known = any(tool.name == name for tool in self._session.state.setup.tools)
        return self.tr("replaces the present one") if known else ""

    def chosen(self) -> tuple[ToolSpec, ...]:
        """The tools whose boxes are ticked."""
        ticked = Qt.CheckState.Checked
        items = (self.found.topLevelItem(at) for at in range(self.found.topLevelItemCount()))
        pairs = zip(self._specs, items, strict=True)
        return tuple(spec for spec, item in pairs if item is not None and item.checkState(0) == ticked)

    def _fit(self) -> None:
        count = len(self.chosen())
        self.add.setText(self.tr("Add %n tool(s)", "", count) if count else self.tr("Add"))
        self.add.setEnabled(count > 0)

    def _accept(self) -> None:
        try:
            self._session.declare_all(self.chosen(), replacing=True)
        except StudioError as error:
            self._tell(told_error(error), wrong=True)
            return
        self.accept()

    def _tell(self, text: str, *, wrong: bool = False) -> None:
        self._said.setProperty("role", "error" if wrong else "muted")
        self._said.style().unpolish(self._said)
        self._said.style().polish(self._said)
        self._said.setText(text)
        self._said.setVisible(bool(text))


def _read_file(path: Path) -> str:
    return file_bytes(path, _LARGEST).decode("utf-8-sig", "replace")
