"""The dialogs about a session as a whole: its skills, its summary, the end of an agent by hand.

Above: `dialog_room`. Below: `dialogs`, `bridge`. Nothing runs here.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from studio.gui.bridge import Bridge
from studio.gui.shown_folder import show_folder
from studio.gui.words import fill, told_error
from studio.late import Late
from studio.problems import StudioError
from studio.session.frames import inside_name
from studio.session.nodes import NodeId
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.gui.dialogs import export_test, of_agent, skills, summary, text_entry
else:
    export_test = Late("studio.gui.dialogs.export_test")
    of_agent = Late("studio.gui.dialogs.of_agent")
    skills = Late("studio.gui.dialogs.skills")
    summary = Late("studio.gui.dialogs.summary")
    text_entry = Late("studio.gui.dialogs.text_entry")


class SessionRoom(QObject):
    """`show` puts a dialog up; `add_tools` reviews a Python file and adds its tools."""

    def __init__(
        self,
        window: QWidget,
        workspace: Workspace,
        bridge: Bridge,
        show: Callable[[QDialog], object],
        add_tools: Callable[[Path], object],
    ) -> None:
        super().__init__(window)
        self._window, self._workspace, self._bridge = window, workspace, bridge
        self._show, self._add_tools = show, add_tools
        bridge.test_wanted.connect(self.export_test)

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {
            "skills": self.skills,
            "summary": self.summary,
            "notes": self.notes,
            "leave_agent": self.leave_agent,
            "export_test": self.export_test,
        }

    def skills(self) -> None:
        """The skills; a Python file of one is reviewed like any other before it runs."""
        session = self._bridge.session
        if session is not None:
            dialog = skills.SkillsDialog(self._window, self._workspace, session)
            dialog.tools_file_wanted.connect(self._add_tools)
            self._show(dialog)

    def summary(self) -> None:
        """What the session came to so far."""
        session = self._bridge.session
        if session is not None:
            self._show(summary.SummaryDialog(self._window, self._workspace, session))

    def notes(self) -> None:
        """What the person writes about the session; it stands in its file, its summary and its transcript."""
        session = self._bridge.session
        if session is not None:
            dialog = text_entry.TextEntry(
                self._window,
                self.tr("Notes on the session"),
                self.tr("Notes"),
                text=session.notes_text,
                hint=self.tr(
                    "They stand in the session's file, in the summary and in the transcript. No model reads them."
                ),
                ok=self.tr("Keep"),
                lines=True,
            )
            dialog.given.connect(lambda text: self._bridge.do(lambda opened: opened.set_notes(text)))
            self._show(dialog)

    def export_test(self, node: int = 0) -> None:
        """A test of the path to `node`, else of the branch on which the session stands."""
        session = self._bridge.session
        if session is None:
            return
        try:
            plan = session.plan_test(NodeId(node) if node else None)
        except StudioError as error:
            self._bridge.fail(error)
            return
        dialog = export_test.ExportTestDialog(self._window, self._workspace, self._bridge, plan)
        dialog.exported.connect(self._exported)
        self._show(dialog)

    def _exported(self, path: Path) -> None:
        """Say so, with a way to where it lies."""
        said = fill(self.tr("Exported {name} into {folder}. Run it with pytest."), name=path.name, folder=path.parent)
        self._bridge.offered.emit(said, self.tr("Show"), lambda: show_folder(self._bridge, path))

    def leave_agent(self) -> None:
        """Ask for the result of the agent that the session stands in; it is given to no other one that may be at work by then."""
        session = self._bridge.session
        if session is None or session.state.inside is None:
            return
        of, name = of_agent.OfAgent(session), inside_name(session.state)
        dialog = text_entry.TextEntry(
            self._window,
            fill(self.tr("Result of the agent {agent}"), agent=name),
            self.tr("Result"),
            hint=self.tr(
                "The agent ends here, and its caller reads this as what it gave. What it did stays in the timeline."
            ),
            ok=self.tr("Give this result"),
            lines=True,
            refuses=lambda text: _leaves(session, of, text),
        )
        self._show(dialog)


def _leaves(session: OpenedSession, of: "of_agent.OfAgent", text: str) -> str:
    """End the agent by hand; the sentence where that cannot be."""
    try:
        refused = of.refusal()
        if not refused:
            session.leave_agent(text)
    except StudioError as error:
        return told_error(error)
    return refused
