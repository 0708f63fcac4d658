"""An open session as the timeline wants it, and what the timeline asks for as verbs.

Above: `window`. Below: `bridge`, `panes/timeline`, `situation`.
"""

from studio.gui import situation as when
from studio.gui.branch_room import BranchRoom, go_to_tip
from studio.gui.bridge import Bridge
from studio.gui.panes.timeline import TimelinePane
from studio.gui.panes.timeline_standing import live, standing
from studio.gui.situation import Situation
from studio.gui.words import day
from studio.present.row import Live, Standing
from studio.session.expectations import Expectation
from studio.session.journal import Journal
from studio.session.nodes import NodeId
from studio.session.notes import HeadMoved, Stopped
from studio.workspace.opened import OpenedSession

_RULES = {
    "run_to": when.can_run_to,
    "rewind": when.can_move_to,
    "fork": when.can_fork,
    "rerun": when.can_rerun,
    "send_again": when.can_ask_again,
    "export_test": when.can_export,
    "mock_tool": when.can_write,
    "record_rule": when.can_write,
    "breakpoint": when.can_set,
}


class SessionSource:
    """One session, as the timeline's source."""

    def __init__(self, session: OpenedSession) -> None:
        self._session = session

    @property
    def journal(self) -> Journal:
        """Its events."""
        return self._session.journal

    @property
    def begun(self) -> str:
        """The day and time at which it began; empty where the file does not say."""
        return day(self._session.begun)

    @property
    def standing(self) -> Standing:
        """Where it stands now."""
        return standing(self._session)

    @property
    def live(self) -> Live | None:
        """How far what is under way has come; None when nothing is."""
        return live(self._session)

    @property
    def tools(self) -> tuple[str, ...]:
        """The names of the session's tools."""
        return tuple(tool.name for tool in self._session.state.setup.tools)

    def expectation(self, start: NodeId) -> Expectation | None:
        """What became of what is expected of a branch."""
        branch = next((one for one in self._session.branches if one.start == start), None)
        return self._session.expectation(branch) if branch is not None else None

    def allowed(self, verb: str, node: NodeId) -> bool:
        """Whether a verb can be done at a node now."""
        return not _RULES[verb](Situation(self._session, node))


def join_timeline(pane: TimelinePane, bridge: Bridge, branches: BranchRoom) -> None:
    """Let the timeline follow the bridge, and bridge and `branches` do what the timeline asks for."""

    def show() -> None:
        session = bridge.session
        if session is None:
            pane.show_source(None)
        else:
            pane.show_source(SessionSource(session), session.take_rows())

    bridge.session_changed.connect(show)
    bridge.happened.connect(pane.take)
    bridge.happened.connect(lambda change: _follow(pane, change))
    bridge.refreshed.connect(pane.refresh)
    pane.selected.connect(lambda node, _call: bridge.select(node))
    pane.rewind_requested.connect(lambda node: bridge.do(lambda opened: opened.rewind(NodeId(node))))
    pane.fork_requested.connect(lambda node: bridge.do(lambda opened: opened.fork(NodeId(node))))
    pane.rerun_requested.connect(lambda node: bridge.start("rerun", lambda opened: opened.rerun(NodeId(node))))
    pane.run_to_requested.connect(lambda node: bridge.start("run to here", lambda opened: opened.run_to(NodeId(node))))
    pane.send_again_requested.connect(lambda node: _send_again(bridge, NodeId(node)))
    pane.mock_requested.connect(lambda tool, call: _mock(bridge, tool, call))
    pane.test_requested.connect(bridge.test_wanted)
    pane.rule_requested.connect(bridge.rule_wanted)
    pane.branch_selected.connect(lambda start: bridge.do(lambda opened: go_to_tip(opened, NodeId(start))))
    pane.branch_kept.connect(lambda start: branches.form(NodeId(start)))
    pane.branch_hidden.connect(lambda start: branches.hide(start, True))
    pane.branch_renamed.connect(lambda start, name: bridge.do(lambda opened: opened.rename_branch(NodeId(start), name)))


def _mock(bridge: Bridge, tool: str, call: object) -> None:
    """A call that waits is answered where it stands; of one that has run the rules of its tool are asked for."""
    session = bridge.session
    standing = session.standing if session is not None else None
    if standing is not None and call is not None and standing.call == call:
        bridge.way_wanted.emit("mock_call")
    else:
        bridge.mocks_wanted.emit(tool, call)


def _send_again(bridge: Bridge, node: NodeId) -> None:
    async def again(opened: OpenedSession) -> None:
        if node in opened.tree and node != opened.head:
            opened.rewind(node)
        await opened.send_again()

    bridge.start("send again", again)


def _follow(pane: TimelinePane, change: object) -> None:
    """Where the session stops or goes is what is looked at: nobody approves a call while another round is shown."""
    if isinstance(change, Stopped | HeadMoved):
        pane.clear_selection()
