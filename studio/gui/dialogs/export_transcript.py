"""*Export transcript*: what of the session stands in it, its beginning as it will be, and where it goes.

Above: `export_room`. Below: `export_choice`, `workspace/exporting`. Nothing of the session runs; what is copied or saved holds no key.
"""

import asyncio

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import DialogFrame, group, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.export_choice import ChoiceFields
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.page_preview import PagePreview
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.editors.code_editor import CodeEditor
from studio.gui.look.theme import theme
from studio.gui.widgets.segmented import Segmented
from studio.gui.words import told_error
from studio.problems import StudioError
from studio.workspace.exporting import Choice, Form
from studio.workspace.workspace import Workspace

_SOON = 150


class TranscriptDialog(TabbedDialog):
    """`save_wanted` and `copy_wanted` give the form, the choice and the branch (empty: of the head)."""

    save_wanted = Signal(str, object, str)
    copy_wanted = Signal(str, object, str)

    def __init__(self, parent: QWidget, workspace: Workspace, bridge: Bridge) -> None:
        super().__init__(parent)
        session = bridge.session
        assert session is not None
        hint = self.tr("All that was said and done, to be read by others. Keys are blanked.")
        self._frame = DialogFrame(self, self.tr("Export transcript"), hint, scrolls=True)
        self._bridge, self._session = bridge, session
        self._looking: asyncio.Task[None] | None = None
        self._is_open = True
        forms = (("markdown", self.tr("Markdown")), ("html", self.tr("HTML page")))
        self.form, self.choice = Segmented(self.tr("Written as"), forms, self), ChoiceFields(session, self)
        self.preview, self.page = CodeEditor(self.tr("The transcript as it will be"), self), PagePreview(self)
        self.said = QLabel(self)
        self.save, self.copy = main_button(self.tr("Save…"), self), plain_button(self.tr("Copy"), self)
        self._close = plain_button(self.tr("Close"), self)
        self._typed = QTimer(self, singleShot=True, interval=_SOON)
        self._lay_out()
        self._connect()
        self._frame.resize(1080, 720)
        keep_size(self, workspace, "export_transcript")
        self._look()
        self.form.setFocus()

    def wanted(self) -> tuple[Form, Choice, str]:
        """What is chosen."""
        form: Form = "html" if self.form.current() == "html" else "markdown"
        return form, self.choice.choice(), self.choice.branch_name()

    def _lay_out(self) -> None:
        self.form.set_current("markdown")
        self.preview.setReadOnly(True)
        self.page.hide()
        for shown in (self.preview, self.page):
            shown.setMinimumHeight(theme().px(240))
        self.preview.setLineWrapMode(CodeEditor.LineWrapMode.WidgetWidth)
        wrap_plainly(self.said)
        self.said.setProperty("role", "muted")
        left, right, parts = QVBoxLayout(), QVBoxLayout(), QHBoxLayout()
        left.setSpacing(theme().px(12))
        left.addLayout(group(self.tr("Written as"), self.form))
        left.addWidget(self.choice)
        left.addStretch(1)
        right.setSpacing(theme().px(8))
        right.addWidget(self.preview, 1)
        right.addWidget(self.page, 1)
        right.addWidget(self.said)
        parts.setSpacing(theme().px(16))
        parts.addLayout(left)
        parts.addLayout(right, 1)
        self._frame.body.addLayout(parts, 1)
        self._frame.add_buttons((self.copy,), (self.save, self._close))

    def _connect(self) -> None:
        self.form.chosen.connect(lambda _form: self._look())
        self.choice.changed.connect(self._typed.start)
        self._typed.timeout.connect(self._look)
        self.save.clicked.connect(lambda _on=False: self.save_wanted.emit(*self.wanted()))
        self.copy.clicked.connect(lambda _on=False: self.copy_wanted.emit(*self.wanted()))
        self._close.clicked.connect(lambda _on=False: self.reject())
        self.finished.connect(lambda _result: self._done())
        press_by_keys(self, self.save)

    def _look(self) -> None:
        """Show the beginning of what would be written; where it cannot be, why."""
        if self._looking is not None:
            self._looking.cancel()
        self._looking = self._bridge.spawn("preview a transcript", self._preview())

    async def _preview(self) -> None:
        form, choice, branch = self.wanted()
        try:
            text, whole = await self._session.transcript_preview(form, choice, branch or None)
        except StudioError as error:
            self._show("", told_error(error), wrong=True)
            return
        beginning = self.tr("This is the beginning. The file holds all of it.")
        self._show(text, "" if whole else beginning, page=form == "html")

    def _show(self, text: str, said: str, *, wrong: bool = False, page: bool = False) -> None:
        if not self._is_open:
            return
        self.preview.setPlainText("" if page else text)
        self.page.show_page(text if page else "")
        self.preview.setVisible(not page)
        self.page.setVisible(page)
        self.said.setProperty("role", "error" if wrong else "muted")
        self.said.setText(said)
        self.said.setVisible(bool(said))
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)
        self.save.setEnabled(not wrong)
        self.copy.setEnabled(not wrong)

    def _done(self) -> None:
        self._is_open = False
        if self._looking is not None:
            self._looking.cancel()
