"""`show FILE`: the transcript of a session, branches included, its story, its cost, the tree of its branches, or what went over HTTP.
Reads the file only: no lock, nothing written, nothing run.

Above: `__main__`. Below: `show_cost`, `show_tree`, `show_wire`, `present/transcript`, `present/story`, `store/session_file`.
"""

import argparse
from pathlib import Path

from studio.cli.command import BAD_FILE, DONE, WRONG_USE, conclude, failing, parser
from studio.cli.show_cost import show_cost
from studio.cli.show_tree import show_tree, shown_branches, tell_hidden
from studio.cli.show_wire import show_wire, step_of_round
from studio.cli.terminal import Terminal
from studio.present.story import story
from studio.present.story_text import story_lines
from studio.present.story_values import SessionStory
from studio.present.transcript import whole_transcript
from studio.present.transcript_text import section_lines
from studio.session.journal import Journal, NowhereSink
from studio.store import half_reply
from studio.store.session_file import collector_paused, read

SHORT = 30
"""Lines of one text that are shown unless all are asked for."""


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser("show", "Print the transcript of a session, branches included.")
    options.add_argument("file", type=Path, help="a session file (.tcsession)")
    options.add_argument(
        "--full",
        action="store_true",
        help=f"print long texts whole (else {SHORT} lines of each); with --wire both bodies",
    )
    options.add_argument(
        "--story",
        action="store_true",
        help="print, for the path to where the session stands, what each round decided, ran and got back, and the sums",
    )
    options.add_argument(
        "--tree", action="store_true", help="draw the branches, with notes and what is expected of them"
    )
    options.add_argument("--hidden", action="store_true", help="hidden branches, too")
    options.add_argument(
        "--cost",
        action="store_true",
        help="print tokens, cost and time of the path to where the session stands, by round, tool and model",
    )
    options.add_argument("--times", action="store_true", help="print how long replies and tools took")
    options.add_argument(
        "--wire",
        nargs="?",
        const="",
        metavar="STEP",
        help="print the HTTP exchanges instead: all of them, or those of the round of a step (round:2, or as fork --steps names it)",
    )
    options.add_argument(
        "--events", action="store_true", help="with --wire: print every event of the answers, defects marked"
    )
    given = options.parse_args(arguments)
    wrong = _wrong(given)
    if wrong:
        options.error(wrong)
    return conclude(given.as_json, lambda terminal: _shown(terminal, given))


def _wrong(given: argparse.Namespace) -> str:
    """Why the options do not go together; empty when they do."""
    if given.events and given.wire is None:
        return "--events belongs to --wire"
    if given.story and given.wire is not None:
        return "--story and --wire are two ways of showing it"
    if given.tree and (given.story or given.wire is not None):
        return "--tree is a way of showing it of its own"
    if given.cost and (given.tree or given.story or given.wire is not None):
        return "--cost is a way of showing it of its own"
    return ""


def _shown(terminal: Terminal, given: argparse.Namespace) -> int:
    if given.tree:
        return show_tree(terminal, given.file, hidden=given.hidden)
    if given.cost:
        return show_cost(terminal, given.file)
    if given.wire is not None:
        return wire(terminal, given.file, given.wire, events=given.events, bodies=given.full)
    how = {"full": given.full, "times": given.times or given.as_json, "as_story": given.story, "hidden": given.hidden}
    return show(terminal, given.file, **how)


@collector_paused()
def show(
    terminal: Terminal,
    path: Path,
    *,
    full: bool = False,
    times: bool = False,
    as_story: bool = False,
    hidden: bool = False,
) -> int:
    """Print the transcript of the session at `path`, or its story. CommandError 3 when the file is none."""
    with failing(BAD_FILE):
        opened = read(path)
        journal = Journal(opened.tree, NowhereSink(), lambda: 0, opened.notes, opened.head)
        branches = shown_branches(journal, hidden=hidden)
        sections = whole_transcript(opened.tree, branches, head=opened.head, stop=journal.stopped, times=times)
        told = story(opened.tree, opened.head) if as_story or terminal.as_json else SessionStory()
    title = journal.title or opened.header.title
    damage = [_damage(found.line, found.code) for found in opened.damage]
    terminal.line(f"{title or path.stem}", "heading")
    for line in journal.notes_text.splitlines():
        terminal.line(line, "note")
    for sentence in damage:
        terminal.line(sentence, "error")
    most = 0 if full else SHORT
    if as_story:
        terminal.lines(story_lines(told, terminal.width, most, full=full))
    else:
        terminal.lines(section_lines(sections, terminal.width, most))
        tell_hidden(terminal, len(opened.tree.branches()) - len(branches))
    value = {
        "title": title,
        "notes": journal.notes_text,
        "file": str(path),
        "damage": damage,
        "branches": sections,
        "story": told,
    }
    terminal.value({**value, **_half(terminal, path)})
    return DONE


def _half(terminal: Terminal, path: Path) -> dict[str, int]:
    """Say how much of a reply without an end lies beside the session, where something does."""
    size = half_reply.size(path)
    if not size:
        return {}
    where = half_reply.beside(path).name
    terminal.line(f"{size:,} bytes of a reply that has no end yet lie in {where}.", "note")
    terminal.line("Opened in the window, the session takes them in when the program that wrote them is gone.", "note")
    return {"half_reply": size}


@collector_paused()
def wire(terminal: Terminal, path: Path, step: str, *, events: bool = False, bodies: bool = False) -> int:
    """Print the HTTP exchanges of the session at `path`, or those of the round of a step. CommandError 3 when the file is none, 2
    when there is no such step."""
    with failing(BAD_FILE):
        opened = read(path)
        for found in opened.damage:
            terminal.line(_damage(found.line, found.code), "error")
        with failing(WRONG_USE):
            node = step_of_round(opened.tree, opened.head, step)
        show_wire(terminal, opened.tree, opened.head, node, events=events, bodies=bodies)
    return DONE


def _damage(line: int, code: str) -> str:
    return f"Line {line} of the file is damaged ({code.replace('_', ' ')}) and was left out."
