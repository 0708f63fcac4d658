"""Two single steps or answers laid beside one another, member by member; the items of a list are aligned by what they say.

Above: the window. Below: `documents`, `laid`, `report`. Pure.
"""

import json
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

import msgspec

from studio.present.documents import Document
from studio.present.laid import LaidRow, Say
from studio.present.report import Beside, Heading, Line, Part, Table
from studio.present.words import Words, words

_NOTHING = msgspec.UNSET
_LONGEST = 140


class Member(msgspec.Struct, frozen=True):
    """One member, or one item of a member that is a list; UNSET where a side has none."""

    name: str
    left: Any
    right: Any
    item: bool = False

    @property
    def same(self) -> bool:
        """Whether both say the same."""
        return bool(_spelled(self.left) == _spelled(self.right))


class LaidDocuments:
    """`costs` are US dollars, None where they are not known."""

    def __init__(
        self, left: Document, right: Document, costs: tuple[float | None, float | None] = (None, None)
    ) -> None:
        self.left, self.right, self._costs = left, right, costs
        self._members = tuple(_members(left.members, right.members))
        self.first = next((at for at in range(len(self)) if self.differs(at)), 0)

    def names(self, say: Say) -> tuple[str, str]:
        """What both are."""
        return say(self.left.title), say(self.right.title)

    def heads(self, say: Say) -> tuple[str, str]:
        """The same."""
        return self.names(say)

    def __len__(self) -> int:
        return len(self._members)

    def row(self, at: int) -> LaidRow:
        """One row."""
        member = self._members[at]
        one, other = (_brief(member.name, value) for value in (member.left, member.right))
        return LaidRow(one, other, _standing(member), member.same, level=int(member.item), code=True)

    def differs(self, at: int) -> bool:
        """Whether a member says something else."""
        return not self._members[at].same

    def texts(self, at: int, _say: Say) -> tuple[str, str]:
        """Both sides of a member in full."""
        member = self._members[at]
        return _full(member.left), _full(member.right)

    def sentence(self) -> Words:
        """How it came out."""
        differ = sum(not member.same for member in self._members)
        return words("document.differ", n=differ) if differ else Words("document.same")

    def causes(self, _say: Say) -> Iterator[str]:
        """What differs, by name."""
        names = dict.fromkeys(member.name.partition("[")[0] for member in self._members if not member.same)
        if names:
            yield ", ".join(names)

    def agreement(self) -> tuple[Words, ...]:
        """Nothing beyond the sentence."""
        return ()

    def figures(self, say: Say) -> tuple[tuple[str, str, str], ...]:
        """Model, tokens, time and cost, where one of them has them."""
        unknown = say(Words("compare.unknown"))
        rows = (
            (say(Words("change.model")), self.left.model, self.right.model),
            (say(Words("compare.tokens")), _tokens(self.left), _tokens(self.right)),
            (say(Words("compare.seconds")), _seconds(self.left), _seconds(self.right)),
            (say(Words("compare.cost")), *(("" if cost is None else f"${cost:.4f}") for cost in self._costs)),
        )
        return tuple((name, one or unknown, other or unknown) for name, one, other in rows if one or other)

    def parts(self, say: Say) -> Iterator[Part]:
        """All of it as a report."""
        one, other = self.names(say)
        yield Heading(f"{one} ↔ {other}", 1)
        yield Line(say(self.sentence()), "strong")
        figures = self.figures(say)
        if figures:
            yield Table("", ("", one, other), figures, (1, 2))
        for at, member in enumerate(self._members):
            if not member.same:
                yield Heading(f"{member.name}: {say(_standing(member))}")
                yield Beside(*self.texts(at, say), (one, other))

    def round_at(self, _at: int) -> int | None:
        """A step is no round."""
        return None


def _members(left: dict[str, Any], right: dict[str, Any]) -> Iterator[Member]:
    for name in dict.fromkeys((*left, *right)):
        one, other = left.get(name, _NOTHING), right.get(name, _NOTHING)
        if isinstance(one, list) and isinstance(other, list):
            yield from _items(name, one, other)
        else:
            yield Member(name, one, other)


def _items(name: str, one: list[Any], other: list[Any]) -> Iterator[Member]:
    matcher = SequenceMatcher(None, list(map(_spelled, one)), list(map(_spelled, other)), autojunk=False)
    for _, start, end, begin, stop in matcher.get_opcodes():
        for at in range(max(end - start, stop - begin)):
            was = one[start + at] if start + at < end else _NOTHING
            now = other[begin + at] if begin + at < stop else _NOTHING
            yield Member(f"{name}[{start + at if was is not _NOTHING else begin + at}]", was, now, item=True)


def _standing(member: Member) -> Words:
    if member.left is _NOTHING or member.right is _NOTHING:
        return Words("compare.only_right" if member.left is _NOTHING else "compare.only_left")
    return Words("compare.equal" if member.same else "compare.differs")


def _spelled(value: Any) -> Any:
    """A value in one spelling, so that the order of members is no difference and 1 is not true."""
    return value if value is _NOTHING else json.dumps(value, sort_keys=True, ensure_ascii=False)


def _full(value: Any) -> str:
    if value is _NOTHING:
        return ""
    return value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)


def _brief(name: str, value: Any) -> str:
    if value is _NOTHING:
        return ""
    text = value[: _LONGEST * 4] if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    line = " ".join(text.split())
    return f"{name}: {line}" if len(line) <= _LONGEST else f"{name}: {line[: _LONGEST - 1]}…"


def _tokens(document: Document) -> str:
    usage = document.usage
    return "" if usage is None or usage.input is None else f"{usage.input:,} → {usage.output or 0:,}"


def _seconds(document: Document) -> str:
    return "" if document.seconds is None else f"{document.seconds:.1f} s"
