"""A history walked message by message: what waits for a result, and what was found wrong so far. Each step makes a new value.

Above: `checker`. Below: `item`, `session/chain`. The rules of order of all formats; what they differ in is said by `Order`.
"""

from collections.abc import Sequence

import msgspec

from studio.checks.history.item import Asked, Given, Item, Wrong
from studio.checks.history.problem import Severity
from studio.session.chain import Chain


class Found(msgspec.Struct, frozen=True, gc=False):
    """Something wrong: message `at` of the body, written by message `element` of what was fed."""

    at: int
    element: int
    wrong: Wrong


class Waiting(msgspec.Struct, frozen=True, gc=False):
    """A call without a result."""

    call: Asked
    at: int
    element: int
    nth: int


class Order(msgspec.Struct, frozen=True, gc=False):
    """What a format asks of the order. `structure` is how bad a result without its call is, or a call without its result.
    `later`: a result may come anywhere behind its call. `at_once`: all results of a turn stand in one message right behind it.
    `by_place`: calls have no ids, results answer them in order. `alternates`: user and assistant have to take turns.
    `thinking`: a turn that goes on has to begin with thinking. `doubled` is how bad it is that two open calls have one id, `follows` that
    nothing follows reasoning. `elsewhere`: calls may stand in what the server keeps."""

    structure: Severity = "error"
    doubled: Severity = "warning"
    later: bool = False
    at_once: bool = False
    by_place: bool = False
    alternates: bool = False
    thinking: bool = False
    follows: Severity = "warning"
    elsewhere: bool = False


class Walk(msgspec.Struct, frozen=True, eq=False, gc=False):
    """So far: `count` messages of the body in `elements`; `waiting` calls; `given` are the ids that were answered since they were asked,
    `behind` counts the messages of results since then. `last` is the kind before. `pending` is wrong or not by what follows it: reasoning,
    an answer that says nothing. `bare` is the answer that goes on and began without thinking, `referred` that items stand
    where only the server sees them."""

    count: int = 0
    elements: int = 0
    found: Chain[Found] = Chain()
    waiting: tuple[Waiting, ...] = ()
    given: tuple[str, ...] = ()
    behind: int = 0
    last: str = ""
    pending: Found | None = None
    bare: Found | None = None
    referred: bool = False


START = Walk()
_UNFOLLOWED, _HOLLOW = "reasoning_without_item", "empty_assistant"


def after(walk: Walk, items: Sequence[Item], order: Order) -> Walk:
    """The walk once `items`, written by one message, stand behind it."""
    step = _Step(walk, order)
    for item in items:
        step.take(item)
    return step.walk()


