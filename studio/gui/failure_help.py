"""What the buttons of a failed request do beside asking again: to its profile, to the message that the server named, to the demo.

Above: `session_side`. Below: `shell`, `session_panes`, `views`. Asks no model.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from studio.gui.session_panes import SessionPanes
from studio.gui.shell import Shell
from studio.gui.views import Views
from studio.late import Late
from studio.problems import StudioError

if TYPE_CHECKING:
    from studio.workspace import offered_models
    from studio.workspace.opened import OpenedSession
else:
    offered_models = Late("studio.workspace.offered_models")

_PLACES = {
    "profile": "",
    "profile_key": "key",
    "profile_test": "test",
    "profile_model": "model",
    "profile_time": "time",
}
_SHOWN_AFTER = 50
"""Milliseconds after which the pane surely shows the request that was sent."""


class FailureHelp(QObject):
    """Lives as long as the card of the Response pane."""

    def __init__(self, shell: Shell, panes: SessionPanes, views: Views) -> None:
        card = panes.response.none.failure
        super().__init__(card)
        self._shell, self._panes, self._views = shell, panes, views
        card.help_wanted.connect(self._take)

    def _take(self, id: str, place: str) -> None:
        session = self._shell.bridge.session
        if session is None:
            return
        if id in _PLACES:
            self._shell.dialogs.profiles(session.state.setup.responder.profile, _PLACES[id])
        elif id == "show_message":
            self._show(place)
        elif id == "use_arrived":
            self._shell.bridge.start("use what arrived", lambda opened: opened.use_what_arrived())
        elif id == "list_models":
            self._shell.bridge.spawn("list the models", self._list_models(session))
        elif id == "demo":
            self._shell.desk.demo()

    async def _list_models(self, session: "OpenedSession") -> None:
        """Ask the server of the profile which models it has."""
        name = session.state.setup.responder.profile
        profile = next((one for one in self._shell.workspace.profiles if one.name == name), None)
        if profile is None:
            raise StudioError(self.tr("The profile is not there any more."), self.tr("Choose another one."))
        names = await offered_models.offered_models(self._shell.workspace, profile)
        if session is self._shell.bridge.session:
            self._panes.response.none.failure.show_models(names)

    def _show(self, place: str) -> None:
        """Show the body of the request that was refused, with the keyboard at the message."""
        session = self._shell.bridge.session
        sent = session.state.last_request if session is not None else None
        if sent is not None:
            self._shell.desk.look_at(sent)
        self._views.go_to("request")
        self._panes.request.show_view("json")
        QTimer.singleShot(_SHOWN_AFTER, self, lambda: self._panes.request.json.go_to_pointer(place))
