"""The panes of docks that stand behind others: each is made when it first comes into view, or when something of it is used.

Above: `session_side`. Below: those panes, `docks`. One that comes late shows what is there when it comes.
"""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from studio.gui.dock_titles import counted_title
from studio.gui.docks import Docks
from studio.gui.shell import Shell
from studio.late import Late
from studio.session.nodes import NodeId

if TYPE_CHECKING:
    from studio.gui.panes import (
        branches_pane,
        compare_pane,
        context_pane,
        cost_pane,
        events_pane,
        http_pane,
        mcp_pane,
        sample_pane,
        watch_pane,
        wire_shown,
    )
else:
    branches_pane = Late("studio.gui.panes.branches_pane")
    compare_pane = Late("studio.gui.panes.compare_pane")
    context_pane = Late("studio.gui.panes.context_pane")
    cost_pane = Late("studio.gui.panes.cost_pane")
    sample_pane = Late("studio.gui.panes.sample_pane")
    events_pane = Late("studio.gui.panes.events_pane")
    http_pane = Late("studio.gui.panes.http_pane")
    mcp_pane = Late("studio.gui.panes.mcp_pane")
    watch_pane = Late("studio.gui.panes.watch_pane")
    wire_shown = Late("studio.gui.panes.wire_shown")


class LatePanes:
    """`message_wanted` and `step_wanted` are what some of them ask for: a place to write the next message, and a step to look at."""

    def __init__(self, shell: Shell, docks: Docks) -> None:
        self._shell, self._docks = shell, docks
        self.message_wanted: Callable[[], object] = lambda: None
        self.step_wanted: Callable[[NodeId], object] = lambda _node: None
        self.joins: dict[str, Callable[[], object]] = {}
        """Called when a pane is made, for those that a room joins to the rest of the window."""
        shell.bridge.server.connect(lambda _change: self.look())

    def maker(self, name: str) -> Callable[[], QWidget]:
        """What makes the pane of a dock, or gives it when it is there."""
        return partial(getattr, self, name)

    def made(self, *names: str) -> Mapping[str, QWidget]:
        """Those of the named panes that are there."""
        return {name: self.__dict__[name] for name in names if name in self.__dict__}

    def look(self) -> None:
        """A session that has servers has their pane: its title counts those that failed."""
        session = self._shell.bridge.session
        if session is not None and session.state.setup.servers:
            self.maker("mcp")()

    @cached_property
    def _wire(self) -> "wire_shown.WireShown":
        return wire_shown.WireShown(self._shell.bridge, self._shell.window)

    @cached_property
    def http(self) -> "http_pane.HttpPane":
        """What went over HTTP in the round that is looked at."""
        shell = self._shell
        pane = http_pane.HttpPane(shell.bridge, self._wire, shell.window, key_variable=shell.desk.key_variable)
        return self._docks.fill("http", pane)

    @cached_property
    def events(self) -> "events_pane.EventsPane":
        """The events of a streamed reply."""
        return self._docks.fill("events", events_pane.EventsPane(self._shell.bridge, self._wire, self._shell.window))

    @cached_property
    def mcp(self) -> "mcp_pane.McpPane":
        """The servers of the session."""
        shell = self._shell
        pane = mcp_pane.McpPane(shell.bridge, shell.workspace, shell.window)
        shell.dialogs.servers.join(pane, shell.actions, shell.dialogs.tools.page)
        pane.failed.connect(lambda count: self._docks.title("mcp", counted_title("mcp", count)))
        self._docks.fill("mcp", pane)
        pane.refresh()
        return pane

    @cached_property
    def branches(self) -> "branches_pane.BranchesPane":
        """The tree of branches."""
        shell = self._shell
        pane = branches_pane.BranchesPane(shell.bridge, shell.window)
        shell.dialogs.branches.join(pane)
        pane.fork_wanted.connect(shell.actions["fork"].trigger)
        pane.message_wanted.connect(self.message_wanted)
        self._docks.fill("branches", pane)
        pane.renew()
        return pane

    @cached_property
    def watch(self) -> "watch_pane.WatchPane":
        """Expressions at the step that is looked at."""
        pane = watch_pane.WatchPane(self._shell.bridge, self._shell.window)
        pane.step_wanted.connect(self.step_wanted)
        return self._docks.fill("watch", pane)

    @cached_property
    def compare(self) -> "compare_pane.ComparePane":
        """Two things beside one another."""
        pane = self._docks.fill("compare", compare_pane.ComparePane(self._shell.bridge, self._shell.window))
        self.__dict__["compare"] = pane
        self.joins.get("compare", lambda: None)()
        return pane

    @cached_property
    def context(self) -> "context_pane.ContextPane":
        """What fills the prompt."""
        pane = self._docks.fill("context", context_pane.ContextPane(self._shell.bridge, self._shell.window))
        self.__dict__["context"] = pane
        self.joins.get("context", lambda: None)()
        return pane

    @cached_property
    def cost(self) -> "cost_pane.CostPane":
        """What was spent."""
        pane = self._docks.fill("cost", cost_pane.CostPane(self._shell.bridge, self._shell.window))
        self.__dict__["cost"] = pane
        self.joins.get("cost", lambda: None)()
        return pane

    @cached_property
    def sample(self) -> "sample_pane.SamplePane":
        """What came of samples."""
        pane = self._docks.fill("sample", sample_pane.SamplePane(self._shell.bridge, self._shell.window))
        self.__dict__["sample"] = pane
        self.joins.get("sample", lambda: None)()
        return pane
