"""A slim strip of buttons at the edge of a window, each for a part that has no room beside the others.

Up and Down move between the buttons. Knows not what they open.
"""

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QToolBar, QToolButton, QWidget

from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.words import keyed

_SIDE = 28
_ARROWS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class EdgeStrip(QToolBar):
    """`pressed` gives the name of the part."""

    pressed = Signal(str)

    def __init__(self, icons: Mapping[str, str], parent: QWidget) -> None:
        """`icons` names the sign of each part, in the order of the strip."""
        super().__init__(parent)
        self.setObjectName("edge_strip")
        self.setOrientation(Qt.Orientation.Vertical)
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._icons = icons
        self._buttons: dict[str, QToolButton] = {}
        self._actions = {name: self.addWidget(self._made(name)) for name in icons}
        self.restyle()
        theme().changed.connect(self.restyle)

    def offer(self, names: frozenset[str]) -> None:
        """Have buttons for these parts only; without any the strip is not there."""
        for name, action in self._actions.items():
            action.setVisible(name in names)
        self.setVisible(bool(names))

    def tell(self, open_parts: frozenset[str]) -> None:
        """Say which parts are open."""
        for name, button in self._buttons.items():
            button.setChecked(name in open_parts)

    def set_words(self, name: str, words: str, key: str = "") -> None:
        """Word a button; `key` opens its part, too."""
        self._buttons[name].setAccessibleName(words)
        self._buttons[name].setToolTip(keyed(words, key))

    def button(self, name: str) -> QToolButton:
        """The button of a part."""
        return self._buttons[name]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down go from button to button."""
        by = _ARROWS.get(Qt.Key(event.key()), 0)
        shown = [button for button in self._buttons.values() if button.isVisible()]
        here = next((at for at, button in enumerate(shown) if button.hasFocus()), -1)
        if by and here >= 0:
            shown[(here + by) % len(shown)].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)

    def restyle(self) -> None:
        """Icons in the colours and at the size of the theme."""
        side = theme().px(16)
        self.setIconSize(QSize(side, side))
        for name, button in self._buttons.items():
            button.setIcon(icon(self._icons[name], "muted"))
            button.setFixedSize(theme().px(_SIDE), theme().px(_SIDE))

    def _made(self, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"edge_{name}")
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.clicked.connect(lambda _on=False: self.pressed.emit(name))
        self._buttons[name] = button
        return button
