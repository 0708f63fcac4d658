"""One source of tools: its name, the file and the function, and the tools that only it lets in.

Above: `source_rows`. Below: widgets. Knows the names of tools and files, no session.
"""

from collections.abc import Collection, Sequence
from fnmatch import fnmatchcase
from pathlib import PurePath

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QHBoxLayout, QLineEdit, QWidget

from studio.gui.dialogs.group_words import listed, members_words
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.still_combo import StillCombo
from studio.session.toolbox import ToolSource


class SourceRow(FieldSection):
    """`source()` is what stands in the fields."""

    changed = Signal()
    removed = Signal()

    def __init__(
        self, source: ToolSource, files: Sequence[str], names: Sequence[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(source.name, parent)
        self._names = tuple(names)
        self.on = QCheckBox(self.tr("On"), self)
        self.dialog: QFileDialog | None = None
        self.name, self.function, self.tools = QLineEdit(source.name), QLineEdit(source.function), QLineEdit()
        self.file, self.remove = StillCombo(self), IconButton("trash", self.tr("Remove the source"), self)
        self.browse = Button(self.tr("Browse…"), self)
        self.on.setChecked(source.on)
        self.tools.setText(", ".join(source.tools))
        self._files, self._given = [*files, *([source.file] if source.file and source.file not in files else [])], files
        self._show_files(source.file)
        self._prepare()
        self._add_rows()
        self._tell()

    def source(self) -> ToolSource:
        """The source as it stands; it may be none that can be saved."""
        name, function = self.name.text().strip(), self.function.text().strip()
        return ToolSource(
            name or function, self.file.value() or "", function, listed(self.tools.text()), self.on.isChecked()
        )

    def refuse(self, taken: Collection[str]) -> bool:
        """Say beside a field why the source cannot be saved; `taken` are the names before it."""
        self.clear_problems()
        source = self.source()
        if not source.file:
            return self.say("file", self.tr("Choose the file that holds the function."))
        if not source.function.isidentifier():
            return self.say("function", self.tr("Write the name of a function of the file."))
        if source.name in taken:
            return self.say("name", self.tr("There is a source of this name already."))
        return False

    def _prepare(self) -> None:
        for field in (self.name, self.function, self.tools):
            field.setFont(theme().code_font())
            field.textChanged.connect(lambda _text: self._changed())
        self.function.setPlaceholderText("more_tools")
        self.tools.setPlaceholderText("issue_*, get_order")
        self.on.toggled.connect(lambda _on: self._changed())
        self.file.currentIndexChanged.connect(lambda _at: self._file_chosen())
        self.browse.clicked.connect(lambda _on=False: self._browse())
        self.remove.clicked.connect(lambda _on=False: self.removed.emit())
        tools_file = self.tr("Tools file")
        named: tuple[tuple[QWidget, str], ...] = (
            (self.name, self.tr("Name of the source")),
            (self.file, tools_file),
            (self.browse, f"{tools_file}: {self.browse.text()}"),
            (self.function, self.tr("Function of the file")),
            (self.tools, self.tr("Tools that only the source lets in")),
        )
        for widget, words in named:
            widget.setAccessibleName(words)

    def _add_rows(self) -> None:
        head = _beside(self, self.name, self.on, self.remove)
        self.add("name", self.tr("Name"), head, focus=self.name)
        self.add("file", self.tr("File"), _beside(self, self.file, self.browse), focus=self.file)
        self.add("function", self.tr("Function"), self.function)
        self.add("tools", self.tr("Only by it"), self.tools)

    def add_file(self, path: str) -> None:
        """Choose a file that gives the session no tools, or one that it knows."""
        if path not in self._files:
            self._files.append(path)
        self._show_files(path)
        self._changed()

    def _show_files(self, chosen: str) -> None:
        self._chosen = chosen
        nothing = [] if chosen else [("", self.tr("choose a file"))]
        files = [(path, PurePath(path).name) for path in self._files]
        self.file.show_choices([*nothing, *files], chosen)

    def _file_chosen(self) -> None:
        self._chosen = self.file.value() or ""
        self._changed()

    def _browse(self) -> None:
        self.dialog = QFileDialog(self, self.tr("File of the source"), "", self.tr("Python files (*.py)"))
        self.dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        self.dialog.fileSelected.connect(lambda path: self.add_file(str(PurePath(path))))
        self.dialog.finished.connect(self.dialog.deleteLater)
        self.dialog.open()

    def _changed(self) -> None:
        self.clear_problems()
        self._tell()
        self.changed.emit()

    def _tell(self) -> None:
        strange = self.tr("It gives this session no tools. You look at it and trust it before it is asked.")
        known = not self._chosen or self._chosen in self._given
        self.rows["file"].set_hint("" if known else strange)
        patterns = listed(self.tools.text())
        found = [name for name in self._names if any(fnmatchcase(name, each) for each in patterns)]
        nothing = self.tr("Tools that are offered only when the source names them; it may name others, too.")
        self.rows["tools"].set_hint(members_words(patterns, found) if patterns else nothing)


def _beside(parent: QWidget, first: QWidget, *others: QWidget) -> QWidget:
    """Widgets in a row, of which the first is as wide as there is room."""
    pair = QWidget(parent)
    row = QHBoxLayout(pair)
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(first, 1)
    for other in others:
        row.addWidget(other)
    return pair
