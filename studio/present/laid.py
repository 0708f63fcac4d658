"""What a comparison shows, row by row: the same for two branches or sessions and for two single steps.

Above: the Compare part of the window. Below: `laid_rounds` and `laid_documents` make them. Knows no pixel and no language.
"""

from collections.abc import Callable, Iterator
from typing import Protocol

import msgspec

from studio.present.report import Part
from studio.present.words import Words

Say = Callable[[Words], str]


class LaidRow(msgspec.Struct, frozen=True, gc=False):
    """One row: what stands left and right, in one line each, and how they stand to one another. `level` 0 is a round, 1 what is
    in it; `code`: both are quoted as they stand. `shared`: it is the same thing, not one like it."""

    left: str
    right: str
    standing: Words
    same: bool
    shared: bool = False
    level: int = 0
    code: bool = False


class Laid(Protocol):
    """Two things laid beside one another. Rows are made when they are asked for: there may be very many."""

    def names(self, say: Say) -> tuple[str, str]:
        """The two sides."""

    def heads(self, say: Say) -> tuple[str, str]:
        """The two sides in few words, over their figures."""

    @property
    def first(self) -> int:
        """The row to look at first."""

    def __len__(self) -> int:
        """The rows."""

    def row(self, at: int) -> LaidRow:
        """One row."""

    def differs(self, at: int) -> bool:
        """Whether a row is a difference to stop at; what stands in the rows below it is told by them."""

    def texts(self, at: int, say: Say) -> tuple[str, str]:
        """Both sides of a row in full."""

    def sentence(self) -> Words:
        """How it came out."""

    def causes(self, say: Say) -> Iterator[str]:
        """What may have made the first difference, with what speaks for it, in lines."""

    def agreement(self) -> tuple[Words, ...]:
        """In which respects both agree."""

    def figures(self, say: Say) -> tuple[tuple[str, str, str], ...]:
        """What both came to: name, left, right."""

    def parts(self, say: Say) -> Iterator[Part]:
        """All of it as a report."""

    def round_at(self, at: int) -> int | None:
        """The number of the round that the left side shows there; None where it shows none."""


def title(laid: Laid, say: Say) -> str:
    """Both sides by name."""
    return " ↔ ".join(laid.names(say))


def next_difference(laid: Laid, here: int, step: int) -> int | None:
    """The next row that differs (`step` 1) or the one before (-1), round and round; None when none does."""
    count = len(laid)
    places = ((here + step * by) % count for by in range(1, count + 1))
    return next((at for at in places if laid.differs(at)), None)
