"""What the buttons of a failed request do beside asking again: to its profile, to the message that the server named, to the demo.

Above: `session_side`. Below: `shell`, `session_panes`, `views`. Asks no model.
"""

from PySide6.QtCore import QObject, QTimer

from studio.gui.session_panes import SessionPanes
from studio.gui.shell import Shell
from studio.gui.views import Views

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
        elif id == "demo":
            self._shell.desk.demo()

    def _show(self, place: str) -> None:
        """Show the body of the request that was refused, with the keyboard at the message."""
        session = self._shell.bridge.session
        sent = session.state.last_request if session is not None else None
        if sent is not None:
            self._shell.desk.look_at(sent)
        self._views.go_to("request")
        self._panes.request.show_view("json")
        QTimer.singleShot(_SHOWN_AFTER, self, lambda: self._panes.request.json.go_to_pointer(place))
