"""What is done with branches: the form of one, going to it, renaming, hiding, running again from a step.

Above: `dialog_room`, `window`. Below: `dialogs/branch_form`, `panes/branches_pane`, `bridge`. A fork itself stands in `commands`.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from studio.gui.bridge import Bridge
from studio.gui.panes.branches_pane import BranchesPane
from studio.late import Late
from studio.session.nodes import NodeId
from studio.session.notes import BranchNoted
from studio.workspace.opened import OpenedSession

if TYPE_CHECKING:
    from studio.gui.dialogs import branch_form
else:
    branch_form = Late("studio.gui.dialogs.branch_form")


class BranchRoom(QObject):
    """`show` puts a dialog up."""

    def __init__(self, window: QWidget, bridge: Bridge, show: Callable[[QDialog], object]) -> None:
        super().__init__(window)
        self._window, self._bridge, self._show = window, bridge, show

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {
            "branch_form": self.form_of_head,
            "next_branch": lambda: self._step(1),
            "previous_branch": lambda: self._step(-1),
        }

    def join(self, pane: BranchesPane) -> None:
        """Do what the tree of branches asks for."""
        do = self._bridge.do
        pane.go_wanted.connect(lambda start: do(lambda opened: go_to_tip(opened, NodeId(start))))
        pane.renamed.connect(lambda start, name: do(lambda opened: opened.rename_branch(NodeId(start), name)))
        pane.hide_wanted.connect(self.hide)
        pane.kept_wanted.connect(lambda start: self.form(NodeId(start)))

    def form_of_head(self) -> None:
        """Name, note and expectation of the branch on which the session stands."""
        session = self._bridge.session
        if session is not None and session.branch is not None:
            self.form(session.branch.start)

    def form(self, start: NodeId) -> None:
        """Name, note and expectation of a branch."""
        session = self._bridge.session
        branches = session.branches if session is not None else ()
        branch = next((one for one in branches if one.start == start), None)
        if session is None or branch is None:
            return
        noted = session.journal.branch_notes.get(start, BranchNoted())
        taken = {one.name for one in branches if one.start != start}
        kept = (branch.name, noted.note, noted.expects)
        dialog = branch_form.BranchForm(self._window, *kept, taken.__contains__, session.check_expects)
        dialog.given.connect(lambda name, note, expects: self._keep(start, name, note, expects))
        self._show(dialog)

    def _keep(self, start: NodeId, name: str, note: str, expects: str) -> None:
        def keep(opened: OpenedSession) -> None:
            old = next((one.name for one in opened.branches if one.start == start), "")
            if name and name != old:
                opened.rename_branch(start, name)
            opened.note_branch(start, note, expects)

        self._bridge.do(keep)

    def hide(self, start: int, on: bool) -> None:
        """Hide a branch, or show it again."""
        node = NodeId(start)
        self._bridge.do(lambda opened: opened.hide_branch(node) if on else opened.show_branch(node))

    def _step(self, by: int) -> None:
        """Go to the next branch that is not hidden, or the one before."""

        def go(opened: OpenedSession) -> None:
            shown = [one.start for one in opened.shown_branches if not one.gap]
            here = opened.tree.branch_of(opened.head)
            if len(shown) > 1 and here in shown:
                go_to_tip(opened, shown[(shown.index(here) + by) % len(shown)])

        self._bridge.do(go)


def go_to_tip(opened: OpenedSession, start: NodeId) -> None:
    """Stand at the newest step of a branch."""
    opened.rewind(opened.tree.tip(start))
