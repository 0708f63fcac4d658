"""A report as values: what stands in it, part by part, before it is Markdown or HTML.

Above: `compare_report`, `sample_parts`, which make them; `report_markdown`, `report_html`, which write them. Below: nothing. All texts are
plain: who writes them escapes.
"""

from typing import Literal

import msgspec

Tone = Literal["", "strong", "muted", "edit"]


class Heading(msgspec.Struct, frozen=True):
    """A heading; 1 is the report's own."""

    text: str
    level: int = 2


class Line(msgspec.Struct, frozen=True):
    """A sentence on its own. `code`: it is quoted as it stands, behind the sentence."""

    text: str
    tone: Tone = ""
    code: str = ""


class Item(msgspec.Struct, frozen=True):
    """One line of a list: `name` says what, then what was and what is, each as it stands; `words` stand before them."""

    name: str
    was: str = ""
    now: str = ""
    words: tuple[str, str] = ("", "")
    depth: int = 0
    plain: bool = False
    """Only `name`, a sentence."""


class Listing(msgspec.Struct, frozen=True):
    """A list."""

    items: tuple[Item, ...]


class Table(msgspec.Struct, frozen=True):
    """A table: what its columns are, and its rows. `numbers` are the columns that stand to the right, `marked` the rows that differ, `code`
    the columns that are quoted as they stand."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()
    marked: frozenset[int] = frozenset()
    code: tuple[int, ...] = ()


class Bar(msgspec.Struct, frozen=True):
    """One bar: `share` of 1, `told` the figure beside it."""

    name: str
    share: float
    told: str
    code: bool = False


class Bars(msgspec.Struct, frozen=True):
    """Bars below one another."""

    bars: tuple[Bar, ...]


class Beside(msgspec.Struct, frozen=True):
    """Two texts beside one another, their difference marked; `names` are those of the sides."""

    left: str
    right: str
    names: tuple[str, str] = ("", "")


Part = Heading | Line | Listing | Table | Bars | Beside
