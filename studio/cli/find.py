"""`find FILE TEXT`: where something is said in a session, by rounds. Reads the file only.

Above: `__main__`. Below: `workspace/session_search`, `present/find_session`.
"""

import argparse
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from studio.checks.sought import Sought, SoughtError
from studio.cli.command import BAD_FILE, CHECK_FAILED, DONE, WRONG_USE, CommandError, conclude, failing, parser
from studio.cli.terminal import Terminal
from studio.present.find_session import FindAsked, Hit, SessionFind
from studio.present.find_texts import FIND_KINDS
from studio.store.session_file import collector_paused
from studio.workspace.session_search import NoSuchBranchError, find_in_file


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser(
        "find", "Find where something is said in a session: messages, replies, calls, results, errors, notes."
    )
    options.add_argument("file", type=Path, help="a session file (.tcsession); it is only read")
    options.add_argument("text", help="what to look for")
    options.add_argument("--case", action="store_true", help="upper and lower case are not the same")
    options.add_argument("--word", action="store_true", help="whole words only")
    options.add_argument(
        "--pattern", action="store_true", help="TEXT is a regular expression; ^ and $ are ends of a line"
    )
    options.add_argument(
        "--kind", action="append", default=[], choices=FIND_KINDS, help="only this kind of text; may be said again"
    )
    options.add_argument(
        "--branch", metavar="NAME", help="only this branch, from the first step on (else every branch)"
    )
    options.add_argument("--lines", action="store_true", help="print the lines before and after each line, too")
    given = options.parse_args(arguments)
    return conclude(given.as_json, lambda terminal: find(terminal, given))


@collector_paused()
def find(terminal: Terminal, given: argparse.Namespace) -> int:
    """Print what was found; 1 when nothing was. CommandError 2 for a pattern or a branch, 3 for a file that is none."""
    if not given.text:
        raise CommandError("There is nothing to look for.", "Name a text.", code=WRONG_USE)
    asked = FindAsked(Sought(given.text, given.case, given.word, given.pattern), frozenset(given.kind or FIND_KINDS))
    with failing(BAD_FILE):
        try:
            made, journal = find_in_file(given.file, asked, given.branch)
        except (NoSuchBranchError, SoughtError) as error:
            raise CommandError(error.sentence, error.help, code=WRONG_USE) from error
        made.work(lambda: False)
    terminal.value({"title": journal.title, "hits": [_value(made, hit) for hit in made.hits], **_counts(made)})
    for line, style in _lines(made, around=given.lines):
        terminal.line(line, style)
    return DONE if made.hits else CHECK_FAILED


def _value(made: SessionFind, hit: Hit) -> dict[str, Any]:
    line = hit.line
    return {
        "kind": hit.kind,
        "step": hit.node,
        "branch": made.branches.get(hit.branch, ""),
        "round": hit.round,
        "name": hit.name,
        "call": hit.call,
        "line": line.number,
        "at": line.at,
        "shown": line.shown,
        "spans": line.spans,
    }


def _counts(made: SessionFind) -> dict[str, Any]:
    return {
        "places": made.places,
        "complete": not made.is_cut,
        "unread_lines": made.unread,
        "texts_too_long": made.too_long,
    }


def _lines(made: SessionFind, *, around: bool) -> Iterator[tuple[str, str]]:
    several = len(made.branches) > 1
    for (branch, number), hits in groupby(made.hits, lambda hit: (hit.branch, hit.round)):
        name = f"{made.branches.get(branch, '')}, " if several else ""
        yield f"{name}round {number}" if number else f"{name}before the first round", "heading"
        for hit in hits:
            yield from _hit(hit, around=around)
    yield "", ""
    yield _sum(made), "quiet" if made.hits else ""
    if made.too_long:
        yield f"{made.too_long} texts are too long for this pattern.", "error"
    if made.unread:
        yield f"{made.unread} damaged lines of the file were not looked through.", "error"


def _hit(hit: Hit, *, around: bool) -> Iterator[tuple[str, str]]:
    what = f"{hit.kind} {hit.name}".rstrip() if hit.kind != "call" else "call"
    place = f"  {what} (step {hit.node}, line {hit.line.number}): "
    if around and hit.line.above.strip():
        yield f"{' ' * len(place)}{hit.line.above}", "quiet"
    yield f"{place}{hit.line.shown.strip()}", ""
    if around and hit.line.below.strip():
        yield f"{' ' * len(place)}{hit.line.below}", "quiet"


def _sum(made: SessionFind) -> str:
    if not made.hits:
        return "Nothing found."
    more = "more than " if made.is_cut else ""
    places, lines = made.places, len(made.hits)
    return f"{more}{places} {'place' if places == 1 else 'places'} in {lines} {'line' if lines == 1 else 'lines'}"
