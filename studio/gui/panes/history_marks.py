"""For each message of a history: whether the person changed it, where its results came from, and how it was said first.

Above: the Request pane. Below: tree and state. Pure; remembers what it has read, so that a longer path costs its new end.
"""

import msgspec

from studio.messages.message import Message
from studio.messages.parts import Result
from studio.session.chain import Chain
from studio.session.events import HistoryEdited, MessageAdded, NodeId, RequestSent, ResultRecorded, ResultSource
from studio.session.state import OpenReply
from studio.session.tree import ROOT, Tree

_KEPT_EVERY = 64


class Mark(msgspec.Struct, frozen=True):
    """Facts of one message. `sources` and `edits` stand for its results, in their order."""

    edited: bool = False
    sources: tuple[ResultSource, ...] = ()
    edits: tuple[bool, ...] = ()


class _Folded(msgspec.Struct, frozen=True):
    marks: Chain[Mark] = Chain()
    said: Chain[Message] = Chain()


class HistoryMarks:
    """The marks of the settled history at any node of one tree."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._known: dict[NodeId, _Folded] = {ROOT: _Folded()}

    def at(self, node: NodeId) -> Chain[Mark]:
        """One mark for each message of `settled(tree.state(node))`."""
        return self._settle(self._folded(node), self._tree.state(node).open).marks

    def sent(self, request: NodeId) -> Chain[Mark]:
        """One mark for each message that a sent request carried."""
        return self._folded(request).marks

    def said(self, node: NodeId) -> Chain[Message]:
        """The history as it was said, without the person's edits. `node` is as in `at`; of a request, what it carried."""
        return self._settle(self._folded(node), self._tree.state(node).open).said

    def _folded(self, node: NodeId) -> _Folded:
        todo: list[NodeId] = []
        at = node
        while at not in self._known and at in self._tree and at != ROOT:
            todo.append(at)
            at = self._tree.parent(at)
        folded = self._known.get(at) or _Folded()
        for step in reversed(todo):
            folded = self._after(folded, step)
            if step % _KEPT_EVERY == 0:
                self._known[step] = folded
        self._known[node] = folded
        return folded

    def _after(self, folded: _Folded, node: NodeId) -> _Folded:
        if self._tree.kind(node) not in ("request", "message", "history_edited"):
            return folded
        folded = self._settle(folded, self._tree.state(self._tree.parent(node)).open)
        match self._tree.event(node):
            case MessageAdded(message=message):
                return _Folded(folded.marks.append(Mark()), folded.said.append(message))
            case HistoryEdited(start=start, removed=removed, inserted=inserted):
                marks = folded.marks.splice(start, removed, [Mark(edited=True)] * len(inserted))
                return _Folded(marks, folded.said)
            case RequestSent() | _:
                return folded

    def _settle(self, folded: _Folded, reply: OpenReply | None) -> _Folded:
        if reply is None:
            return folded
        marks, said = folded.marks.append(Mark(edited=reply.edited)), folded.said.append(reply.original.message)
        done = [call for call in reply.calls if call.result is not None]
        if not done:
            return _Folded(marks, said)
        results = [call.result for call in done if call.result is not None]
        sources = tuple(result.source for result in results)
        mark = Mark(False, sources, tuple(result.edited for result in results))
        first = tuple(
            Result((call.original or call.call).id, self._first_text(result.event, result.text), call.call.name)
            for call, result in zip(done, results, strict=True)
        )
        return _Folded(marks.append(mark), said.append(Message("tool", first)))

    def _first_text(self, node: NodeId, now: str) -> str:
        event = self._tree.event(node)
        return event.text if isinstance(event, ResultRecorded) else now


def plain_history(messages: Chain[Message]) -> str:
    """A history as plain lines, to be compared line by line."""
    return "\n".join(line for message in messages for line in _lines(message))


def _lines(message: Message) -> list[str]:
    lines: list[str] = []
    if message.text or not message.results:
        lines += [f"[{message.role}]", *message.text.splitlines()]
    lines += [f"→ {call.name} {call.arguments}" + (f"  {call.id}" if call.id else "") for call in message.calls]
    for result in message.results:
        lines += [f"[{message.role}] {result.name}", *result.text.splitlines()]
    return lines
