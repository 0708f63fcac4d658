"""What a screen reader is told that our own widgets are: Qt takes what it does not know for a mere client and passes over its name.

Above: `app`. Below: Qt. Knows the widgets by the names of their classes only.
"""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

_ROLES = {
    "Banner": QAccessible.Role.AlertMessage,
    "CallCard": QAccessible.Role.Grouping,
    "Centre": QAccessible.Role.Grouping,
    "ElidedLabel": QAccessible.Role.StaticText,
    "EmptyState": QAccessible.Role.StaticText,
    "FailureCard": QAccessible.Role.Grouping,
    "MessageBlock": QAccessible.Role.Grouping,
    "Notice": QAccessible.Role.AlertMessage,
    "ReplyText": QAccessible.Role.Grouping,
    "ScrollColumn": QAccessible.Role.List,
    "Segmented": QAccessible.Role.Grouping,
    "TroubleBar": QAccessible.Role.AlertMessage,
    "VirtualColumn": QAccessible.Role.List,
    "WorkBar": QAccessible.Role.AlertMessage,
}
_told = False


def tell_roles() -> None:
    """Tell them, once for the program."""
    global _told
    if not _told:
        _told = True
        QAccessible.installFactory(_interface)


def _interface(kind: str, told: QObject) -> QAccessibleInterface | None:
    """Without a name of its own: it is that of the widget at the moment."""
    role = _ROLES.get(kind)
    return QAccessibleWidget(told, role) if role is not None and isinstance(told, QWidget) else None
