"""A field that takes one key as it is pressed: to find what has it, or to give it to an action.

Above: `keys_control`, `key_giver`. Below: Qt. Tab and Esc are left to the window; knows no action.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

_HELD = {
    Qt.Key.Key_Control,
    Qt.Key.Key_Shift,
    Qt.Key.Key_Alt,
    Qt.Key.Key_Meta,
    Qt.Key.Key_AltGr,
    Qt.Key.Key_unknown,
    Qt.Key.Key_Super_L,
    Qt.Key.Key_Super_R,
}
_ENTERS = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_LEFT = {Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape, *_ENTERS}


class KeyField(QLineEdit):
    """`pressed` with the key, as a text such as `Ctrl+Shift+P`; `entered` with Enter, which is no key to take by itself."""

    pressed = Signal(str)
    entered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.key = ""

    def show_key(self, key: str) -> None:
        """Show a key as the platform writes it."""
        self.key = key
        self.setText(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText))

    def event(self, event: QEvent) -> bool:
        """No key is a shortcut while the field has the keyboard."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_mine(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the key."""
        if self._is_mine(event):
            self.show_key(QKeySequence(event.keyCombination()).toString(QKeySequence.SequenceFormat.PortableText))
            self.pressed.emit(self.key)
        elif event.key() in _ENTERS:
            self.entered.emit()
        elif event.key() in _LEFT:
            event.ignore()

    def _is_mine(self, event: QKeyEvent) -> bool:
        free = not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        return event.key() not in _HELD and not (free and event.key() in _LEFT)
