"""Where an event or a call stands in the list of rows.

Above: `rows`. Below: `slot_list`, `path_parts`, `part_reader`.
"""

from studio.present.part_reader import PartReader
from studio.present.path_parts import PathParts
from studio.present.slot_list import SlotList
from studio.session.nodes import CallKey, NodeId


class RowPlaces:
    """Looks rows up. A folded round is read for none of it."""

    def __init__(self, slots: SlotList, parts: PathParts, reader: PartReader) -> None:
        self._list = slots
        self._parts = parts
        self._reader = reader

    def of(self, node: NodeId) -> int | None:
        """The row of an event; the last one for an edit that the next request will carry; that of what is folded over it."""
        if node not in self._parts or not len(self._list):
            return None
        part = self._parts.part_of(node)
        if part is None:
            return len(self._list) - 1
        own = list(self._list.own(part))
        if not own:
            return self._over(part)
        if len(own) == 1:
            return own[0][0]
        return own[self._reader.place(part, [slot for _, slot in own], node)][0]

    def of_call(self, key: CallKey) -> int | None:
        """The row of a call."""
        row = self.of(key[0])
        part = self._parts.part_of(key[0]) if row is not None else None
        if row is None or part is None:
            return row
        own = self._list.own(part)
        return next((at for at, slot in own if slot.kind == "call" and slot.call == key), row)

    def _over(self, part: int) -> int | None:
        """The call of the agent that a part is within."""
        call = self._parts.all[part].run.call
        return self.of_call(call) if call is not None else None
