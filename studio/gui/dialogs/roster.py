"""The dialogs about MCP servers by their names: what opens each, so that whoever asks for one knows none of them.

Above: `server_room`. Below: the dialogs, each of which has one line here. An entry that is missing cannot be asked for.
"""

from collections.abc import Callable, Mapping
from typing import assert_never

import msgspec
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialog, QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.call_by_hand import CallByHandDialog
from studio.gui.dialogs.mcp_prompt import PromptDialog
from studio.gui.dialogs.mcp_resource import ResourceDialog
from studio.gui.dialogs.mcp_server import McpServerDialog
from studio.gui.dialogs.mcp_trust import McpTrustDialog
from studio.gui.dialogs.server_question_form import FormQuestion
from studio.gui.dialogs.server_question_model import ModelQuestion
from studio.gui.dialogs.server_question_url import UrlQuestion
from studio.problems import StudioError
from studio.session.server_view import Question
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace


class NobodyAsksError(StudioError):
    """A question that a server does not ask any more."""


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What a dialog is about, as far as its name asks for it.

    `mcp_server`: the `server` to be edited, empty for a new one; `text` of a `mcpServers` file that was pasted or dropped, None for the
    form, empty for an empty place to paste into, and `file`, where it came from. `mcp_trust`: `server`, or several `names`, one after the
    other. `call_by_hand`: `tool`, by the model's name, empty for none yet. `server_question`: its `number`. `mcp_resource`: `server` and
    the `item`'s URI. `mcp_prompt`: `server` and the `item`'s name.
    """

    server: str = ""
    tool: str = ""
    item: str = ""
    text: bytes | None = None
    file: str = ""
    names: tuple[str, ...] = ()
    number: int = 0


class Place(msgspec.Struct, frozen=True):
    """Where a dialog opens: over a window, on a session that the bridge shows."""

    window: QWidget
    workspace: Workspace
    bridge: Bridge
    session: OpenedSession


Maker = Callable[[Place, About], QDialog]


def _server(place: Place, about: About) -> QDialog:
    """A new server, one to be changed, or those of a text."""
    dialog = McpServerDialog(place.window, place.workspace, place.bridge, place.session, about.server)
    if about.text:
        if about.file:
            dialog.take_json(about.text, about.file)
        else:
            dialog.take_text(about.text.decode("utf-8", "replace"))
    elif about.text is not None:
        dialog.begin_paste()
    return dialog


def _trust(place: Place, about: About) -> QDialog:
    """Servers to be trusted; one that is, starts."""
    dialog = McpTrustDialog(place.window, place.session, about.names or (about.server,))
    dialog.trusted.connect(lambda name: place.bridge.start("start a server", lambda opened: opened.start_server(name)))
    return dialog


def _call(place: Place, about: About) -> QDialog:
    return CallByHandDialog(place.window, place.workspace, place.bridge, place.session, about.tool)


def _resource(place: Place, about: About) -> QDialog:
    return ResourceDialog(place.window, place.workspace, place.bridge, place.session, about.server, about.item)


def _prompt(place: Place, about: About) -> QDialog:
    return PromptDialog(place.window, place.workspace, place.bridge, place.session, about.server, about.item)


def _question(place: Place, about: About) -> QDialog:
    """The dialog for what a server asks. Raises NobodyAsksError when it waits no longer."""
    question = next((each for each in place.session.questions if each.number == about.number), None)
    if question is None:
        raise NobodyAsksError(QCoreApplication.translate("Roster", "The server does not wait for an answer any more."))
    over: tuple[QWidget, Bridge, OpenedSession, Question] = (place.window, place.bridge, place.session, question)
    match question.what:
        case "form":
            return FormQuestion(*over)
        case "url":
            return UrlQuestion(*over)
        case "sampling":
            return ModelQuestion(*over, place.workspace)
        case _:
            assert_never(question.what)


ROSTER: Mapping[str, Maker] = {
    "mcp_server": _server,
    "mcp_trust": _trust,
    "call_by_hand": _call,
    "mcp_resource": _resource,
    "mcp_prompt": _prompt,
    "server_question": _question,
}
