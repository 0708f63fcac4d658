"""What the buttons of the banner and of a failed request do: actions of the table, parts of the window, decisions about a call.

Above: `window`. Below: `bridge`, `commands`, `dialog_room`, `session_panes`, `views`.
"""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication

from studio.checks.names import nearest_name
from studio.gui.action_set import ActionSet
from studio.gui.bridge import Bridge
from studio.gui.commands import Commands
from studio.gui.dialog_room import DialogRoom
from studio.gui.panes.banner_offers import failed_server, twin
from studio.gui.panes.missed_words import missed_of
from studio.gui.session_panes import SessionPanes
from studio.gui.views import Views
from studio.present.stop_words import tool_name
from studio.session.nodes import CallKey
from studio.workspace.opened import OpenedSession

translate = QCoreApplication.translate

_ACTIONS = frozenset(
    {
        "step",
        "run",
        "leave_agent",
        "send_again",
        "send_anyway",
        "repair_messages",
        "profiles",
        "save_as",
        "export_test",
        "model_live",
        "tools_live",
    }
)
_ON_CARD = ("fix_types", "edit_call", "edit_result", "show_output", "mock_call")
_PARTS: dict[str, Callable[[Views], object]] = {
    "show_problems": lambda views: views.go_to("problems"),
    "show_tools": lambda views: views.go_to("tools"),
    "message": lambda views: views.write_message(),
    "show_history": lambda views: views.show_history(),
    "write_reply": lambda views: views.write_reply(),
}


class Offers:
    """Offers by their id, as `panes/banner_content` names them."""

    def __init__(self, bridge: Bridge, commands: Commands, dialogs: DialogRoom, panes: SessionPanes) -> None:
        self._bridge, self._commands, self._dialogs, self._panes = bridge, commands, dialogs, panes
        self._actions: ActionSet | None = None
        self._views: Views | None = None
        self._server_log: Callable[[str], object] = lambda _name: None
        panes.response.missed = lambda: missed_of(bridge.session)
        panes.response.none.failure.offer_wanted.connect(self.take)
        bridge.way_wanted.connect(self.take)

    def join(self, actions: ActionSet, views: Views, server_log: Callable[[str], object]) -> None:
        """Offers that are actions of the table, or lead to a part of the window, go there; `server_log` shows what a server wrote."""
        self._actions, self._views, self._server_log = actions, views, server_log

    def take(self, id: str) -> None:
        """Do what an offer is for. An offer about a call does nothing when its stop is gone."""
        if self._actions is not None and id in _ACTIONS:
            self._actions[id].trigger()
        elif self._views is not None and id in _PARTS:
            _PARTS[id](self._views)
        else:
            self._decide(id)

    def _decide(self, id: str) -> None:
        of_session: dict[str, Callable[[], object]] = {
            "use_recorded": self._commands.use_recorded,
            "show_recorded": self._dialogs.show_recorded,
            "review_tools": self._dialogs.review_tools,
            "limit": self._limit,
            "stop_here": self._stop_here,
            "tool_groups": self._dialogs.tools.groups,
            "rename_tool": self._rename_tool,
            "server_output": self._server_output,
            "edit_server": lambda: self._dialogs.servers.edit(self._server()),
            "go_without": self._go_without,
        }
        of_call: dict[str, Callable[[CallKey], object]] = {
            "approve": self._commands.approve,
            "approve_all": lambda key: self._commands.approve(key, all_of_tool=True),
            "reject": self._dialogs.reject,
            "type_result": self._dialogs.type_result,
            "run_again": self._commands.run_again,
            "run_anew": self._commands.run_anew,
            "run_raw": self._commands.run_raw,
            "rename_call": self._rename,
            "offer_tool": self._offer,
            "edit_retry": self._edit_and_retry,
            "start_again": self._commands.start_again,
            **{each: partial(self._on_card, each) for each in _ON_CARD},
        }
        if id in of_session:
            of_session[id]()
            return
        act, key = of_call[id], self._call()
        if key is not None:
            act(key)

    def _on_card(self, id: str, key: CallKey) -> None:
        self._panes.act(key, id)

    def _edit_and_retry(self, key: CallKey) -> None:
        """Before the call once more, with the keyboard in its arguments."""
        if self._commands.back_before(key):
            self._on_card("edit_call", key)

    def _server(self) -> str:
        return failed_server(self._bridge.session) if self._bridge.session is not None else ""

    def _server_output(self) -> None:
        """What the server that failed wrote."""
        name = self._server()
        if name:
            self._server_log(name)

    def _go_without(self) -> None:
        """Do without the server from now on: it stays in the session, and is needed no more."""
        name = self._server()

        def go_on(opened: OpenedSession) -> None:
            server = next(each for each in opened.state.setup.servers if each.name == name)
            opened.put_server(replace(server, needed=False), was=name)

        if name and self._bridge.do(go_on):
            self.take("step")

    def _limit(self) -> None:
        """The settings of the loop, with the keyboard in the limit that was reached."""
        session = self._bridge.session
        standing = session.standing if session is not None else None
        self._dialogs.loop("limits", standing.what if standing is not None else "")

    def _stop_here(self) -> None:
        """Leave it at the limit: before a request a message can be written, which begins the count anew."""
        session = self._bridge.session
        call = session.standing.call if session is not None and session.standing is not None else None
        said = translate("Offers", "The session stays at its limit. Raise it in the menu Session, Loop settings.")
        if call is None and self._views is not None:
            self._views.write_message()
            said = translate("Offers", "The session stays at its limit. A message of yours begins the count anew.")
        self._bridge.notice.emit(said)

    def _rename_tool(self) -> None:
        """Ask for another name of the tool whose name another one has, too."""
        name = twin(self._bridge.session) if self._bridge.session is not None else ""
        if name:
            self._dialogs.tools.rename(name)

    def _offer(self, key: CallKey) -> None:
        """Let in the called tool, which the session knows, so that the call can run."""
        self._bridge.do(lambda opened: opened.offer(tool_name(opened.state, key)))

    def _rename(self, key: CallKey) -> None:
        """Give a call of an unknown tool the nearest name."""

        def rename(opened: OpenedSession) -> None:
            found = opened.state.call(key)
            near = (
                nearest_name(found.call.name, [tool.name for tool in opened.state.setup.sent_tools]) if found else None
            )
            if near is not None:
                opened.edit_call(key, name=near)

        self._bridge.do(rename)

    def _call(self) -> CallKey | None:
        session = self._bridge.session
        return session.standing.call if session is not None and session.standing is not None else None
