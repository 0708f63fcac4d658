"""For each message of a history: whether the person changed it, where its results came from, and how it was said first.

Above: `workspace/seen`, the Request pane. Below: tree and state. Pure; remembers what it has read, so that a longer path costs its new end.
"""

import msgspec
from msgspec.structs import replace

from studio.messages.message import Message
from studio.messages.parts import Result
from studio.present.path_levels import shown_kind, state_at
from studio.session.chain import Chain
from studio.session.events import HistoryEdited, MessageAdded, OneEvent, ResultRecorded
from studio.session.nodes import NodeId, ResultSource
from studio.session.state import CallState, OpenReply, ResultState, SessionState, as_told
from studio.session.together import one_by_one
from studio.session.tree import ROOT, Tree

_KEPT_EVERY = 64


class Mark(msgspec.Struct, frozen=True):
    """Facts of one message. `sources` and `edits` stand for its results, in their order; so do `given`, the events of those that hold more
    than text and pictures as the tool gave them (0: none)."""

    edited: bool = False
    sources: tuple[ResultSource, ...] = ()
    edits: tuple[bool, ...] = ()
    given: tuple[NodeId, ...] = ()


class _Folded(msgspec.Struct, frozen=True):
    """The history of the innermost agent; `outer` is that of its caller."""

    marks: Chain[Mark] = Chain()
    said: Chain[Message] = Chain()
    outer: "_Folded | None" = None
    depth: int = 0


_KEPT_EACH = 64
"""Links of a history from one that `EditedMessages` keeps to the next."""


class EditedMessages:
    """Whether a message or result of a history was changed. What was found is kept for some links of the way, so that a look at another
    round costs only a few of them."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Chain[Mark], bool]] = {}

    def any_in(self, marks: Chain[Mark]) -> bool:
        """Of the whole history."""
        found, link, new = False, marks, list[Chain[Mark]]()
        while link.previous is not None:
            kept = self._known.get(link.length)
            if kept is not None and kept[0] is link:
                found = kept[1]
                break
            new.append(link)
            link = link.previous
        for link in reversed(new):
            found = found or link.value.edited or any(link.value.edits)
            if link is marks or link.length % _KEPT_EACH == 0:
                self._known[link.length] = link, found
        return found


class HistoryMarks:
    """The marks of the settled history at any node of one tree."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._known: dict[NodeId, _Folded] = {ROOT: _Folded()}
        self.edited = EditedMessages()

    def at(self, node: NodeId, depth: int | None = None) -> Chain[Mark]:
        """One mark for each message of `settled(tree.state(node))`, or of the caller that is `depth` agents deep there."""
        return self._settled(node, depth).marks

    def sent(self, request: NodeId) -> Chain[Mark]:
        """One mark for each message that a sent request carried."""
        return self._folded(request).marks

    def said(self, node: NodeId, depth: int | None = None) -> Chain[Message]:
        """The history as it was said, without the person's edits. `node` is as in `at`; of a request, what it carried."""
        return self._settled(node, depth).said

    def _settled(self, node: NodeId, depth: int | None) -> _Folded:
        state = self._tree.state(node)
        depth = state.depth if depth is None else depth
        return self._settle(_of_depth(self._folded(node), depth), state_at(self._tree, node, depth).open)

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
        kind = self._tree.kind(node)
        if kind == "agent_started":
            return self._entered(folded, self._tree.state(node))
        if kind == "result" and folded.depth:
            return _of_depth(folded, self._tree.state(node).depth)
        if shown_kind(self._tree, node) not in ("request", "message", "history_edited"):
            return folded
        folded = self._settle(folded, self._tree.state(self._tree.parent(node)).open)
        for event in one_by_one(self._tree.event(node)):
            folded = _spoken(folded, event)
        return folded

    def _entered(self, folded: _Folded, state: SessionState) -> _Folded:
        """An agent begins, with what it remembers and what it is asked."""
        if state.depth <= folded.depth:
            return folded
        return _Folded(Chain[Mark]().extend([Mark()] * len(state.messages)), state.messages, folded, state.depth)

    def _settle(self, folded: _Folded, reply: OpenReply | None) -> _Folded:
        if reply is None:
            return folded
        told = Mark(edited=as_told(reply).parts != reply.original.parts)
        marks, said = folded.marks.append(told), folded.said.append(reply.original.message)
        done = [call for call in reply.calls if call.result is not None]
        if not done:
            return replace(folded, marks=marks, said=said)
        results = [call.result for call in done if call.result is not None]
        sources = tuple(result.source for result in results)
        mark = Mark(False, sources, tuple(map(_is_edited, done)), tuple(map(self._given, results)))
        first = tuple(
            Result((call.original or call.call).id, self._first_text(result.event, result.text), call.call.name)
            for call, result in zip(done, results, strict=True)
        )
        return replace(folded, marks=marks.append(mark), said=said.append(Message("tool", first)))

    def _given(self, result: ResultState) -> NodeId:
        """The event of a result that is as the tool gave it, where it holds more than the model reads."""
        if result.edited or result.rolled_back:
            return ROOT
        event = self._tree.event(result.event)
        more = isinstance(event, ResultRecorded) and (event.parts or event.structured is not None)
        return result.event if more else ROOT

    def _first_text(self, node: NodeId, now: str) -> str:
        event = self._tree.event(node)
        return event.text if isinstance(event, ResultRecorded) else now


def _is_edited(call: CallState) -> bool:
    """Whether the model reads another result than was given."""
    noticed = call.is_kept and call.truth == "notify" and bool(call.notice)
    return noticed or (call.result is not None and call.result.edited)


def _spoken(folded: _Folded, event: OneEvent) -> _Folded:
    """After a message was said, or the history was changed."""
    match event:
        case MessageAdded(message=message):
            return replace(folded, marks=folded.marks.append(Mark()), said=folded.said.append(message))
        case HistoryEdited(start=start, removed=removed, inserted=inserted):
            marks = folded.marks.splice(start, removed, [Mark(edited=True)] * len(inserted))
            return replace(folded, marks=marks)
        case _:
            return folded


def _of_depth(folded: _Folded, depth: int) -> _Folded:
    while folded.depth > depth and folded.outer is not None:
        folded = folded.outer
    return folded


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
