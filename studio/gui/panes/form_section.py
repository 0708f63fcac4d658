"""A titled part of a form: a heading with what it holds in few words, and widgets below it.

Above: the Form view of the request. Knows only the theme.
"""

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.widgets.elided_label import ElidedLabel


class FormSection(QWidget):
    """Heading and content; the content's inset is that of panes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QLabel(self)
        self._title.setProperty("role", "strong")
        self._meta = ElidedLabel("", self, colour="muted", size=12)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._title)
        row.addWidget(self._meta, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 12, 12, 0)
        self._column.setSpacing(6)
        self._column.addLayout(row)

    def set_title(self, title: str, meta: str = "") -> None:
        """Change the heading and the words beside it."""
        self._title.setText(title)
        self._meta.set_text(meta)
        self.setAccessibleName(title)

    def add(self, widget: QWidget) -> None:
        """Put a widget below."""
        self._column.addWidget(widget)
