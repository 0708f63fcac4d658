"""What a window has before it shows a session, handed to the side of it that does.

Above: `window`, `session_side`. Below: the rooms named here. A value; does nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMainWindow

from studio.gui.action_set import ActionSet
from studio.gui.bridge import Bridge
from studio.gui.centre import Centre
from studio.gui.desk import Desk
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.gui.dialog_room import DialogRoom


@dataclass(frozen=True, slots=True)
class Shell:
    """`refresh` shows where the session stands now; `situated` only what can be done now."""

    window: QMainWindow
    workspace: Workspace
    bridge: Bridge
    desk: Desk
    dialogs: "DialogRoom"
    actions: ActionSet
    centre: Centre
    refresh: Callable[[], None]
    situated: Callable[[], None]
