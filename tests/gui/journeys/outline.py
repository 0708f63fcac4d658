"""What a screen reader tells of a part of the window, a line a widget: role, words, whether it can be used and has the keyboard.

Above: the journeys. Below: Qt's accessibility.
"""

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget

_SILENT = {QAccessible.Role.Client, QAccessible.Role.Border, QAccessible.Role.Separator, QAccessible.Role.ScrollBar}


def outline(root: QWidget) -> list[str]:
    """The part and all in it that is in view and has words; a line is `Button «Retry» focus`, or `Button «Retry» off`."""
    told = QAccessible.queryAccessibleInterface(root)
    lines = _lines(told)
    return [line for at, line in enumerate(lines) if not at or line != lines[at - 1]]


def _lines(told: QAccessibleInterface) -> list[str]:
    state = told.state()
    widget = told.object()
    if state.invisible or (isinstance(widget, QWidget) and widget.visibleRegion().isEmpty()):
        return []
    words = told.text(QAccessible.Text.Name) or told.text(QAccessible.Text.Value)
    has_focus = state.focused and told.role() is not QAccessible.Role.PageTab  # Qt says so of each tab that is in front
    marks = [word for word, is_so in (("off", state.disabled), ("focus", has_focus)) if is_so]
    line = " ".join((told.role().name, f"«{words}»", *marks))
    own = [line] if words and told.role() not in _SILENT else []
    inner = (told.child(at) for at in range(told.childCount()))
    return own + [line for one in inner for line in _lines(one)]
