"""What stands in the MCP dock while the session has no servers: a sentence and the two ways to add some.

Above: the MCP dock. Below: `widgets`. Adds nothing itself.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button


class NoServers(QWidget):
    """`add_wanted`: by form. `paste_wanted`: from JSON."""

    add_wanted = Signal()
    paste_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence, self.hint = QLabel(self), QLabel(self)
        for label, role in ((self.sentence, "muted"), (self.hint, "hint")):
            label.setProperty("role", role)
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.add, self.paste = Button("", self, look="main", icon_name="plus"), Button("", self)
        self.add.clicked.connect(lambda _on=False: self.add_wanted.emit())
        self.paste.clicked.connect(lambda _on=False: self.paste_wanted.emit())
        row = WrappedRow(self)
        row.add(self.add)
        row.add(self.paste)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 12, 24, 12)
        column.setSpacing(8)
        column.addStretch(1)
        column.addWidget(self.sentence)
        column.addWidget(row, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.hint)
        column.addStretch(2)
        self._reword()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.sentence.setText(
            self.tr("No MCP servers. A server brings tools, resources and prompts into this session.")
        )
        self.add.set_words(self.tr("Add server…"))
        self.paste.set_words(self.tr("Paste JSON…"))
        self.hint.setText(self.tr("Or drop an mcpServers file here. Nothing starts before you trust it."))
