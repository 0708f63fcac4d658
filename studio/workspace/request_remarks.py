"""What a request says otherwise than the session does: one that was sent, or the next one before it goes.

Above: `seen`. Below: `engine/compose`, `session`. Reads only. A sent request holds what was new with it; what it had in common with those
before is found by composing it again.
"""

import msgspec

from studio.engine.compose import Composer
from studio.messages.remark import Remark
from studio.problems import StudioError
from studio.session.events import RequestSent, SetupChanged
from studio.session.nodes import NodeId
from studio.session.state import SessionState
from studio.session.tree import ROOT, Tree


class RequestRemarks(msgspec.Struct, frozen=True):
    """`new` came with this request and with the settings that changed since the one before; `earlier` hold still and were said
    before. `form` is the text form in which the tools are told, empty for natively."""

    new: tuple[Remark, ...] = ()
    earlier: tuple[Remark, ...] = ()
    form: str = ""


class Said:
    """What the requests of a path have said, remembered for each of them: a longer path costs only its new end."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._known: dict[NodeId, frozenset[Remark]] = {}

    def at(self, node: NodeId) -> frozenset[Remark]:
        """All remarks of the requests up to `node`."""
        new: list[NodeId] = []
        tree = self._tree
        while node in tree and node != ROOT and node not in self._known:
            if tree.kind(node) == "request":
                new.append(node)
            node = tree.parent(node)
        said = self._known.get(node, frozenset())
        for request in reversed(new):
            event = tree.event(request)
            more = event.remarks if isinstance(event, RequestSent) else ()
            said = said.union(more) if more else said
            self._known[request] = said
        return said


def sent_remarks(tree: Tree, request: NodeId, composer: Composer) -> RequestRemarks:
    """Those of the request `request`. `composer` is that of its setup."""
    event = tree.event(request)
    if not isinstance(event, RequestSent):
        return RequestRemarks()
    before = tree.parent(request)
    own = event.remarks
    earlier = tuple(remark for remark in _composed(composer, tree.state(before)) if remark not in own)
    return RequestRemarks(_told_once((*_of_settings(tree, before), *own)), earlier, event.form)


def next_remarks(tree: Tree, state: SessionState, composer: Composer, said_before: Said) -> RequestRemarks:
    """Those of the request that would be sent from `state`."""
    found = _composed(composer, state)
    said = said_before.at(state.node) if found else frozenset()
    new = tuple(remark for remark in found if remark not in said)
    earlier = tuple(remark for remark in found if remark in said)
    form = composer.text_form if state.setup.sent_tools else ""
    return RequestRemarks(_told_once((*_of_settings(tree, state.node), *new)), earlier, form)


def _composed(composer: Composer, state: SessionState) -> tuple[Remark, ...]:
    """All that the request from `state` leaves out or changes; nothing when it cannot be composed: that is said elsewhere."""
    try:
        return tuple(composer.compose(state).remarks)
    except StudioError:
        return ()


def _of_settings(tree: Tree, node: NodeId) -> tuple[Remark, ...]:
    """The remarks of settings that changed since the last request."""
    found: list[Remark] = []
    while node in tree and node != ROOT and tree.kind(node) != "request":
        event = tree.event(node) if tree.kind(node) == "setup" else None
        if isinstance(event, SetupChanged):
            found[:0] = event.remarks
        node = tree.parent(node)
    return tuple(found)


def _told_once(remarks: tuple[Remark, ...]) -> tuple[Remark, ...]:
    """A refusal that was just met says already that tools are told as text."""
    refused = any(remark.code == "tools_refused" for remark in remarks)
    return tuple(remark for remark in remarks if not (refused and remark.code == "told_as_text"))
