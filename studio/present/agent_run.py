"""One level of the shown path: the session itself, or one run of an agent from its call to the call's result.

Above: `path_parts`, `row_agents`. Below: `session/events`. Counts by kinds of nodes; reads no event.
"""

from studio.session.nodes import CallKey, NodeId


class AgentRun:
    """`call` is None for the session itself. `outer` is the part that holds the call, `spot` the place of what it did among the rows of
    that part (see `slot_list`). `parts` are its own parts in order, `tip` its newest node so far. `pending` are edits that its next
    request will carry."""

    __slots__ = ("call", "depth", "outer", "parts", "pending", "replies", "results", "spot", "tip")

    def __init__(self, call: CallKey | None = None, outer: int = -1, depth: int = 0) -> None:
        self.call = call
        self.outer = outer
        self.depth = depth
        self.spot = 2 * call[1] + 1 if call is not None else 0
        self.parts: list[int] = []
        self.pending: list[NodeId] = []
        self.replies = 0
        self.results = 0
        self.tip = NodeId(0)

    @property
    def last(self) -> int | None:
        """Its newest part."""
        return self.parts[-1] if self.parts else None
