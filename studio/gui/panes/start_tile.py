"""A large button of the start page: icon, title, one sentence, its key.

Above: `start_page`. Below: `widgets`. Knows no session.
"""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.pane_header import IconSign

_LEAST_HEIGHT = 76


class Tile(QPushButton):
    """A button whose words are labels inside it; the name for screen readers holds them all."""

    def __init__(self, icon_name: str, token: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("tile")
        self.setAutoDefault(True)
        self._sign = IconSign(icon_name, token, self, size=20)
        self._title, self._line, self._key = (QLabel(self) for _ in range(3))
        self._title.setProperty("role", "card_title")
        self._line.setProperty("role", "muted")
        self._line.setWordWrap(True)
        self._key.setObjectName("key_chip")
        for label in (self._sign, self._title, self._line, self._key):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._lay_out()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def say(self, title: str, line: str, key: str) -> None:
        """Show these words."""
        self._title.setText(title)
        self._line.setText(line)
        self._key.setText(key)
        self.setAccessibleName(f"{title}. {line}")

    def sizeHint(self) -> QSize:
        """As large as the words need."""
        layout = self.layout()
        hint = layout.sizeHint() if layout is not None else super().sizeHint()
        return hint.expandedTo(QSize(0, theme().px(_LEAST_HEIGHT)))

    def minimumSizeHint(self) -> QSize:
        """Never so small that words are cut."""
        return QSize(200, self.sizeHint().height())

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self._title, 1)
        top.addWidget(self._key)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addLayout(top)
        words.addWidget(self._line)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 14, 14, 14)
        row.setSpacing(16)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
