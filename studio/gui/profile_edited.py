"""A profile was changed while a session is asked through it: the session goes on with what was changed.

Above: `dialog_room`. Below: `bridge`, `workspace`. What the session itself says otherwise than the profile did is left alone.
"""

from msgspec.structs import replace
from PySide6.QtCore import QObject

from studio.gui.bridge import Bridge
from studio.session.setup import ResponderChoice
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

_MEMBERS = ("dialect", "base_url", "model_name", "stream", "calls")


class ProfileEdited(QObject):
    """Remembers the profiles as they are when it is made; `tell` is called after each change of them. Lives as long as `parent`."""

    def __init__(self, parent: QObject, workspace: Workspace, bridge: Bridge) -> None:
        super().__init__(parent)
        self._workspace, self._bridge = workspace, bridge
        self._before = self._choices()

    def tell(self) -> None:
        """Hand what was changed on to the session of the window, unless it is under way."""
        before, self._before = self._before, self._choices()
        session = self._bridge.session
        if session is None or session.read_only or self._bridge.running:
            return
        choice = session.state.setup.responder
        old, new = before.get(choice.profile), self._before.get(choice.profile)
        if choice.kind == "live" and old is not None and new is not None and old != new:
            wanted = _changed(choice, old, new)
            self._bridge.do(lambda opened: _use(opened, wanted))

    def _choices(self) -> dict[str, ResponderChoice]:
        return {profile.name: self._workspace.choice(profile) for profile in self._workspace.profiles}


def _changed(choice: ResponderChoice, old: ResponderChoice, new: ResponderChoice) -> ResponderChoice:
    values = {name: getattr(new, name) for name in _MEMBERS if getattr(old, name) != getattr(new, name)}
    form = {"text_form": ""} if values.keys() - {"stream"} else {}  # another model may take tools natively
    return replace(choice, **values, **form)


def _use(opened: OpenedSession, choice: ResponderChoice) -> None:
    if choice != opened.state.setup.responder:
        opened.use_responder(choice, {})
