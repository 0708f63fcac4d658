"""A choice whose words are cut with … where they do not fit; the tooltip then has them whole.

Above: the toolbar. Below: Qt. Knows nothing of what is chosen.
"""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QStyle, QStyleOptionComboBox, QStylePainter, QWidget

from studio.gui.widgets.named_combo import NamedCombo

_GAPS = 8


class ElidedCombo(NamedCombo):
    """Qt's own box cuts words in the middle of a letter."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentTextChanged.connect(lambda _text: self._tell())

    def is_elided(self) -> bool:
        """Whether the words are cut now."""
        return self._shown() != self.currentText()

    def minimumSizeHint(self) -> QSize:
        """As high as the box wants to be now: Qt keeps the height that larger icons had."""
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the box with as much of the words as fits."""
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        option.currentText = self._shown()
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the tooltip true."""
        super().resizeEvent(event)
        self._tell()

    def _shown(self) -> str:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width() - _GAPS
        if not self.itemIcon(self.currentIndex()).isNull():
            room -= self.iconSize().width()
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)

    def _tell(self) -> None:
        self.setToolTip(self.currentText() if self.is_elided() else "")
