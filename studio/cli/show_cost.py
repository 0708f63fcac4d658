"""`show FILE --cost`: tokens, cost and time of the path to where the session stands, by round, by tool and by model.

Above: `show`. Below: `present/cost_text`, `workspace/spent`, `store/session_file`. Reads the file only.
"""

from datetime import datetime
from pathlib import Path

from studio.cli.command import BAD_FILE, DONE, failing
from studio.cli.terminal import Terminal
from studio.present.cost_text import cost_document, cost_lines
from studio.session.journal import Journal, NowhereSink
from studio.store.session_file import collector_paused, read
from studio.workspace.prices import of_person
from studio.workspace.spent import spending_of


@collector_paused()
def show_cost(terminal: Terminal, path: Path) -> int:
    """Print what the session at `path` spent. CommandError 3 when the file is none."""
    with failing(BAD_FILE):
        opened = read(path)
        journal = Journal(opened.tree, NowhereSink(), lambda: 0, opened.notes, opened.head)
        spent = spending_of(opened.tree, opened.head, of_person(), _began(opened.header.created)).sums
    title = journal.title or opened.header.title or path.stem
    terminal.line(title, "heading")
    for line in cost_lines(spent):
        terminal.line(line)
    terminal.value({"title": title, "file": str(path), **cost_document(spent)})
    return DONE


def _began(created: str) -> float:
    """When the session began, in seconds since 1970; 0 where the file does not say."""
    try:
        return datetime.fromisoformat(created).timestamp()
    except ValueError:
        return 0.0
