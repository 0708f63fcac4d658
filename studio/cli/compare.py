"""`compare FILE [FILE]`: two branches or two sessions beside one another, and why the first differing decision came out otherwise.

Above: `__main__`. Below: `workspace/comparing`, `present/compare_text`. Reads the files only.
"""

from collections.abc import Iterator
from pathlib import Path

from studio.cli.command import BAD_FILE, CHECK_FAILED, DONE, WRONG_USE, CommandError, conclude, failing, parser
from studio.cli.terminal import Terminal
from studio.present.compare_report import compare_parts, title
from studio.present.compare_text import (
    agreement,
    brief,
    change_name,
    change_sides,
    figures,
    is_edit,
    reasons,
    side_name,
    standing,
    verdict,
)
from studio.present.compared import Change, Comparison, Pair
from studio.present.labels import english
from studio.store.session_file import collector_paused
from studio.workspace.comparing import NoBranchError, compare_files
from studio.workspace.saved_report import REPORTS, save_report

SHORT = 3
"""Lines of one text that are shown unless all are asked for."""


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser(
        "compare", "Lay two branches or two sessions beside one another, and name the first differing decision."
    )
    options.add_argument("file", type=Path, help="a session file (.tcsession); it is only read")
    options.add_argument("other", type=Path, nargs="?", help="another one; without it two branches of the first")
    options.add_argument(
        "--branch",
        action="append",
        default=[],
        metavar="NAME",
        help="a branch of the first, said twice: of the second, or the other one of the first (else those of the heads)",
    )
    options.add_argument("--full", action="store_true", help=f"print long texts whole (else {SHORT} lines of each)")
    options.add_argument(
        "--report",
        type=Path,
        metavar="FILE",
        help="write it as a report, too: FILE.md as Markdown, FILE.html as a page",
    )
    options.add_argument("--same", action="store_true", help="end with 1 unless both decided and got the same")
    given = options.parse_args(arguments)
    if len(given.branch) > 2:
        options.error("--branch can be said twice at most")
    if given.report is not None and given.report.suffix.lower() not in REPORTS:
        options.error("--report wants a name that ends in .md or .html")
    left, right = (*given.branch, None, None)[:2]

    def work(terminal: Terminal) -> int:
        asked = (given.file, given.other, (left, right))
        return compared(terminal, *asked, full=given.full, same=given.same, report=given.report)

    return conclude(given.as_json, work)


@collector_paused()
def compared(
    terminal: Terminal,
    file: Path,
    other: Path | None,
    branches: tuple[str | None, str | None],
    *,
    full: bool = False,
    same: bool = False,
    report: Path | None = None,
) -> int:
    """Print the comparison, and write it as a report. CommandError 2 for a branch that is not there or a report that cannot be written, 3
    for a file that is none."""
    with failing(BAD_FILE):
        try:
            found = compare_files(file, other, branches)
        except NoBranchError as error:
            raise CommandError(error.sentence, error.help, code=WRONG_USE) from error
    for line, style in _lines(found, 0 if full else SHORT):
        terminal.line(line, style)
    if report is not None:
        _write(terminal, found, report)
    terminal.value(found)
    return CHECK_FAILED if same and not _are_same(found) else DONE


def _write(terminal: Terminal, found: Comparison, path: Path) -> None:
    with failing(WRONG_USE):
        save_report(path, compare_parts(found, english), title(found))
    terminal.line(f"Report: {path}", "quiet")


def _are_same(found: Comparison) -> bool:
    """Whether both decided and got the same; of what cannot be read nobody can say so."""
    return all(pair.same for pair in found.pairs) and not (found.left.unread or found.right.unread)


def _lines(found: Comparison, most: int) -> Iterator[tuple[str, str]]:
    yield f"left:  {side_name(found.left)}", "heading"
    yield f"right: {side_name(found.right)}", "heading"
    for word, side in (("left", found.left), ("right", found.right)):
        if side.unread:
            yield f"Of the {word} file {side.unread} damaged lines are missing here.", "error"
    for number, pair in enumerate(found.pairs, 1):
        yield from _pair(number, pair, most)
    yield "", ""
    yield english(verdict(found)), "stop"
    if found.first is not None:
        for at, (sentence, changes) in enumerate(reasons(found.first, english)):
            yield ("  " if at == 0 else "  also: ") + sentence, "note"
            for change in changes:
                yield from _change(change, most, "    ")
    yield ", ".join(map(english, agreement(found))), ""
    for (name, was), (_, now) in zip(figures(found.left, english), figures(found.right, english), strict=True):
        yield f"{english(name):<18}{was:>18}{now:>18}", "quiet"


def _pair(number: int, pair: Pair, most: int) -> Iterator[tuple[str, str]]:
    style = "quiet" if pair.shared else "result" if pair.same else "edit"
    said = brief(pair.left or pair.right) if pair.same or None in (pair.left, pair.right) else ""
    yield f"{number:>4}  {english(standing(pair)):<15} {said}".rstrip(), style
    if pair.left is not None and pair.right is not None:
        for change in (*pair.decision, *pair.results):
            yield from _change(change, most, "      ")


def _change(change: Change, most: int, indent: str) -> Iterator[tuple[str, str]]:
    was, now = change_sides(change, english)
    yield f"{indent}{change_name(change, english)}", "call"
    labels = ("was:   ", "now:   ") if is_edit(change) else ("left:  ", "right: ")
    for label, text in zip(labels, (was, now), strict=True):
        lines = text.splitlines() or [""]
        shown = lines if not most else lines[:most]
        for at, line in enumerate(shown):
            yield f"{indent}  {label if at == 0 else ' ' * len(label)}{line}", ""
        if len(lines) > len(shown):
            yield f"{indent}  {' ' * len(label)}… {len(lines) - len(shown)} more lines (--full)", "quiet"
