"""What keys do in an editor of JSON beyond typing their sign: pairs of brackets and quotes, and lines that are indented.

Above: the JSON editor. Below: `habits`, Qt's cursors. Knows no JSON but these signs.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from studio.gui.editors.habits import habits

_CLOSERS = {"{": "}", "[": "]", '"': '"'}
_BEFORE_CLOSER = ("", " ", "\n", ",", "}", "]", "\u2029")
_BEFORE_QUOTE = ("", " ", "{", "[", ",", ":", "\u2029")


def typed(editor: QPlainTextEdit, event: QKeyEvent) -> bool:
    """Do what a key does beyond typing it; False when it does nothing special."""
    sign = event.text()
    if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        _break_line(editor)
        return True
    after = _sign_at(editor, 0)
    if sign and sign in '}]"' and after == sign and not editor.textCursor().hasSelection():
        editor.moveCursor(QTextCursor.MoveOperation.Right)
        return True
    if sign in _CLOSERS and after in _BEFORE_CLOSER and _may_pair(editor, sign):
        editor.textCursor().insertText(sign + _CLOSERS[sign])
        editor.moveCursor(QTextCursor.MoveOperation.Left)
        return True
    return False


def _may_pair(editor: QPlainTextEdit, sign: str) -> bool:
    return not editor.textCursor().hasSelection() and (sign != '"' or _sign_at(editor, -1) in _BEFORE_QUOTE)


def _sign_at(editor: QPlainTextEdit, step: int) -> str:
    return str(editor.document().characterAt(editor.textCursor().position() + step)).strip("\x00")


def _break_line(editor: QPlainTextEdit) -> None:
    cursor = editor.textCursor()
    line = cursor.block().text()
    indent = " " * (len(line) - len(line.lstrip(" ")))
    before, after = _sign_at(editor, -1), _sign_at(editor, 0)
    cursor.beginEditBlock()
    cursor.insertText("\n" + indent + (" " * habits().indent if before and before in "{[" else ""))
    if _CLOSERS.get(before) == after and before in ("{", "["):
        at = cursor.position()
        cursor.insertText("\n" + indent)
        cursor.setPosition(at)
    cursor.endEditBlock()
    editor.setTextCursor(cursor)
    editor.ensureCursorVisible()
