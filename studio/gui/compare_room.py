"""Compare and Sample in the window: what brings them into view, what they ask of other parts, and the room they take and give back.

Above: `session_side`. Below: `late_panes`, `views`, `centre`, `dialog_room`. Changes no session: the head stays where it is.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from studio.gui.late_panes import LatePanes
from studio.gui.panes.timeline import TimelinePane
from studio.gui.shell import Shell
from studio.gui.views import Views
from studio.session.nodes import NodeId


class CompareRoom(QObject):
    """`dialog` is the question for another session, while it is asked."""

    def __init__(self, shell: Shell, late: LatePanes, views: Views, timeline: TimelinePane) -> None:
        super().__init__(shell.window)
        self._shell, self._late, self._views, self._timeline = shell, late, views, timeline
        self.dialog: QFileDialog | None = None
        late.joins["compare"], late.joins["sample"] = self._join_compare, self._join_sample
        timeline.compare_requested.connect(lambda node: self.compare_step(NodeId(node)))
        shell.bridge.sampling.connect(lambda: views.bring("sample"))

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {"compare": self.compare}

    def compare(self) -> None:
        """Two branches, sessions, steps or answers beside one another."""
        if self._shell.bridge.session is not None:
            self._views.go_to("compare")
            self._late.compare.begin()

    def compare_step(self, node: NodeId) -> None:
        """A step beside the one like it before."""
        if self._shell.bridge.session is not None:
            self._views.go_to("compare")
            self._late.compare.compare_step(node)

    def _compare_answers(self, sample: str, left: int, right: int) -> None:
        self._views.go_to("compare")
        self._late.compare.compare_answers(sample, left, right)

    def _join_compare(self) -> None:
        pane, centre = self._late.compare, self._shell.centre
        pane.round_wanted.connect(self._show_round)
        pane.file_wanted.connect(self._ask_file)
        pane.larger_wanted.connect(lambda on: self._views.enlarge("compare", on))
        centre.folded.connect(pane.larger.setChecked)

    def _join_sample(self) -> None:
        pane = self._late.sample
        pane.plan_wanted.connect(self._shell.dialogs.sample)
        pane.compare_wanted.connect(self._compare_answers)

    def _show_round(self, start: int, number: int) -> None:
        """Look at the request of a round of the branch that begins with `start`."""
        session = self._shell.bridge.session
        node = session.request_of_round(NodeId(start), number) if session is not None else None
        if node is not None:
            self._timeline.select_node(node)
            self._shell.bridge.select(node)
            self._shell.centre.fold(False)

    def _ask_file(self) -> None:
        session = self._shell.bridge.session
        if session is None:
            return
        dialog = QFileDialog(
            self._shell.window, self.tr("Compare with"), str(session.path.parent), self.tr("Sessions (*.tcsession)")
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self._late.compare.compare_file(Path(name)))
        dialog.finished.connect(lambda _result: self._closed())
        self.dialog = dialog
        dialog.open()

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
