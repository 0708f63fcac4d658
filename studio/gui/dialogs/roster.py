"""The dialogs about MCP servers by their names: what opens each, so that whoever asks for one knows none of them.

Above: `server_room`. Below: the dialogs, each of which has one line here. An entry that is missing cannot be asked for.
"""

from collections.abc import Callable, Mapping

import msgspec
from PySide6.QtWidgets import QDialog, QWidget

from studio.gui.bridge import Bridge
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What a dialog is about, as far as its name asks for it.

    `mcp_server`: the `server` to be edited, empty for a new one; `text` of a `mcpServers` file that was pasted or dropped, None for the
    form, empty for an empty place to paste into, and `file`, where it came from. `mcp_trust`: `server`. `call_by_hand`: `tool`, by the
    model's name, empty for none yet. `mcp_resource`: `server` and the `item`'s URI. `mcp_prompt`: `server` and the `item`'s name.
    """

    server: str = ""
    tool: str = ""
    item: str = ""
    text: bytes | None = None
    file: str = ""


class Place(msgspec.Struct, frozen=True):
    """Where a dialog opens: over a window, on a session that the bridge shows."""

    window: QWidget
    workspace: Workspace
    bridge: Bridge
    session: OpenedSession


Maker = Callable[[Place, About], QDialog]

ROSTER: Mapping[str, Maker] = {}
