"""Which exchanges the HTTP and the Stream events dock show: those of the round looked at, and the one that is chosen.

Above: `http_pane`, `events_pane`. Below: `bridge`, `present/exchanges`. Knows no widget; looks anew only when somebody in view asks.
"""

from PySide6.QtCore import QObject, Signal

from studio.gui.bridge import Bridge
from studio.present.exchanges import Exchanged, round_exchanges
from studio.session.nodes import NodeId


class WireShown(QObject):
    """Shared by both docks, so that they show the same exchange."""

    changed = Signal()
    """Other exchanges are there, or another one is chosen."""

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.exchanges: tuple[Exchanged, ...] = ()
        self.chosen: Exchanged | None = None
        self._bridge = bridge
        self._seen: tuple[object, ...] = ()
        bridge.session_changed.connect(self._forget)

    def refresh(self) -> None:
        """Look which exchanges the round has; tells when that is another answer than before."""
        session = self._bridge.session
        if session is None:
            self._show((), None)
            return
        node = self._bridge.selection or session.head
        seen = (session, node, session.head, len(session.tree))
        if seen == self._seen:
            return
        self._seen = seen
        found = round_exchanges(session.tree, node, session.head)
        kept = self.chosen.node if self.chosen is not None and len(found) == len(self.exchanges) else None
        beside = any(one.node == node and not one.is_own for one in found)
        self._show(found, node if beside else kept)

    def choose(self, node: NodeId) -> None:
        """Look at another exchange of the round."""
        self._show(self.exchanges, node)

    def _forget(self) -> None:
        self._seen = ()
        self._show((), None)

    def _show(self, found: tuple[Exchanged, ...], node: NodeId | None) -> None:
        usual = next((one for one in reversed(found) if not one.aside and one.asked is None), None)
        chosen = next((one for one in found if one.node == node), usual)
        if (found, chosen) != (self.exchanges, self.chosen):
            self.exchanges, self.chosen = found, chosen
            self.changed.emit()
