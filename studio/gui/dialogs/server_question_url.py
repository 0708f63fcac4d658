"""An address that an MCP server asks the person to visit: shown whole, its host set apart; opened only when the person says so.

Above: `dialogs/roster`. Below: `server_question`. Fetches nothing.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import plain_button, wrap_plainly
from studio.gui.dialogs.server_question import QuestionDialog
from studio.gui.look.theme import theme
from studio.gui.words import fill
from studio.session.server_view import Answer, Question
from studio.workspace.opened import OpenedSession

OPENS: Callable[[str], object] = lambda url: QDesktopServices.openUrl(QUrl(url))  # noqa: E731


class UrlQuestion(QuestionDialog):
    """`opens` hands an address to the browser."""

    def __init__(self, parent: QWidget, bridge: Bridge, session: OpenedSession, question: Question) -> None:
        super().__init__(parent, bridge, session, question)
        self.opens = OPENS
        content = QWidget(self)
        self.host, self.warning, self.whole = QLabel(content), QLabel(content), QPlainTextEdit(question.url, content)
        self.copy, self.browse = plain_button(self.tr("Copy"), self), plain_button(self.tr("Open in browser"), self)
        self._fill(host_of(question.url))
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        for part in (self.host, self.warning, self.whole):
            column.addWidget(part)
        column.addStretch(1)
        self.lay_out(content, (self.copy, self.browse))
        self.copy.clicked.connect(lambda: QApplication.clipboard().setText(question.url))
        self.browse.clicked.connect(lambda: self.opens(question.url))
        self.frame.resize(660, 380)
        self.whole.setFocus()

    def hint_words(self) -> str:
        """What is to be known before answering."""
        return self.tr(
            "The server wants you to visit this address, to sign in or to pay for example. What you do there is between you and that "
            "host; nothing of it comes back here."
        )

    def answer_it(self) -> None:
        """Say that the person goes there."""
        self.answer(Answer(action="accept"))

    def _fill(self, host: str) -> None:
        self.host.setText(fill(self.tr("Host: {host}"), host=host or self.tr("none")))
        self.host.setProperty("role", "strong")
        self.warning.setText(" ".join(self._warnings(host)))
        self.warning.setProperty("role", "warn")
        for label in (self.host, self.warning):
            wrap_plainly(label)
        self.warning.setVisible(bool(self.warning.text()))
        self.whole.setReadOnly(True)
        self.whole.setTabChangesFocus(True)
        self.whole.setProperty("look", "field")
        self.whole.setFont(theme().editor_font())
        self.whole.setAccessibleName(self.tr("The whole address"))
        self.whole.setFixedHeight(theme().px(96))
        self.browse.setEnabled(self.question.url.startswith(("https://", "http://")))

    def _warnings(self, host: str) -> list[str]:
        """What of the address asks for a second look."""
        url, found = self.question.url, []
        if not url.startswith("https://"):
            found.append(self.tr("The address is not https: others on the way can read and change what you do there."))
        if "@" in urlsplit(url).netloc:
            found.append(self.tr("It holds a name before the host: what counts is the host above."))
        if "xn--" in host or not host.isascii():
            found.append(self.tr("The host has letters that can look like others. Read it letter by letter."))
        return found


def host_of(url: str) -> str:
    """The host of an address, with its port; empty where it has none."""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
        return f"{parts.hostname or ''}{port}"
    except ValueError:
        return ""
