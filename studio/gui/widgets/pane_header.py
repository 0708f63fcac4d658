"""The header of a pane: icon, name, what it holds in few words, and switches or buttons at the right.

38 high at 100 %. Knows no pane.
"""

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from studio.gui.look.icons import paint_icon
from studio.gui.look.theme import theme
from studio.gui.widgets.elided_label import ElidedLabel


class PaneHeader(QWidget):
    """`double_clicked` is for showing the pane alone."""

    double_clicked = Signal()

    def __init__(self, title: str, icon_name: str = "", colour: str = "muted", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(title)
        self._lead: QWidget | None = None
        self._has_icon = bool(icon_name)
        self.icon = IconSign(icon_name, colour, self)
        self.icon.setVisible(bool(icon_name))
        self.title = ElidedLabel(title, self, semibold=True)
        self.title.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.meta = ElidedLabel("", self, colour="muted", size=12, whole=True)
        # The switch at the right keeps its words as long as there is room: the meta text gives way first.
        self.meta.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 8, 1)
        row.setSpacing(8)
        row.addWidget(self.icon)
        row.addWidget(self.title)
        row.addWidget(self.meta, 1)
        self._row = row
        self._restyle()
        theme().changed.connect(self._restyle)

    def set_title(self, title: str) -> None:
        """Change the name."""
        self.title.set_text(title)
        self.setAccessibleName(title)

    def set_meta(self, text: str) -> None:
        """Say in few words what the pane holds, e.g. `96 tok · 1.84 s`; the tooltip has them where they do not fit."""
        self.meta.set_text(text)
        self.setToolTip(text)

    def set_icon(self, icon_name: str, colour: str = "muted") -> None:
        """Change the icon."""
        self.icon.set(icon_name, colour)
        self._has_icon = bool(icon_name)
        self._show_name()

    def lead(self, widget: QWidget | None) -> None:
        """Put a widget where icon and name stand: tabs, which have the name among theirs. None brings those back."""
        if self._lead is not None:
            self._row.removeWidget(self._lead)
            self._lead.hide()
        self._lead = widget
        if widget is not None:
            self._row.insertWidget(0, widget)
            widget.show()
        self._show_name()

    @property
    def has_lead(self) -> bool:
        """Whether a widget stands where the name stood."""
        return self._lead is not None

    def name_width(self) -> int:
        """The width of what stands at the left."""
        return (self._lead or self.title).sizeHint().width()

    def add_widget(self, widget: QWidget) -> None:
        """Put a switch or a button at the right end."""
        self._row.addWidget(widget)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Tell of a double click."""
        self.double_clicked.emit()
        event.accept()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("raised"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme().color("border"))

    def _show_name(self) -> None:
        self.icon.setVisible(self._has_icon and self._lead is None)
        self.title.setVisible(self._lead is None)

    def _restyle(self) -> None:
        self.setFixedHeight(max(theme().px(38), theme().px(28) + 10))
        self.update()


class IconSign(QWidget):
    """An icon that is no button."""

    def __init__(self, icon_name: str, colour: str = "muted", parent: QWidget | None = None, *, size: int = 16) -> None:
        super().__init__(parent)
        self._icon_name, self._colour, self._size = icon_name, colour, size
        self._restyle()
        theme().changed.connect(self._restyle)

    def set(self, icon_name: str, colour: str = "muted") -> None:
        """Show another icon."""
        self._icon_name, self._colour = icon_name, colour
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the icon."""
        if self._icon_name:
            side = theme().px(self._size)
            paint_icon(QPainter(self), self._icon_name, self._colour, QRectF(0, 0, side, side))

    def _restyle(self) -> None:
        self.setFixedSize(theme().px(self._size), theme().px(self._size))
        self.update()
