"""The calls that were not run and whose result the model read instead, since the last message of the person.

Above: the problems, `workspace`. Below: `stop_words`, `session`.
"""

from collections.abc import Iterator

from studio.present.stop_words import tool_name
from studio.session.events import EditedTogether, ResultEdited, ResultRecorded
from studio.session.lines import LineError
from studio.session.nodes import CallKey, NodeId
from studio.session.together import one_by_one
from studio.session.tree import Tree


class NotRun:
    """The calls since the last message of the person that were not run; looked up anew when the head is another one."""

    def __init__(self) -> None:
        self._seen: tuple[Tree, NodeId] | None = None
        self._found: list[tuple[str, ResultRecorded]] = []

    def of(self, tree: Tree, head: NodeId) -> list[tuple[str, ResultRecorded]]:
        """Each with the name of its tool; the result says what the model read instead. Oldest first."""
        if self._seen != (tree, head):
            self._seen, self._found = (tree, head), list(_refused(tree, head))[::-1]
        return self._found


def _refused(tree: Tree, head: NodeId) -> Iterator[tuple[str, ResultRecorded]]:
    mended: set[CallKey] = set()
    for node in reversed(tree.path(head)):
        kind = tree.kind(node)
        if kind == "message":
            return
        try:
            event = tree.event(node) if kind in ("result", "result_edited", "edits") else None
        except LineError:
            continue
        if isinstance(event, ResultEdited | EditedTogether):
            mended |= {one.call for one in one_by_one(event) if isinstance(one, ResultEdited)}
        elif isinstance(event, ResultRecorded) and event.source == "refused" and event.call not in mended:
            yield tool_name(tree.state(node), event.call), event
