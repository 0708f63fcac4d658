"""`--break SPEC` and `--breakpoints FILE.json`: where a session stops, logs, answers or edits on its way.

Above: `run`, `replay`, `step`. Below: `workspace`, `engine/breakpoint_rules`. The breakpoints go into the session, so its file says what
they did.
"""

import argparse
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from studio.cli.command import BAD_FILE, CommandError
from studio.cli.terminal import Terminal
from studio.engine.breakpoint_rules import checked, read_breakpoints
from studio.paths import file_bytes
from studio.session.breakpoint_spec import FORM, PLACES, TROUBLES, read_spec, written
from studio.session.breakpoints import Breakpoint, BreakpointError
from studio.workspace.opened import OpenedSession


def add_options(options: argparse.ArgumentParser) -> None:
    """Add them, in a group of their own."""
    group = options.add_argument_group("where it stops", f"SPEC is {FORM}; WHERE is {', '.join((*PLACES, *TROUBLES))}.")
    group.add_argument(
        "--break",
        dest="breaks",
        action="append",
        default=[],
        metavar="SPEC",
        help="a breakpoint, such as 'before_call:issue_* if args.amount > `100`' or tool_error; may be given again",
    )
    group.add_argument(
        "--breakpoints",
        type=Path,
        metavar="FILE.json",
        help="breakpoints as a JSON list, acting before those of --break",
    )


def chosen(given: argparse.Namespace) -> tuple[Breakpoint, ...]:
    """The breakpoints of the options, those of the file first. Raises CommandError with the place in the option or in the file."""
    of_file = _of_file(given.breakpoints) if given.breakpoints is not None else ()
    return (*of_file, *map(_of_option, given.breaks))


def set_all(session: OpenedSession, points: Sequence[Breakpoint]) -> None:
    """Set them."""
    for point in points:
        session.set_breakpoint(point)


def _of_file(path: Path) -> tuple[Breakpoint, ...]:
    try:
        return read_breakpoints(file_bytes(path))
    except OSError as error:
        raise CommandError(f"{path.name} cannot be read: {error.strerror}.", code=BAD_FILE) from error
    except BreakpointError as error:
        raise CommandError(f"{path.name}: {error.sentence}", error.help, code=BAD_FILE) from error


def _of_option(spec: str) -> Breakpoint:
    try:
        return checked(read_spec(spec))
    except BreakpointError as error:
        at = f" (column {error.column} of the {error.member})" if error.column else ""
        help = f"Write {error.repair}" if error.repair else error.help
        raise CommandError(f"--break {spec!r}: {error.sentence.rstrip('.')}{at}.", help) from error


def tell_idle(terminal: Terminal, session: OpenedSession) -> None:
    """Say of each breakpoint that no tool of the session has its name: it was probably meant for another one."""
    names = [tool.name for tool in session.state.setup.tools]
    for point in session.breakpoints:
        if point.tool and point.trouble != "unknown_tool" and not any(fnmatchcase(name, point.tool) for name in names):
            said = f"the breakpoint {written(point)} is hit only where the model makes that name up."
            terminal.line(f"The session has no tool {point.tool}: {said}", "quiet")
