"""The summary of a session up to where it stands: rounds as thought, action and observation, tokens, calls, the final answer.

Above: `session_room`. Below: `summary_html`, `present/story`. Reads only; what is copied is the whole story.
"""

import msgspec
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTextBrowser, QWidget

from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.summary_html import story_html
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.words import say
from studio.present.story import story
from studio.present.story_markdown import story_markdown
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace


class SummaryDialog(TabbedDialog):
    """`story` is what is shown."""

    def __init__(self, parent: QWidget, workspace: Workspace, session: OpenedSession) -> None:
        super().__init__(parent)
        hint = self.tr("Up to where the session stands: what was decided, what ran, what came back.")
        self._frame = DialogFrame(self, self.tr("Summary of the session"), hint)
        self._title = session.title
        self.story = story(session.tree, session.head)
        self.text = QTextBrowser(self)
        self.text.setAccessibleName(self.tr("Summary of the session"))
        self.text.setOpenLinks(False)
        self.text.document().setDocumentMargin(theme().px(14))
        self.text.setFont(theme().font(13))
        self._notes = session.blanked(session.notes_text)
        self.text.setHtml(story_html(self.story, self._notes))
        self.as_json = plain_button(self.tr("Copy as JSON"), self)
        self.as_markdown = plain_button(self.tr("Copy as Markdown"), self)
        close = main_button(self.tr("Close"), self)
        self._frame.body.addWidget(self.text, 1)
        self._frame.add_buttons((self.as_json, self.as_markdown), (close,))
        self.as_json.clicked.connect(lambda _on=False: _copy(self.json()))
        self.as_markdown.clicked.connect(lambda _on=False: _copy(self.markdown()))
        close.clicked.connect(self.accept)
        self._frame.resize(900, 720)
        keep_size(self, workspace, "summary")
        self.text.setFocus()

    def json(self) -> str:
        """The story as `show --json` gives it, indented."""
        return msgspec.json.format(msgspec.json.encode(self.story), indent=2).decode()

    def markdown(self) -> str:
        """The story to be read elsewhere."""
        return story_markdown(self.story, say, self._title, self._notes)


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
