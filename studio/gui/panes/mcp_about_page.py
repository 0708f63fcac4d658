"""What an MCP server is: what it calls itself, how it is reached, what it can do, what it tells models, and what is not used here.

Above: the MCP dock. Below: `session/server_view`. Each text can be selected and copied.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFormLayout, QLabel, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import say
from studio.present.mcp_about import capabilities
from studio.present.words import words
from studio.session.server_view import ServerLook, WireMessage

_LONGEST = 20_000


class AboutPage(ScrollColumn):
    """Names at the left, values at the right; what is not known has no line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent, inset=12)
        self._look: ServerLook | None = None
        self._can: tuple[str, ...] = ()
        self._holder: QWidget | None = None
        theme().changed.connect(self._make)
        self._reword()

    def show_server(self, look: ServerLook, messages: Sequence[WireMessage]) -> None:
        """Show a server."""
        can = capabilities(messages)
        if (look, can) != (self._look, self._can):
            self._look, self._can = look, can
            self._make()

    def lines(self) -> list[tuple[str, str]]:
        """All that is said, name and value."""
        look = self._look
        if look is None:
            return []
        said = [
            (self.tr("Title"), look.title or look.name),
            (self.tr("Version"), look.version),
            (self.tr("State"), say(words(f"server.{look.phase}"))),
            (self.tr("Protocol"), look.protocol),
            (self.tr("Reached by"), look.command),
            (self.tr("Process"), str(look.pid) if look.pid is not None else ""),
            (self.tr("Trust"), self.tr("trusted as it is now") if look.trusted else self.tr("not trusted yet")),
            (self.tr("Capabilities"), ", ".join(self._can)),
            (self.tr("Not used here"), ", ".join(look.unused)),
            (self.tr("Instructions"), look.instructions[:_LONGEST]),
        ]
        return [(name, value) for name, value in said if value]

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._make()
        super().changeEvent(event)

    def _make(self) -> None:
        if self._holder is not None:
            self.remove(self._holder)
        self._holder = QWidget(self)
        form = QFormLayout(self._holder)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(6)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        for name, value in self.lines():
            label, text = QLabel(name, self._holder), QLabel(value, self._holder)
            label.setProperty("role", "small_muted")
            text.setProperty("role", "small")
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.setWordWrap(True)
            text.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            text.setAccessibleName(f"{name}: {value}")
            form.addRow(label, text)
        self.add(self._holder)

    def _reword(self) -> None:
        self.setAccessibleName(self.tr("About the server"))
