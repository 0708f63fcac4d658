"""What the banner's buttons do to the call in question: approve, reject, run again, type the result.

Above: `window`. Below: `bridge`, `commands`, `dialog_room`. Buttons that are actions of the table do not come here.
"""

from studio.gui.bridge import Bridge
from studio.gui.commands import Commands
from studio.gui.dialog_room import DialogRoom
from studio.session.events import CallKey


class Offers:
    """Offers by their id, as `panes/banner_content` names them."""

    def __init__(self, bridge: Bridge, commands: Commands, dialogs: DialogRoom) -> None:
        self._bridge, self._commands, self._dialogs = bridge, commands, dialogs

    def take(self, id: str) -> None:
        """Do what an offer is for. An offer about a call does nothing when its stop is gone."""
        if id == "use_recorded":
            self._commands.use_recorded()
            return
        if id == "limit":
            session = self._bridge.session
            standing = session.standing if session is not None else None
            self._dialogs.loop("limits", standing.what if standing is not None else "")
            return
        key = self._call()
        if key is None:
            return
        match id:
            case "approve" | "approve_all":
                self._commands.approve(key, all_of_tool=id == "approve_all")
            case "reject":
                self._dialogs.reject(key)
            case "type_result":
                self._dialogs.type_result(key)
            case "run_again":
                self._commands.run_again(key)
            case _:
                raise ValueError(id)

    def _call(self) -> CallKey | None:
        session = self._bridge.session
        return session.standing.call if session is not None and session.standing is not None else None
