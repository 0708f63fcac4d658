"""A switch that is on or off.

Works like a check box (Space), drawn as a sliding knob. Knows only the theme.
"""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from studio.gui.look.theme import theme


class Switch(QAbstractButton):
    """`toggled` and `clicked` as of any checkable button; `name` is the accessible name."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """Room for the track and the focus ring."""
        return QSize(theme().px(38), theme().px(24))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw track, knob and focus ring."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height, width = float(theme().px(16)), float(theme().px(30))
        track = QRectF((self.width() - width) / 2, (self.height() - height) / 2, width, height)
        on = self.isChecked()
        ink = ("accent" if on else "strong") if self.isEnabled() else "disabled"
        painter.setPen(QPen(theme().color(ink), 1))
        painter.setBrush(theme().color(ink) if on else theme().color("surface"))
        painter.drawRoundedRect(track, height / 2, height / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().color("accent_text" if on else ink))
        at = track.right() - height / 2 if on else track.left() + height / 2
        painter.drawEllipse(QPointF(at, track.center().y()), height / 2 - 3, height / 2 - 3)
        if self.hasFocus():
            painter.setPen(QPen(theme().color("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(track.adjusted(-3, -3, 3, 3), height / 2 + 3, height / 2 + 3)
