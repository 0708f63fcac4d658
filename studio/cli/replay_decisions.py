"""What a live model decided otherwise than the recorded one: the first decision that differs, old and new, on a line each.

Above: `replay`. Below: `present/compare`. Reads both, changes neither.
"""

from typing import Any

import msgspec

from studio.present.compare import compare
from studio.present.compare_path import Path
from studio.present.compare_text import brief
from studio.present.compared import Comparison
from studio.present.text_lines import visible
from studio.workspace.opened import OpenedSession

_SAME = "went on to its end; everything was decided as recorded"
_NOTHING = "nothing (it ends before)"


class Decided(msgspec.Struct, frozen=True):
    """The first decision that comes out otherwise: its round (from 1; 0: there is none), what was recorded there and what came now; None
    where there is none on that side."""

    round: int = 0
    old: str | None = None
    new: str | None = None

    @property
    def lines(self) -> list[str]:
        """It in a sentence, and both sides."""
        if not self.round:
            return [_SAME]
        first = f"went on to its end; the first decision that comes out otherwise is in round {self.round}"
        sides = (("old", self.old), ("new", self.new))
        return [first, *(f"  {name}: {visible(said) if said is not None else _NOTHING}" for name, said in sides)]

    def as_json(self) -> dict[str, Any] | None:
        """Its JSON value; null where everything was decided as recorded."""
        return msgspec.to_builtins(self) if self.round else None


def decided(session: OpenedSession) -> Decided:
    """What a replay decided otherwise first than its recording; what both decided is looked at, not what tools gave."""
    source = session.recording
    assert source is not None
    found: Comparison = compare(Path(source.tree, source.leaf), Path(session.tree, session.head))
    if found.first is None:
        return Decided()
    pair = session.blanked(found.pairs[found.first.pair])
    there = pair.left or pair.right
    number = there.number if there is not None else found.first.pair + 1
    old, new = (brief(each) if each is not None else None for each in (pair.left, pair.right))
    return Decided(number, old, new)
