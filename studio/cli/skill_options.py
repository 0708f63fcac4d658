"""`--skill FOLDER` and `--attach FILE`: skills of a run, and files that go along with its prompt.

Above: `run`. Below: `workspace`, `terminal`. What is read goes into the session, so that a replay needs no file.
"""

import argparse
from pathlib import Path

from studio.cli.terminal import Terminal
from studio.messages.passage import Passage
from studio.workspace.opened import OpenedSession


def add_options(options: argparse.ArgumentParser) -> None:
    """Add them, in a group of their own."""
    group = options.add_argument_group("skills, and files that go along with the prompt")
    group.add_argument(
        "--skill",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="a folder with SKILL.md, or with several such folders; read, never run",
    )
    group.add_argument(
        "--attach",
        type=lambda text: (text, False),
        action="append",
        default=[],
        metavar="FILE[:FROM-TO]",
        help="a text file, or those lines of it, sent with the first request after the prompt",
    )
    group.add_argument(
        "--attach-always",
        dest="attach",
        type=lambda text: (text, True),
        action="append",
        metavar="FILE[:FROM-TO]",
        help="the same, sent with every request",
    )


def add_skills(terminal: Terminal, session: OpenedSession, given: argparse.Namespace) -> None:
    """Add the skills, and say what is odd about them. Raises StudioError with the place that is wrong."""
    for folder in dict.fromkeys(given.skill):
        for note in session.add_skill(folder).notes:
            terminal.line(note, "quiet")
    for skill in session.skills() if given.skill else ():
        if skill.missing:
            terminal.line(
                f"The skill {skill.name} names tools that the session has not: {', '.join(skill.missing)}.", "quiet"
            )


def passages(session: OpenedSession, given: argparse.Namespace) -> tuple[Passage, ...]:
    """The files that were named, in their order. Raises StudioError for the first that cannot be attached."""
    return tuple(session.passage_named(text, always=always) for text, always in given.attach)
