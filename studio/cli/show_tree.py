"""`show FILE --tree`: the branches of a session, drawn, with their notes and what became of what is expected of them.

Above: `show`. Below: `present/branch_tree_text`, `engine/expecting`, `store/session_file`. Reads the file only.
"""

from pathlib import Path
from typing import Any

import msgspec

from studio.cli.command import BAD_FILE, DONE, failing
from studio.cli.terminal import Terminal
from studio.engine.expecting import outcome
from studio.present.branch_tree import BranchRow, branch_rows
from studio.present.branch_tree_text import tree_lines
from studio.present.labels import english
from studio.session.expectations import Expectation
from studio.session.journal import Journal, NowhereSink
from studio.session.tree import Branch
from studio.store.session_file import collector_paused, read
from studio.workspace.prices import of_person


@collector_paused()
def show_tree(terminal: Terminal, path: Path, *, hidden: bool = False) -> int:
    """Draw the branches of the session at `path`. CommandError 3 when the file is none."""
    with failing(BAD_FILE):
        opened = read(path)
        journal, prices = Journal(opened.tree, NowhereSink(), lambda: 0, opened.notes, opened.head), of_person()

        def looked(branch: Branch) -> Expectation | None:
            return outcome(opened.tree, branch.start, journal.branch_notes[branch.start].expects, prices.cost)

        rows = branch_rows(journal, looked, hidden=hidden)
    title = journal.title or opened.header.title or path.stem
    terminal.line(title, "heading")
    terminal.lines(tree_lines(rows, terminal.width))
    tell_hidden(terminal, len(opened.tree.branches()) - len(rows))
    terminal.value({"title": title, "file": str(path), "tree": [_value(row) for row in rows]})
    return DONE


def _value(row: BranchRow) -> dict[str, Any]:
    """A row as JSON: `parent` names the first node of the branch above it."""
    found: dict[str, Any] = msgspec.to_builtins(row)
    expectation = row.expectation
    for drawn in ("lanes", "last"):
        del found[drawn]
    became = {"type": None} if expectation is None else msgspec.to_builtins(expectation)
    return {**found, "level": row.level, "ended": english(row.ended), "expectation": became.pop("type"), **became}


def shown_branches(journal: Journal, *, hidden: bool) -> tuple[Branch, ...]:
    """The branches that are listed: hidden ones only when they are asked for."""
    here = journal.tree.branch_of(journal.head)
    branches = journal.tree.branches(journal.names)
    return tuple(one for one in branches if hidden or one.start == here or one.start not in journal.hidden)


def tell_hidden(terminal: Terminal, count: int) -> None:
    """Say that branches are left out."""
    if count:
        terminal.line()
        said = "1 branch is hidden" if count == 1 else f"{count} branches are hidden"
        terminal.line(f"{said}; --hidden shows them, too.", "quiet")
