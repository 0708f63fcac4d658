"""A comparison as a report: what it came to, the figures of both sides, every round, and each that differs in full.

Above: both fronts. Below: `compare_text`, `report` and its writers. Whoever asks gives the language.
"""

from collections.abc import Iterator

from studio.present.compare_text import (
    Say,
    agreement,
    brief,
    change_name,
    change_sides,
    figures,
    is_edit,
    reasons,
    round_text,
    side_name,
    standing,
    verdict,
)
from studio.present.compared import Change, Comparison, Pair
from studio.present.report import Beside, Heading, Item, Line, Listing, Part, Table
from studio.present.report_html import html_page
from studio.present.report_markdown import markdown
from studio.present.words import Words, words


def compare_parts(found: Comparison, say: Say) -> Iterator[Part]:
    """The whole comparison, part by part."""
    names = side_name(found.left), side_name(found.right)
    yield Heading(title(found), 1)
    yield Line(say(verdict(found)), "strong")
    yield Line(", ".join(map(say, agreement(found))), "muted")
    yield from _unread(found, say)
    yield _figures(found, names, say)
    if found.first is not None:
        yield Listing(tuple(_causes(found, say)))
    if found.pairs:
        yield _rounds(found, names, say)
    for number, pair in enumerate(found.pairs, 1):
        if not pair.same:
            yield from _pair(number, pair, names, say)


def title(found: Comparison) -> str:
    """Both sides by name."""
    return f"{side_name(found.left)} ↔ {side_name(found.right)}"


def compare_markdown(found: Comparison, say: Say) -> str:
    """The whole comparison as Markdown."""
    return markdown(compare_parts(found, say))


def compare_html(found: Comparison, say: Say, language: str = "en") -> str:
    """The whole comparison as a page of HTML that needs nothing else."""
    return html_page(compare_parts(found, say), title(found), language)


def _unread(found: Comparison, say: Say) -> Iterator[Part]:
    for name, side in (("left", found.left), ("right", found.right)):
        if side.unread:
            yield Line(say(words(f"compare.unread_{name}", n=side.unread)), "edit")


def _figures(found: Comparison, names: tuple[str, str], say: Say) -> Table:
    both = zip(figures(found.left, say), figures(found.right, say), strict=True)
    rows = tuple((say(name), was, now) for (name, was), (_, now) in both)
    return Table("", ("", *names), rows, (1, 2))


def _causes(found: Comparison, say: Say) -> Iterator[Item]:
    assert found.first is not None
    for sentence, changes in reasons(found.first, say):
        yield Item(sentence, plain=True)
        yield from (_item(change, say, 1) for change in changes)


def _item(change: Change, say: Say, depth: int = 0) -> Item:
    was, now = change_sides(change, say)
    told = (say(Words("compare.was")), say(Words("compare.now"))) if is_edit(change) else ("", "")
    return Item(change_name(change, say), was, now, told, depth)


def _rounds(found: Comparison, names: tuple[str, str], say: Say) -> Table:
    rows = tuple(
        (str(number), say(standing(pair)), brief(pair.left), brief(pair.right))
        for number, pair in enumerate(found.pairs, 1)
    )
    marked = frozenset(at for at, pair in enumerate(found.pairs) if not pair.same)
    heads = ("", "", *names)
    return Table(say(Words("compare.rounds_title")), heads, rows, (0,), marked, (2, 3))


def _pair(number: int, pair: Pair, names: tuple[str, str], say: Say) -> Iterator[Part]:
    yield Heading(f"{number}: {say(standing(pair))}", 2)
    yield Listing(tuple(_item(change, say) for change in (*pair.decision, *pair.results)))
    yield Beside(round_text(pair.left), round_text(pair.right), names)
