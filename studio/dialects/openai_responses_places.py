"""Finds the item that a streamed event speaks of, whatever a server leaves out, repeats or names anew.

Above: `openai_responses_stream`. Below: `_items`. The rules: an item's id decides, then its call id, then `output_index`, then the item of
the kind that began last. Places are ordered by `output_index`, then by arrival.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any

from studio.dialects.openai_responses_items import CALL_TYPES, argument_member, argument_text, kind_of, name_text

_BEHIND = 1_000_000_000
"""Larger than any position within an item: what stands at it comes after all of the item."""


class Item:
    """One output item under way. `settled`: its value at the end is known. `pieces` are the kinds of its content by position
    (`first` the lowest, `last` the highest), `closed` those whose end is known; `text` is what a call said last, `done` that this
    is all of it, `preview` that it came with the opening event."""

    __slots__ = (
        "aliases", "call_id", "closed", "done", "first", "index", "item_id", "kind", "last", "members", "name", "number",
        "pieces", "place", "preview", "settled", "text", "told",
    )  # fmt: skip

    def __init__(self, kind: str, number: int, place: tuple[int, ...], index: int | None) -> None:
        self.kind = kind
        self.number = number
        self.place = place
        self.index = index
        self.item_id = ""
        self.call_id = ""
        self.name = ""
        self.text = ""
        self.preview = self.done = self.settled = False
        self.members: dict[str, Any] = {}
        self.pieces: dict[int, str] = {}
        self.first = self.last = -1
        self.closed: set[int] = set()
        self.aliases: dict[int, int] = {}
        self.told: set[tuple[str, Any]] = set()

    def piece(self, position: int, kind: str) -> str:
        """The kind of the piece at a position: `kind` when it is the first that is heard of it."""
        self.first = min(self.first, position) if self.pieces else position
        self.last = max(self.last, position)
        return self.pieces.setdefault(position, kind)


class Places:
    """The items of one reply."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self._by_name: dict[tuple[str, str], Item] = {}
        self._by_index: dict[int, Item] = {}
        self._last: dict[str, Item] = {}
        self._highest = 0

    def opened(self, event: dict[str, Any], value: dict[str, Any]) -> Item:
        """The item of an opening event: a new one, unless it is the same event again."""
        item = self._named(value)
        if item is None and not name_text(value.get("id")):
            item = self._at_index(event, value)
        return item if item is not None and not item.settled else self._new(event, value)

    def ended(self, event: dict[str, Any], value: dict[str, Any]) -> Item:
        """The item of a closing event, which may be the first that is heard of it, or name it by another id."""
        item = self._named(value) or self._at_index(event, value)
        if item is None and type(event.get("output_index")) is not int:
            last = self._last.get(kind_of(value))
            item = last if last is not None and _may_be(last, value) else None
        return item or self._new(event, value)

    def found(self, event: dict[str, Any], kind: str) -> Item:
        """The item of that kind that an event in between belongs to."""
        item_id, index = event.get("item_id"), event.get("output_index")
        item = self._by_name.get((kind, item_id)) if isinstance(item_id, str) else None
        if type(index) is int and (item is None or item.index not in (None, index)):
            # Some servers give several items one id, others give an item another id in each event.
            there = self._by_index.get(index)
            item = there if there is not None and there.kind == kind else item
        elif item is None:
            item = self._last.get(kind)
        return item or self._unannounced(event, kind, name_text(item_id))

    def matched(self, output: list[dict[str, Any]]) -> list[Item | None]:
        """For each item of a finished response the one that was streamed: by its names, else the first of its kind that is
        left. None for what was never heard of."""
        found = [self._named(value) for value in output]
        taken = {item.number for item in found if item is not None}
        left: dict[tuple[str, ...], deque[Item]] = {}
        for item in sorted(self.items, key=lambda item: item.place):
            if item.number not in taken:
                left.setdefault(_sign(item), deque()).append(item)
        for n, value in enumerate(output):
            if found[n] is None:
                same = next((left[sign] for sign in _signs(value) if left.get(sign)), None)
                found[n] = same.popleft() if same else None
        return found

    def behind(self, item: Item | None, value: dict[str, Any], position: int) -> Item:
        """A new item right behind another, before all others when that is None."""
        place = (-1, position) if item is None else (*item.place, _BEHIND, position)
        return self._add(Item(kind_of(value), len(self.items), place, None), value)

    def _unannounced(self, event: dict[str, Any], kind: str, item_id: str) -> Item:
        item = self._new(event, {"type": kind, "id": item_id})
        item.members = {"id": item_id, "type": kind} if item_id else {}
        return item

    def _new(self, event: dict[str, Any], value: dict[str, Any]) -> Item:
        index, number = event.get("output_index"), len(self.items)
        if type(index) is int:
            self._highest = max(self._highest, index)
            item = self._by_index[index] = Item(kind_of(value), number, (index, number), index)
        else:
            item = Item(kind_of(value), number, (self._highest, number), None)
        return self._add(item, value)

    def _add(self, item: Item, value: dict[str, Any]) -> Item:
        self.items.append(item)
        self._last[item.kind] = item
        item.item_id = name_text(value.get("id"))
        self.name(item, value)
        return item

    def name(self, item: Item, value: dict[str, Any]) -> None:
        """Learn the ids that a value gives the item."""
        for member in ("call_id", "id"):
            if name := name_text(value.get(member)):
                self._by_name[(item.kind, name)] = item
        item.call_id = name_text(value.get("call_id")) or item.call_id

    def _named(self, value: dict[str, Any]) -> Item | None:
        kind = kind_of(value)
        for member in ("id", "call_id"):
            name = name_text(value.get(member))
            item = self._by_name.get((kind, name)) if name else None
            if item is not None and _may_be(item, value):
                return item
        return None

    def _at_index(self, event: dict[str, Any], value: dict[str, Any]) -> Item | None:
        index = event.get("output_index")
        item = self._by_index.get(index) if type(index) is int else None
        fits = item is not None and item.kind == kind_of(value) and not item.settled
        return item if fits and item is not None and _may_be(item, value) else None


def _may_be(item: Item, value: dict[str, Any]) -> bool:
    call_id = name_text(value.get("call_id"))
    return not call_id or not item.call_id or call_id == item.call_id


def _sign(item: Item) -> tuple[str, ...]:
    """What an item that comes under another name is known by: its kind, a call's also by what it asks for."""
    return (item.kind, item.name, item.text if item.done else "") if item.kind in CALL_TYPES else (item.kind,)


def _signs(value: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """The signs of the item that was streamed for this one, the surest first: of a call less may have come."""
    kind = kind_of(value)
    if kind not in CALL_TYPES:
        yield (kind,)
        return
    name = name_text(value.get("name"))
    yield (kind, name, argument_text(value.get(argument_member(CALL_TYPES[kind]))))
    yield (kind, name, "")
    yield (kind, "", "")
