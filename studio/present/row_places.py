"""Where an event or a call stands in the list of rows.

Above: `rows`. Below: `slot_list`, `path_parts`, `part_reader`.
"""

from studio.present.part_reader import PartReader
from studio.present.path_parts import PathParts
from studio.present.slot_list import SlotList
from studio.session.events import CallKey, NodeId


class RowPlaces:
    """Looks rows up. A folded round is read for none of it."""

    def __init__(self, slots: SlotList, parts: PathParts, reader: PartReader) -> None:
        self._list = slots
        self._parts = parts
        self._reader = reader

    def of(self, node: NodeId) -> int | None:
        """The row of an event; the last one for an edit that the next request will carry."""
        if node not in self._parts or not len(self._list):
            return None
        part = self._parts.part_of(node)
        if part is None:
            return len(self._list) - 1
        first, end = self._list.range_of(part)
        if end - first < 2:
            return first if end > first else None
        return first + self._reader.place(part, self._list.slots[first:end], node)

    def of_call(self, key: CallKey) -> int | None:
        """The row of a call."""
        row = self.of(key[0])
        part = self._parts.part_of(key[0]) if row is not None else None
        if row is None or part is None:
            return row
        first, end = self._list.range_of(part)
        slots = self._list.slots
        return next((at for at in range(first, end) if slots[at].kind == "call" and slots[at].call == key), row)
