"""An open session and its watches: what each expression comes to at a step, and where that last changed.

Above: `opened`. Below: `moved`, `engine/stop_document`, `engine/breakpoint_rules`. Reads only; a watch hangs beside the tree.
"""

from functools import cached_property
from typing import Any

import msgspec

from studio.checks.effort import TooMuchError, bounded, spend
from studio.checks.expressions import ExpressionError, compiled
from studio.engine.breakpoint_rules import checked_watch
from studio.engine.due import RunCalls, due
from studio.engine.stop_document import MEMBERS, document
from studio.session.breakpoints import Watch
from studio.session.nodes import CallKey, NodeId
from studio.session.notes import WatchSet
from studio.session.tree import ROOT
from studio.workspace.moved import MovedSession

ASKED = MEMBERS
"""What an expression may ask for."""
LOOKED_BACK = 200
"""Steps that are looked through for the last change, where they were not looked at before."""
_EFFORT = 40_000
"""How much all watches together may take to look for their last change, about a fifth of a second."""
_TYPED = 10_000
"""The same for an expression that is worked out while it is typed: a twentieth of a second."""
_OF_A_LOOK = 4
_MOST_KEPT = 250
_LONG = 50_000
_MOST_LONG = 4
"""So many values that are long texts are kept, of each watch."""


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
    value: Any = None
    error: str = ""


_NOTHING = _Seen()
_Changes = dict[NodeId, NodeId | None]


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
        seen = [(watch, *self._seen_at(watch.expression, at, key)) for watch in self.watches]
        with bounded(_EFFORT):
            return self.blanked(tuple(self._watched(watch, at, now, before) for watch, now, before in seen))

    def evaluated(self, expression: str, node: NodeId | None = None) -> Watched:
        """What an expression comes to at a step (None: where the session stands), as a watch that is not kept would say it; secrets are
        blanked. Raises BreakpointError with column and repair."""
        expression = self.check_watch(expression)
        at = self.head if node is None else node
        with bounded(_TYPED):
            seen = self._looked_up(expression, at, self._call_looked_at(at))
        return self.blanked(Watched("", expression, seen.value, seen.error))

    def _watched(self, watch: Watch, node: NodeId, now: _Seen, before: _Seen) -> Watched:
        changed = node != ROOT and not _same(now, before)
        parent = self.tree.parent(node) if node != ROOT and node in self.tree else ROOT
        at = node if changed else self._changed_at(watch.expression, parent, before)
        return Watched(watch.id, watch.expression, now.value, now.error, changed, before.value, at)

    def _seen_at(self, expression: str, node: NodeId, key: CallKey | None) -> tuple[_Seen, _Seen]:
        """What an expression comes to at a node, and at the one before. `key` is the call before or after which the session stands."""
        before = self._seen(expression, self.tree.parent(node)) if node != ROOT and node in self.tree else _NOTHING
        if key is not None and key != self._call_looked_at(node):
            return self._looked_up(expression, node, key), before
        return self._seen(expression, node), before

    def _seen(self, expression: str, node: NodeId) -> _Seen:
        """What an expression comes to at a node; kept for the steps to come."""
        known = self._values_kept(expression)
        if node not in known:
            known[node] = self._looked_up(expression, node, self._call_looked_at(node))
            long = isinstance(known[node].value, str) and len(known[node].value) > _LONG
            while len(known) > (_MOST_LONG if long else _MOST_KEPT):
                del known[next(iter(known))]
        return known[node]

    def _changed_at(self, expression: str, node: NodeId, now: _Seen) -> NodeId | None:
        """Where a value became what it is at a node, as far back as may be looked; None where that lies farther."""
        known = self._changes_kept(expression)
        looked: list[NodeId] = []
        at = node
        while at not in known and at != ROOT and at in self.tree and len(looked) < LOOKED_BACK:
            looked.append(at)
            parent = self.tree.parent(at)
            try:
                spend(_OF_A_LOOK)
                before = self._seen(expression, parent)
                spend(0)
            except TooMuchError:
                self._values_kept(expression).pop(parent, None)
                break
            if not _same(now, before):
                known[at] = at
            else:
                at = parent
        found = ROOT if at == ROOT else known.get(at)
        known.update(dict.fromkeys(looked, found))
        return found

    def _looked_up(self, expression: str, node: NodeId, key: CallKey | None) -> _Seen:
        try:
            asked = compiled(expression)
            made = document(self.tree.state(node), key, self._wired.cost, asked.names)
            return _Seen(asked.search(made))
        except ExpressionError as error:
            return _Seen(error=str(error))

    def _call_looked_at(self, node: NodeId) -> CallKey | None:
        """The call that a step is about: that of its event, else the one that is due there."""
        event = self.tree.event(node) if node != ROOT else None
        key: CallKey | None = getattr(event, "call", None)
        if key is not None:
            return key
        todo = due(self.tree.state(node))
        return todo.calls[0] if isinstance(todo, RunCalls) else None

    def _values_kept(self, expression: str) -> dict[NodeId, _Seen]:
        return self._kept(expression)[0]

    def _changes_kept(self, expression: str) -> _Changes:
        return self._kept(expression)[1]

    def _kept(self, expression: str) -> tuple[dict[NodeId, _Seen], _Changes]:
        """What is known of an expression: its values, and where the one at a node began."""
        if len(self._all_kept) > len(self.watches) + 16:
            self._all_kept.clear()
        return self._all_kept.setdefault(expression, ({}, {}))

    @cached_property
    def _all_kept(self) -> dict[str, tuple[dict[NodeId, _Seen], _Changes]]:
        """By expression."""
        return {}


def _same(one: _Seen, other: _Seen) -> bool:
    return (one.error, type(one.value), one.value) == (other.error, type(other.value), other.value)
