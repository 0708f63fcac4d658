"""The rounds of a branch as they are gone to by number, those of agents with their caller's number before their own.

Above: the palette, *Go to round*. Below: `path_parts`. Goes along with a branch that grows; an event is read only for the rounds asked for.
"""

from collections.abc import Callable, Iterator

import msgspec

from studio.present.arguments_summary import one_line
from studio.present.path_parts import PathParts
from studio.problems import StudioError
from studio.session.events import RequestFailed
from studio.session.nodes import NodeId
from studio.session.tree import ROOT, Tree


class RoundLine(msgspec.Struct, frozen=True):
    """One round: its number, the node that is looked at, and what came of it in a line."""

    label: str
    node: NodeId
    said: str = ""


class RoundList:
    """The rounds of the branch that `follow` was told last."""

    def __init__(self) -> None:
        self._tree: Tree | None = None
        self._parts: PathParts | None = None

    def follow(
        self, tree: Tree, head: NodeId, *, to_end: bool = True, enough: Callable[[], bool] = lambda: False
    ) -> bool:
        """The branch of `head`, to its end or only as far as that. Where it is `enough` before, False is returned, and the next call
        goes on."""
        if tree is not self._tree or self._parts is None:
            self._tree, self._parts = tree, PathParts(tree)
        parts, tip = self._parts, tree.tip(head) if to_end else head
        left: list[NodeId] = []
        while tip in tree and tip not in parts:
            left.append(tip)
            tip = tree.parent(tip)
        if parts.tip != tip:
            parts.cut(tip if tip in parts else ROOT)
        for node in reversed(left):
            if enough():
                return False
            parts.add(node)
        return True

    def labels(self) -> list[str]:
        """The numbers of all rounds, in order."""
        return [label for label, _ in self._rounds()]

    def lines(self, begins: str, most: int) -> list[RoundLine]:
        """The rounds whose number begins so, the exact one first, then the newest ones."""
        found = [(label, at) for label, at in self._rounds() if label.startswith(begins)]
        exact = [each for each in found if each[0] == begins]
        others = [each for each in reversed(found) if each[0] != begins]
        return [self._line(label, at) for label, at in (*exact, *others)[:most]]

    def newest(self, most: int) -> list[tuple[str, list[NodeId]]]:
        """The newest rounds with all nodes of each, the newest first."""
        assert self._parts is not None
        return [(label, self._parts.all[at].nodes) for label, at in list(self._rounds())[: -most - 1 : -1]]

    def _rounds(self) -> Iterator[tuple[str, int]]:
        if self._parts is not None:
            for at, part in enumerate(self._parts):
                if part.kind == "round":
                    yield self._parts.label(at), at

    def _line(self, label: str, at: int) -> RoundLine:
        assert self._tree is not None
        assert self._parts is not None
        nodes = self._parts.all[at].nodes
        request = next((node for node in nodes if self._tree.kind(node) == "request"), nodes[0])
        return RoundLine(label, request, self._said(self._tree, nodes))

    def _said(self, tree: Tree, nodes: list[NodeId]) -> str:
        """The tools that were called, else the beginning of the reply; what went wrong where no reply came."""
        for kind in ("reply", "request_failed"):
            node = next((each for each in nodes if tree.kind(each) == kind), None)
            if node is None:
                continue
            try:
                event = tree.event(node)
            except StudioError:
                return ""
            if isinstance(event, RequestFailed):
                return one_line(event.error.message)
            reply = getattr(event, "reply", None)
            if reply is not None:
                return ", ".join(call.name for call in reply.calls) or one_line(reply.text)
        return ""
