"""Which messages the protocol view lists: one box for each kind and one that follows the end; a menu where there is no room for boxes.

Above: the protocol page. Below: `present/mcp_messages`. Knows no message.
"""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QMenu, QSizePolicy, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.present.mcp_messages import GROUPS, Group

_FOLLOW = "follow"
_GAP = 12


class KindBoxes(QWidget):
    """`changed`: other kinds are chosen. `follow_wanted`: the person switched following on or off."""

    changed = Signal()
    follow_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.boxes: dict[str, QCheckBox] = {key: QCheckBox(self) for key in (*GROUPS, _FOLLOW)}
        self.short = Button("", self, look="quiet", icon_name="filter")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP)
        for key, box in self.boxes.items():
            box.setChecked(True)
            row.addWidget(box)
            box.toggled.connect(self.follow_wanted if key == _FOLLOW else lambda _on: self.changed.emit())
        row.addWidget(self.short, 0, Qt.AlignmentFlag.AlignRight)
        self.short.clicked.connect(self._open_menu)
        self.short.hide()
        theme().changed.connect(self._fit)
        self._reword()

    @property
    def groups(self) -> frozenset[Group]:
        """The kinds that are chosen."""
        return frozenset(group for group in GROUPS if self.boxes[group].isChecked())

    def show_all(self) -> None:
        """Choose all kinds."""
        for group in GROUPS:
            self.boxes[group].setChecked(True)

    def set_following(self, on: bool) -> None:
        """Show whether the end is followed, without telling."""
        box = self.boxes[_FOLLOW]
        box.blockSignals(True)
        box.setChecked(on)
        box.blockSignals(False)

    def sizeHint(self) -> QSize:
        """Room for all boxes."""
        sizes = [box.sizeHint() for box in self.boxes.values()]
        height = max(*(size.height() for size in sizes), self.short.sizeHint().height())
        return QSize(sum(size.width() for size in sizes) + _GAP * (len(sizes) - 1), height)

    def minimumSizeHint(self) -> QSize:
        """Room for the button with the menu."""
        return QSize(self.short.sizeHint().width(), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Change between boxes and menu."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _fit(self) -> None:
        is_short = self.width() < self.sizeHint().width()
        for box in self.boxes.values():
            box.setVisible(not is_short)
        self.short.setVisible(is_short)

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for box in self.boxes.values():
            action = menu.addAction(box.text())
            action.setCheckable(True)
            action.setChecked(box.isChecked())
            action.triggered.connect(box.setChecked)
        menu.popup(self.short.mapToGlobal(self.short.rect().bottomLeft()))

    def _reword(self) -> None:
        said = {
            "requests": self.tr("Requests"),
            "notifications": self.tr("Notifications"),
            "log": self.tr("Log"),
            "noise": self.tr("Noise"),
            _FOLLOW: self.tr("Follow"),
        }
        for key, text in said.items():
            self.boxes[key].setText(text)
        self.boxes["requests"].setToolTip(self.tr("Requests with their answers and errors, both ways"))
        self.boxes["log"].setToolTip(self.tr("Log messages of the server, and what it writes to stderr"))
        self.boxes["noise"].setToolTip(self.tr("Lines of its standard output that are no message"))
        self.boxes[_FOLLOW].setToolTip(self.tr("Go along with the newest message (End)"))
        self.short.set_words(self.tr("Kinds"))
        self.updateGeometry()