class _Step:
    """One element under way."""

    def __init__(self, walk: Walk, order: Order) -> None:
        self._order = order
        self._at = walk.count
        self._element = walk.elements
        self._found = walk.found
        self._waiting = list(walk.waiting)
        self._given = walk.given
        self._behind = walk.behind
        self._last = walk.last
        self._pending = walk.pending
        self._bare = walk.bare
        self._referred = walk.referred or order.elsewhere
        self._asked_here = 0
        self._given_here = 0

    def walk(self) -> Walk:
        """What stands now."""
        return Walk(
            self._at,
            self._element + 1,
            self._found,
            tuple(self._waiting),
            self._given,
            self._behind,
            self._last,
            self._pending,
            self._bare,
            self._referred,
        )

    def take(self, item: Item) -> None:
        """One message more."""
        for wrong in item.wrong:
            base = self._given_here if item.given else self._asked_here
            self._add(wrong if wrong.nth < 0 or not base else msgspec.structs.replace(wrong, nth=wrong.nth + base))
        self._referred = self._referred or item.kind == "reference"
        self._follow(item)
        self._turn(item)
        if item.kind in ("user", "assistant", "other") and not item.given:
            self._close()
        for given in item.given:
            self._answer(given)
        if item.given:
            self._behind += 1
        self._ask(item)
        self._last = item.kind
        self._at += 1

    def _add(self, wrong: Wrong, at: int | None = None, element: int | None = None) -> None:
        place = self._at if at is None else at
        self._found = self._found.append(Found(place, self._element if element is None else element, wrong))

    def _follow(self, item: Item) -> None:
        """Reasoning has to be followed by what it led to, and an answer that says nothing by nothing."""
        before, self._pending = self._pending, None
        if before is not None and (before.wrong.code == _HOLLOW or item.kind in ("user", "tool", "system")):
            self._found = self._found.append(before)
        if item.kind == "reasoning":
            # What is refused is told of by its id; without one nobody said so.
            severity = "warning" if item.bare else self._order.follows
            self._pending = Found(
                self._at, self._element, Wrong(_UNFOLLOWED, "/type" if item.bare else "/id", severity)
            )
        elif item.hollow:
            self._pending = Found(self._at, self._element, Wrong(_HOLLOW, "/content"))

    def _turn(self, item: Item) -> None:
        if item.kind == "assistant":
            thinks = item.asked and item.bare and self._order.thinking
            self._bare = (
                Found(self._at, self._element, Wrong("missing_thinking", "/content", "warning")) if thinks else None
            )
        elif not item.given and item.kind != "system":
            self._bare = None
        turns = self._order.alternates and item.kind in ("user", "assistant")
        if turns and (self._last == item.kind or (item.kind == "user" and self._last == "tool")):
            self._add(Wrong("role_order", "/role", "warning"))

    def _close(self) -> None:
        """No result comes any more for the calls that wait."""
        if self._order.later:
            return
        for left in self._waiting:
            self._missing(left)
        self._waiting.clear()
        self._given, self._behind = (), 0

    def _missing(self, left: Waiting) -> None:
        call = left.call
        wrong = Wrong("missing_result", call.where, self._order.structure, left.nth, call.id, call.name)
        self._add(wrong, left.at, left.element)

    def _answer(self, given: Given) -> None:
        id, where = given.id, given.where
        nth, self._given_here = self._given_here, self._given_here + 1
        order = self._order
        place = self._place_of(id)
        if place is not None:
            left = self._waiting.pop(place)
            self._given = (*self._given, id)
            if order.at_once and self._behind:
                tool = left.call.name
                self._add(Wrong("results_not_in_one_message", where, order.structure, nth, id, tool))
            return
        if self._referred:
            return
        code = "duplicate_result" if id in self._given else "orphan_result"
        self._add(Wrong(code, where, order.structure, nth, id, given.name, self._unanswered()))

    def _unanswered(self) -> tuple[tuple[int, str], ...]:
        """The calls that wait, where nobody spoke since; their results may stand behind this one."""
        return () if self._last == "user" else tuple((left.at, left.call.where) for left in self._waiting)

    def _place_of(self, id: str) -> int | None:
        """Which of the calls that wait is answered by a result with that id."""
        found = next((at for at, left in enumerate(self._waiting) if left.call.id == id), None)
        if found is not None and self._order.later and self._found.length:
            found = self._latest(id, found)
        if found is None and self._order.by_place and self._waiting and not (id and self._waiting[0].call.id):
            return 0
        return found

    def _latest(self, id: str, first: int) -> int:
        """Of calls with one id that wait, the first in the message that came last: its result would be the one behind it."""
        found = first
        for at in range(first + 1, len(self._waiting)):
            left = self._waiting[at]
            if left.call.id == id and left.element != self._waiting[found].element:
                found = at
        return found

    def _ask(self, item: Item) -> None:
        if item.asked and not self._waiting:
            self._given, self._behind = (), 0
        for call in item.asked:
            nth, self._asked_here = self._asked_here, self._asked_here + 1
            if call.id and any(left.call.id == call.id for left in self._waiting):
                self._add(Wrong("duplicate_id", call.where, self._order.doubled, nth, call.id, call.name))
            self._waiting.append(Waiting(call, self._at, self._element, nth))


def at_end(walk: Walk, order: Order) -> tuple[Found, ...]:
    """All that is wrong with a request that ends here, in the order of the places."""
    found = list(walk.found)
    for left in walk.waiting:
        call = left.call
        wrong = Wrong("missing_result", call.where, order.structure, left.nth, call.id, call.name)
        found.append(Found(left.at, left.element, wrong))
    if walk.pending is not None and walk.pending.wrong.code == _UNFOLLOWED:
        found.append(walk.pending)
    if walk.bare is not None and order.thinking:
        found.append(walk.bare)
    return tuple(sorted(found, key=lambda one: one.at))
