"""Looking through an open session or a session file. Reads only; holds the thread for some milliseconds at a time.

Above: both fronts. Below: `present/find_session`, `store/session_file`.
"""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from studio.present.find_session import FindAsked, SessionFind
from studio.problems import StudioError
from studio.said import said
from studio.session.journal import Journal, NowhereSink
from studio.store import session_file

AT_ONCE = 0.008
"""Seconds that are worked at once, half a frame."""


class NoSuchBranchError(StudioError):
    """There is no branch of that name to look through."""


async def look_through(find: SessionFind, told: Callable[[], object], at_once: float = AT_ONCE) -> None:
    """Go through all of it beside what else the thread does; `told` is called after each piece of work. Cancelled like any task, and then
    what was found by then stays."""
    while not find.work(_deadline(at_once)):
        told()
        await asyncio.sleep(0)
    told()


def find_in_file(path: Path, asked: FindAsked, branch: str | None = None) -> tuple[SessionFind, Journal]:
    """A search of a session file that is only read, on all branches or on the named one, to be worked. Raises SessionFileError,
    SoughtError, NoSuchBranchError."""
    opened = session_file.read(path)
    journal = Journal(opened.tree, NowhereSink(), lambda: 0, opened.notes, opened.head)
    if branch is None:
        return SessionFind(journal, asked), journal
    branches = opened.tree.branches(journal.names)
    start = next((each.start for each in branches if each.name == branch), None)
    if start is None:
        known = ", ".join(each.name for each in branches) or "none"
        raise NoSuchBranchError(
            said("{file} has no branch named {branch}.", file=path.name, branch=branch),
            said("It has: {known}.", known=known),
        )
    return SessionFind(journal, FindAsked(asked.sought, asked.kinds, start)), journal


def _deadline(seconds: float) -> Callable[[], bool]:
    end = time.perf_counter() + seconds
    return lambda: time.perf_counter() >= end
