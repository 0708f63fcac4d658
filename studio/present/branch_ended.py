"""Where a branch stands at its newest node, in a phrase. Reads at most two events of it.

Above: `branch_tree`. Below: `words`, `session/tree`. Pure; the stops of the session are handed in.
"""

from collections.abc import Mapping, Sequence

from studio.present.words import Words, words
from studio.session.events import ReplyReceived
from studio.session.lines import LineError
from studio.session.nodes import NodeId
from studio.session.notes import Stopped
from studio.session.tree import ROOT, Tree

_EDITS = frozenset(("setup", "call_edited", "reply_edited", "result_edited", "history_edited", "edits", "offered"))
_CHANGES = _EDITS - {"setup", "offered"}
"""Those that change what was said, not how it is asked."""
_BY_STOP = {
    "finished": "branch.finished",
    "limit": "branch.limit",
    "approval": "branch.approval",
    "exception": "branch.exception",
}
_BY_KIND = {
    "request": "branch.uncertain",
    "call_started": "branch.uncertain",
    "undo_started": "branch.uncertain",
    "request_failed": "branch.failed",
    "message": "branch.request_due",
}


def ended(tree: Tree, start: NodeId, stops: Mapping[NodeId, Sequence[Stopped]]) -> Words:
    """How the branch that begins with `start` stands at its newest node; edits that were made there change nothing of it."""
    node, stop, edited = tree.tip(start), None, False
    while True:
        edited = edited or tree.kind(node) in _CHANGES
        stop = stop or next(reversed(stops.get(node, ())), None)
        if tree.kind(node) not in _EDITS or node == start:
            break
        node = tree.parent(node)
    kind = tree.kind(node)
    if kind in _EDITS:
        return words("branch.edited" if edited else "branch.begun")
    if kind in _BY_KIND:
        return words(_BY_KIND[kind])
    if stop is not None and stop.reason in _BY_STOP:
        return words(_BY_STOP[stop.reason])
    return _after_reply(tree, node) if kind == "reply" else words("branch.stopped")


def _after_reply(tree: Tree, node: NodeId) -> Words:
    try:
        event = tree.event(node)
    except LineError:
        return words("branch.unreadable")
    calls = len(event.reply.calls) if isinstance(event, ReplyReceived) and node != ROOT else 0
    return words("branch.calls_due", n=calls) if calls else words("branch.finished")
