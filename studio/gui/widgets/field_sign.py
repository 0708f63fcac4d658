"""A sign at the left end of a line of input, as large as the text asks for; Qt's own actions in a field stay at 16 pixels.

Above: filter and search fields. Below: the theme. Knows nothing of what is typed.
"""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QLineEdit

from studio.gui.look.theme import theme
from studio.gui.widgets.pane_header import IconSign

_INSET, _GAP = 8, 4


class FieldSign(IconSign):
    """Stands in the field and makes room for itself."""

    def __init__(self, field: QLineEdit, icon_name: str) -> None:
        super().__init__(icon_name, "muted", field)
        self._field = field
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        field.installEventFilter(self)
        theme().changed.connect(self.redraw)
        self.redraw()

    def redraw(self) -> None:
        """Take over the text size."""
        self._field.setTextMargins(self.width() + theme().px(_GAP), 0, 0, 0)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle of the field."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        self.move(theme().px(_INSET), (self._field.height() - self.height()) // 2)
