"""A Python tools file on its way into the session: which file, under which interpreter, trust, and what was found in it.

Above: `window`. Below: `bridge`, `workspace`. Nothing of the file runs before *Trust and load*.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QLabel,
    QPlainTextEdit,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import DialogFrame, aligned_form, main_button, plain_button, wrap_plainly
from studio.gui.dialogs.file_field import FileField
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.dialogs.text_entry import TextEntry
from studio.gui.dialogs.unhurried import Unhurried
from studio.gui.look.theme import theme
from studio.gui.words import fill, told_error
from studio.messages.toolspec import ToolSpec
from studio.paths import file_bytes
from studio.problems import StudioError
from studio.session.setup import ToolFile
from studio.workspace.opened import OpenedSession
from studio.workspace.taken_name import TakenNameError

_PREVIEW = 200_000


class AddToolsDialog(TabbedDialog):
    """`waiting` are files of the session that wait for trust: they are gone through one after another."""

    def __init__(self, parent: QWidget, bridge: Bridge, session: OpenedSession, path: Path | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._session = bridge, session
        self._waiting: list[ToolFile] = []
        self._file: ToolFile | None = None
        self._frame = DialogFrame(self, self.tr("Add Python tools"))
        self.file = FileField(self, self.tr("Tools file"), self.tr("Python files (*.py)"))
        self.interpreter = FileField(self, self.tr("Interpreter"), self.tr("All files (*)"))
        self.interpreter.line.setPlaceholderText(fill(self.tr("{path} (the one of this program)"), path=sys.executable))
        self._said, self.text = QLabel(self), QPlainTextEdit(self)
        self.found = QTreeWidget(self)
        self._pages = QStackedWidget(self)
        self.load, self._close = main_button(self.tr("Trust and load"), self), plain_button(self.tr("Close"), self)
        self.rename, self._taken = plain_button(self.tr("Rename…"), self), ""
        self._names: dict[str, str] = {}
        """Names in the session by those in the file."""
        self.rename.hide()
        self._unhurried = Unhurried(self.load)
        self._prepare()
        self._lay_out()
        self.file.set_path(path)
        self._preview()
        self._frame.resize(760, 680)

    def review(self, files: tuple[ToolFile, ...]) -> None:
        """Go through files that wait for trust."""
        self._frame.set_title(self.tr("Review tools files"))
        self._waiting = list(files)
        self._next_file()

    def _prepare(self) -> None:
        wrap_plainly(self._said)
        self._frame.hint.show()
        self._frame.hint.setText(
            self.tr(
                "The file is imported by a process of its own under this interpreter; its functions with type hints become "
                "tools. It can do whatever a program of yours can do, so read it first. The trust holds for exactly this "
                "content; when the file changes you are asked again."
            )
        )
        self.text.setReadOnly(True)
        self.text.setProperty("look", "field")
        self.text.setFont(theme().editor_font())
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName(self.tr("Content of the file"))
        self.text.setPlaceholderText(self.tr("Choose a file to read it here before it runs."))
        self.found.setHeaderLabels([self.tr("Tool"), self.tr("Description")])
        self.found.setIndentation(theme().px(8))
        self.found.setItemsExpandable(False)
        self.found.setAccessibleName(self.tr("What was found in the file"))
        self._close.clicked.connect(self.reject)
        self.load.clicked.connect(self._load)
        self.rename.clicked.connect(self._ask_name)
        self.file.changed.connect(lambda _text: self._preview())
        self.interpreter.changed.connect(lambda _text: self._preview())
        self._said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def _lay_out(self) -> None:
        form = aligned_form()
        form.addRow(self.tr("Tools file"), self.file)
        form.addRow(self.tr("Interpreter"), self.interpreter)
        self._pages.addWidget(self.text)
        self._pages.addWidget(self.found)
        body = self._frame.body
        body.addLayout(form)
        body.addWidget(self._pages, 1)
        body.addWidget(self._said)
        self._frame.add_buttons((self.rename,), (self.load, self._close))

    def _next_file(self) -> None:
        if not self._waiting:
            return
        first = self._waiting[0]
        self.interpreter.set_path(Path(first.interpreter) if first.interpreter else None)
        self.file.set_path(Path(first.path))
        self._preview()

    def _preview(self) -> None:
        self._pages.setCurrentWidget(self.text)
        self._file, self._names = None, {}
        self.rename.hide()
        self.text.clear()
        path = self.file.path
        if path is None:
            self.load.setEnabled(False)
            return
        try:
            self._file = self._session.fingerprint(path, self.interpreter.line.text().strip())
            self.text.setPlainText(file_bytes(path).decode(errors="replace")[:_PREVIEW])
        except StudioError as error:
            self._say(told_error(error), wrong=bool(path.suffix))
        except OSError as error:
            self._say(str(error.strerror), wrong=True)
        else:
            self._say(fill(self.tr("Content hash {hash}"), hash=self._file.fingerprint[:16]))
        self.load.setEnabled(self._file is not None)

    def _load(self) -> None:
        file = self._file
        if file is None:
            return
        self._bridge.attempt(lambda: self._session.trust(file))
        self.load.setEnabled(False)
        self._say(self.tr("Loading…"))
        loading = self._bridge.spawn("load tools", self._loaded(file))
        self.finished.connect(lambda _result: loading.cancel())

    async def _loaded(self, file: ToolFile) -> None:
        if self._waiting and self._session.is_only_asked(file):
            self._only_trusted(file)
            return
        try:
            loaded = await self._session.add_tools(Path(file.path), file.interpreter, self._names)
        except StudioError as error:
            self._taken = error.name if isinstance(error, TakenNameError) else ""
            self.rename.setVisible(bool(self._taken))
            detail = str(getattr(error, "detail", "") or getattr(error, "output", ""))
            self._say(told_error(error), wrong=True)
            if detail:
                self.text.setPlainText(detail)
            self.load.setEnabled(True)
            return
        skipped = [(one.name, one.reason) for one in loaded.skipped]
        self.rename.hide()
        self._show_found(loaded.specs, skipped, loaded.output.strip())
        self._go_on_after(file)

    def _only_trusted(self, file: ToolFile) -> None:
        """The file of a source: nothing of it is loaded before it is asked."""
        said = self.tr("{file} is trusted: it is asked which tools to offer, and gives none itself.")
        self._say(fill(said, file=Path(file.path).name))
        self._close.setFocus()
        self._go_on_after(file)

    def _go_on_after(self, file: ToolFile) -> None:
        self._waiting = [other for other in self._waiting if other.path != file.path]
        if self._waiting:
            self._next_file()
            self._unhurried.begin(allowed=self._file is not None)

    def _ask_name(self) -> None:
        """Another name for the tool of the file whose name the session has already; then the file is loaded with it."""
        taken = self._taken
        hint = self.tr("The tool of the file gets this name here; the file itself stays as it is.")
        title, label = fill(self.tr("Rename {tool}"), tool=taken), self.tr("Name that the model reads")
        dialog = TextEntry(self, title, label, text=f"{taken}_2", hint=hint, ok=self.tr("Rename and load"))
        dialog.given.connect(lambda name: self._load_as(taken, name.strip()))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _load_as(self, taken: str, name: str) -> None:
        own = next((own for own, given in self._names.items() if given == taken), taken)
        if name:
            self._names[own] = name
            self.rename.hide()
            self._load()

    def _show_found(self, specs: Sequence[ToolSpec], skipped: Sequence[tuple[str, str]], output: str) -> None:
        self.found.clear()
        for spec in specs:
            item = QTreeWidgetItem([spec.name, " ".join(spec.description.split())])
            item.setFont(0, theme().code_font())
            item.setSizeHint(1, QSize(0, theme().row(26)))
            self.found.addTopLevelItem(item)
        for name, reason in skipped:
            item = QTreeWidgetItem([name, fill(self.tr("left out: {reason}"), reason=reason)])
            item.setDisabled(True)
            self.found.addTopLevelItem(item)
        self.found.resizeColumnToContents(0)
        self.found.setColumnWidth(0, self.found.columnWidth(0) + theme().px(12))
        self._pages.setCurrentWidget(self.found)
        counts = self.tr("%n tool(s) loaded.", "", len(specs))
        self._say(" ".join(part for part in (counts, output) if part))
        self._close.setFocus()

    def _say(self, text: str, *, wrong: bool = False) -> None:
        self._said.setProperty("role", "error" if wrong else "muted")
        self._said.setText(text)
        self._said.style().unpolish(self._said)
        self._said.style().polish(self._said)
