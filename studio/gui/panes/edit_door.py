"""The way of a change out of a pane: here and now, or on a fork when what is shown is past.

Above: both panes and the cards. Below: the bridge. Knows no widget.
"""

from collections.abc import Callable
from typing import Any

from studio.gui.bridge import Bridge
from studio.gui.panes.commit_bar import EditMode
from studio.gui.words import told_error
from studio.problems import StudioError
from studio.session.nodes import NodeId

Edit = Callable[[Any], object]


class EditDoor:
    """`where` gives the mode now and the node under which a fork would hang."""

    def __init__(self, bridge: Bridge, where: Callable[[], tuple[EditMode, NodeId]]) -> None:
        self.bridge = bridge
        self._where = where

    @property
    def mode(self) -> EditMode:
        """What a change means now."""
        return self._where()[0]

    @property
    def place(self) -> NodeId | None:
        """The node at which a change would fork; None where it is made here and now."""
        mode, node = self._where()
        return None if mode == "live" else node

    def change(self, edit: Edit, *, under: NodeId | None = None) -> bool:
        """Make an edit; an error is shown. `under` forks there in any case. Says whether it was made."""
        return self.bridge.do(lambda session: self._make(session, edit, under)) if self.mode != "locked" else False

    def change_here(self, edit: Edit) -> bool:
        """Make an edit where the session stands, whatever is looked at; an error is shown. Says whether it was made."""
        return self.bridge.do(edit)

    def try_change(self, edit: Edit) -> str:
        """Make an edit; an error is given back as a sentence, to be shown where the edit was typed."""
        session = self.bridge.session
        if session is None or self.mode == "locked":
            return ""
        try:
            self._make(session, edit, None)
        except StudioError as error:
            return told_error(error)
        return ""

    def _make(self, session: Any, edit: Edit, under: NodeId | None) -> None:
        mode, node = self._where()
        if mode == "live" and under is None:
            edit(session)
        else:
            session.edit_past(node if under is None else under, lambda there: _ignore(edit(there)))


def _ignore(_given: object) -> None:
    return None
