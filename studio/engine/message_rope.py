"""The messages of requests, each written once: as sent and as kept. A longer history costs only its new messages.

Above: `compose`. Below: `memory`, `session/body`, `dialects`. Of requests that leave messages out the last window is remembered, and its
messages by their place, for windows that begin elsewhere.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import repeat

import msgspec

from studio.dialects.crossing import Crossing, SentIds, waiting_after
from studio.dialects.dialect import Dialect
from studio.engine.memory import Carried, LeftOut
from studio.messages.message import Message
from studio.messages.remark import Remark
from studio.session.body import add_item, digest
from studio.session.chain import Along, Chain, Folded, FromEnd


class Line:
    """The messages so far, written: as sent and as kept (the same chain as long as nothing is blanked). `count` is the place in the
    history of the next message; `waiting` are the calls that have no result yet."""

    __slots__ = ("count", "kept", "remarks", "sent", "waiting")

    def __init__(
        self, sent: Chain[bytes], kept: Chain[bytes], count: int, remarks: Chain[Remark], waiting: SentIds = ()
    ) -> None:
        self.sent = sent
        self.kept = kept
        self.count = count
        self.remarks = remarks
        self.waiting = waiting


class Item(msgspec.Struct, frozen=True, eq=False):
    """One message, written as sent and as kept, after calls that `waited`; `waiting` are those that wait behind it."""

    message: Message
    waited: SentIds
    sent: bytes
    kept: bytes
    remarks: tuple[Remark, ...]
    waiting: SentIds


class _Folds(msgspec.Struct, frozen=True, eq=False):
    """The lines of messages that leave that much out, and their hashes."""

    left_out: LeftOut
    lines: Along[Message, Line]
    digests: Folded[bytes, str]


class MessageRope:
    """Writes the messages of one session in one dialect."""

    def __init__(self, dialect: Dialect, crossing: Crossing, redact: Callable[[bytes], bytes]) -> None:
        self._dialect = dialect
        self._crossing = crossing
        self._redact = redact
        self._items: dict[int, Item] = {}
        self.restart(b"", Chain())

    def restart(self, system: bytes, remarks: Chain[Remark]) -> None:
        """Begin anew, with another item before the messages (empty: none) and what is remarked before them."""
        clean = self._redact(system)
        start = add_item(Chain(), system)
        self._start = Line(start, start if clean == system else add_item(Chain(), clean), 0, remarks)
        self._whole = _Folds((), Along(self._start, self._add), Folded("", digest))
        self._window = self._whole

    def of(self, carried: Carried) -> Line:
        """The line of those messages."""
        folds = self._folds(carried.left_out) if carried.left_out else self._whole
        return folds.lines.of(carried.messages)

    def digest(self, carried: Carried, kept: Chain[bytes]) -> str:
        """The chained hash of their line as kept."""
        folds = self._folds(carried.left_out) if carried.left_out else self._whole
        return folds.digests.of(kept)

    def told(self, carried: Carried) -> FromEnd[int | None]:
        """For each item of their line which of the messages it says; None: it stands before them."""
        folds = self._folds(carried.left_out) if carried.left_out else self._whole
        return FromEnd(folds.lines.of(carried.messages).sent.length, _told_backwards(folds, carried.messages))

    def item(self, message: Message, place: int, waited: SentIds = ()) -> Item:
        """The history's message number `place`; nothing is written when nothing of it can be said here."""
        crossed = self._crossing.cross(message, place, waited)
        item = self._dialect.write_message(crossed.message) if crossed.message is not None else b""
        clean = self._redact(item)
        waiting = waiting_after(message, crossed.message, waited)
        return Item(message, waited, item, item if clean == item else clean, crossed.remarks, waiting)

    def _folds(self, left_out: LeftOut) -> _Folds:
        if left_out != self._window.left_out:
            for place in [at for at in self._items if any(first <= at < first + count for first, count in left_out)]:
                del self._items[place]
            jumps = {first: first + count for first, count in left_out}
            lines = Along(self._start, partial(self._add_to_window, jumps))
            self._window = _Folds(left_out, lines, Folded("", digest))
        return self._window

    def _add(self, line: Line, link: Chain[Message]) -> Line:
        return _with(line, self.item(link.value, line.count, line.waiting), line.count)

    def _add_to_window(self, jumps: dict[int, int], line: Line, link: Chain[Message]) -> Line:
        message, place = link.value, jumps.get(line.count, line.count)
        item = self._items.get(place)
        if item is None or item.message is not message or item.waited != line.waiting:
            item = self._items[place] = self.item(message, place, line.waiting)
        return _with(line, item, place)


def _told_backwards(folds: _Folds, link: Chain[Message]) -> Iterator[int | None]:
    length = folds.lines.of(link).sent.length
    while link.previous is not None:
        before = folds.lines.of(link.previous).sent.length
        yield from repeat(link.length - 1, length - before)
        link, length = link.previous, before
    yield from repeat(None, length)


def _with(line: Line, item: Item, place: int) -> Line:
    sent = add_item(line.sent, item.sent)
    same = line.kept is line.sent and item.kept is item.sent
    kept = sent if same else add_item(line.kept, item.kept)
    remarks = line.remarks.extend(item.remarks) if item.remarks else line.remarks
    return Line(sent, kept, place + 1, remarks, item.waiting)
