"""Passages from text files: a file, or some lines of it, as a value that goes along with a message.

Above: `workspace/attaching`, `cli`. Below: `text_file`, `messages/passage`. What a request makes of a passage is the engine's.
"""

import re
from pathlib import Path

from studio.messages.passage import Passage
from studio.paths import is_file
from studio.problems import StudioError
from studio.said import said
from studio.tools.text_file import read_text

MOST_BYTES = 16 * 1024 * 1024
"""Bytes of a file of which lines may be taken."""
MOST_SIGNS = 200_000
"""Characters of one passage."""
Lines = tuple[int, int]
"""The first line and the last one, from 1, both included."""


class PassageError(StudioError):
    """A passage that cannot be attached, and why."""


def read_passage(path: Path, lines: Lines | None = None, *, always: bool = False) -> Passage:
    """A file as a passage, or those lines of it. Raises TextFileError, PassageError."""
    text = read_text(path, MOST_BYTES)
    where = ""
    if lines is not None:
        text, where = _part(text, lines, path.name)
    if len(text) > MOST_SIGNS:
        raise PassageError(
            said(
                "{file} is too long to be attached: {n} characters, at most {most}.",
                file=path.name,
                n=len(text),
                most=MOST_SIGNS,
            ),
            said("Attach some lines of it: {file}:1-200.", file=path.name),
        )
    if not text.strip():
        raise PassageError(
            said("There is no text in {file}, {where}.", file=path.name, where=where)
            if where
            else said("There is no text in {file}.", file=path.name)
        )
    return Passage(path.name, text, where, always)


def place(text: str) -> tuple[Path, Lines | None]:
    """`notes.md:10-40` or `notes.md:7` as a file and its lines; a file that has such a name is meant itself. Raises PassageError."""
    found = re.fullmatch(r"(.+):(\d{1,9})(?:-(\d{1,9}))?", text, re.DOTALL)
    if found is None or is_file(Path(text)):
        return Path(text), None
    first, last = int(found[2]), int(found[3] or found[2])
    if not 1 <= first <= last:
        raise PassageError(said("{text} names no lines.", text=text), said("Lines are counted from 1: FILE:10-40."))
    return Path(found[1]), (first, last)


def _part(text: str, lines: Lines, name: str) -> tuple[str, str]:
    """Some lines, and what they are called."""
    rows = text.removesuffix("\n").split("\n")
    first, last = lines
    if first > len(rows):
        raise PassageError(
            said("{name} has no line {first}: it ends with line {n}.", name=name, first=first, n=len(rows))
        )
    last = min(last, len(rows))
    where = f"line {first}" if first == last else f"lines {first}-{last}"
    return "\n".join(rows[first - 1 : last]), where
