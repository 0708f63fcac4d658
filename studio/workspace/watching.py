"""An open session and its watches: what each expression comes to at a step, and where that last changed.

Above: `opened`. Below: `moved`, `engine/stop_document`, `engine/breakpoint_rules`. Reads only; a watch hangs beside the tree.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import msgspec

from studio.checks.expressions import ExpressionError, compiled
from studio.engine.breakpoint_rules import checked_watch
from studio.engine.due import RunCalls, due
from studio.engine.stop_document import document
from studio.session.breakpoints import Watch
from studio.session.nodes import CallKey, NodeId
from studio.session.notes import WatchSet
from studio.session.tree import ROOT
from studio.workspace.moved import MovedSession

LOOKED_BACK = 200
"""Steps that are looked through for the last change, where they were not looked at before."""
_MOST_KEPT = 1_000


class Watched(msgspec.Struct, frozen=True):
    """A watch at a step. `value` is a JSON value, None also where there is nothing; with `error` it could not be worked out. `changed`:
    it is another one than `was`, the value at the step before. `changed_at` is the step at which it last changed, None where that
    lies too far back."""

    id: str
    expression: str
    value: Any = None
    error: str = ""
    changed: bool = False
    was: Any = None
    changed_at: NodeId | None = None


class _Seen(msgspec.Struct, frozen=True):
    value: Any
    error: str
    changed_at: NodeId | None


_NOTHING = _Seen(None, "", None)


class WatchingSession(MovedSession):
    """Watches."""

    @property
    def watches(self) -> tuple[Watch, ...]:
        """All watches, in order."""
        return tuple(self.journal.watches.values())

    def check_watch(self, expression: str) -> str:
        """The expression as it would be watched. Raises BreakpointError with column and repair."""
        return self.blanked(checked_watch(Watch("", expression))).expression

    def set_watch(self, expression: str, id: str = "") -> str:
        """Watch an expression: one more, or in the place of the watch with that id. Gives the id."""
        expression = self.check_watch(expression)
        numbers = (int(each[1:]) for each in self.journal.watches if each[1:].isdecimal())
        made = Watch(id or f"w{max(numbers, default=0) + 1}", expression)
        if self.journal.watches.get(made.id) != made:
            self.journal.note(WatchSet(made.id, made))
        return made.id

    def remove_watch(self, id: str) -> None:
        """Watch that no more."""
        if id in self.journal.watches:
            self.journal.note(WatchSet(id, None))

    def watched(self, node: NodeId | None = None) -> tuple[Watched, ...]:
        """All watches at a step (None: where the session stands); secrets are blanked."""
        at, standing = self.head if node is None else node, self.standing if node is None and self.watches else None
        key = standing.call if standing is not None else None
        return self.blanked(tuple(self._watched(watch, at, key) for watch in self.watches))

    def _watched(self, watch: Watch, node: NodeId, key: CallKey | None) -> Watched:
        """`key` is the call before or after which the session stands, where it does."""
        now = self._value_seen(watch.expression, node)
        parent = self.tree.parent(node) if node != ROOT and node in self.tree else ROOT
        before = self._values_kept(watch.expression).get(parent, _NOTHING)
        if key is not None and key != self._call_looked_at(node):
            value, error = self._value_at(watch.expression, node, key)
            same = _same(_Seen(value, error, None), before)
            now = _Seen(value, error, before.changed_at if same else node)
        changed = node != ROOT and not _same(now, before)
        return Watched(watch.id, watch.expression, now.value, now.error, changed, before.value, now.changed_at)

    def _value_seen(self, expression: str, node: NodeId) -> _Seen:
        """What an expression comes to at a node; what was worked out along the way is kept for the steps to come."""
        known = self._values_kept(expression)
        todo = list(self._values_unseen(known, node))
        if not todo:
            return known[node]
        first = todo[-1]
        before = known.get(self.tree.parent(first)) if first != ROOT else None
        for at in reversed(todo):
            before = known[at] = self._value_next(expression, at, before)
        while len(known) > _MOST_KEPT:
            del known[next(iter(known))]
        return known[node]

    def _values_unseen(self, known: dict[NodeId, _Seen], node: NodeId) -> Iterator[NodeId]:
        at = node
        for _ in range(LOOKED_BACK):
            if at in known or at not in self.tree:
                return
            yield at
            if at == ROOT:
                return
            at = self.tree.parent(at)

    def _value_next(self, expression: str, node: NodeId, before: _Seen | None) -> _Seen:
        value, error = self._value_at(expression, node, self._call_looked_at(node))
        now = _Seen(value, error, None)
        if before is None:
            return now if node != ROOT else _Seen(value, error, ROOT)
        return _Seen(value, error, before.changed_at if _same(now, before) else node)

    def _value_at(self, expression: str, node: NodeId, key: CallKey | None) -> tuple[Any, str]:
        try:
            asked = compiled(expression)
            made = document(self.tree.state(node), key, self._wired.cost, asked.names)
            return asked.search(made), ""
        except ExpressionError as error:
            return None, str(error)

    def _call_looked_at(self, node: NodeId) -> CallKey | None:
        """The call that a step is about: that of its event, else the one that is due there."""
        event = self.tree.event(node) if node != ROOT else None
        key: CallKey | None = getattr(event, "call", None)
        if key is not None:
            return key
        todo = due(self.tree.state(node))
        return todo.calls[0] if isinstance(todo, RunCalls) else None

    def _values_kept(self, expression: str) -> dict[NodeId, _Seen]:
        if len(self._values_seen) > len(self.watches) + 16:
            self._values_seen.clear()
        return self._values_seen.setdefault(expression, {})

    @cached_property
    def _values_seen(self) -> dict[str, dict[NodeId, _Seen]]:
        """By expression and node."""
        return {}


def _same(one: _Seen, other: _Seen) -> bool:
    return (one.error, type(one.value), one.value) == (other.error, type(other.value), other.value)
