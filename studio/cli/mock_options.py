"""`--mocks FILE.json`: rules that answer calls in the tools' place.

Above: `run`, `replay`. Below: `workspace`. The rules go into the session, so its file says what answered.
"""

import argparse
from pathlib import Path

from studio.cli.terminal import Terminal
from studio.workspace.opened import OpenedSession


def add_option(options: argparse.ArgumentParser, where: str = "") -> None:
    """Add the option; `where` says with which other one it goes."""
    said = 'rules that answer in the tools\' place: {"mocks": [{"tool": "get_*", "text": "…"}]}'
    options.add_argument("--mocks", type=Path, metavar="FILE.json", help=f"{where}{said}")


def add_mocks(session: OpenedSession, path: Path | None) -> None:
    """Add the rules of the file, if there is one, before those that the session has. RuleError with the place in it, MockError."""
    if path is not None:
        session.import_mocks(path, first=True)


def tell_idle(terminal: Terminal, session: OpenedSession) -> None:
    """Say of each rule that no tool of the session has its name: it was probably meant for another one."""
    for rule in session.idle_mocks:
        terminal.line(f"The mock rule {rule.id} answers nothing: the session has no tool {rule.tool}.", "quiet")
