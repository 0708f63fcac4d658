"""What the commands print, and how: lines coloured on a terminal, or JSON documents.

Above: every command. Below: `present`. The only place that knows escape codes.
"""

import json
import os
import shutil
import sys
from collections.abc import Iterable
from typing import Any, TextIO

import msgspec

from studio.present.text_lines import visible
from studio.present.transcript_text import Line
from studio.problems import StudioError
from studio.said import plain

_COLOURS = {
    "heading": "1",
    "call": "33",
    "result": "32",
    "error": "31",
    "edit": "35",
    "note": "36",
    "quiet": "2",
    "stop": "1;36",
}


class OutputError(StudioError):
    """What is printed cannot be written where it shall go."""


class Terminal:
    """Where a command writes. With `as_json` nothing but JSON goes to stdout, one value a line."""

    def __init__(self, *, as_json: bool = False, out: TextIO | None = None) -> None:
        self.as_json = as_json
        self._out = out or sys.stdout
        self._coloured = not as_json and colours_wanted(self._out)
        self._lost: OSError | OutputError | None = None
        self.width = shutil.get_terminal_size((80, 24)).columns

    def line(self, text: str = "", style: str = "") -> None:
        """One line for a person, control characters made visible; nothing when JSON is wanted."""
        if not self.as_json:
            self._write(f"{self._painted(visible(text), style)}\n")

    def lines(self, lines: Iterable[Line]) -> None:
        """Lines of a transcript; not even made when JSON is wanted."""
        for line in () if self.as_json else lines:
            self.line(str(line), line.style)

    def piece(self, text: str) -> None:
        """A piece of text as it comes, without a line end."""
        if not self.as_json:
            self._write(text, now=True)

    def value(self, value: Any) -> None:
        """One JSON document on one line; nothing for a person."""
        if self.as_json:
            made = json.dumps(msgspec.to_builtins(value, enc_hook=plain), ensure_ascii=False)
            self._write(f"{made}\n", now=True)

    def flush(self) -> None:
        """Have all that was printed go out. Raises OutputError when it cannot."""
        self._write("", now=True)

    def _write(self, text: str, *, now: bool = False) -> None:
        """Once it failed it fails for good: what was left out is missed by nobody."""
        if self._lost is not None:
            raise self._lost
        try:
            self._out.write(text)
            if now:
                self._out.flush()
        except BrokenPipeError as error:
            self._lost = error
            raise
        except OSError as error:
            self._lost = OutputError(f"The output could not be written: {error.strerror}.")
            raise self._lost from error

    def _painted(self, text: str, style: str) -> str:
        code = _COLOURS.get(style, "")
        return f"\x1b[{code}m{text}\x1b[0m" if code and text and self._coloured else text


def colours_wanted(out: TextIO) -> bool:
    """Whether `out` is a terminal that shows colours, and the person has not said no (NO_COLOR)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not out.isatty():
        return False
    return sys.platform != "win32" or "WT_SESSION" in os.environ


def can_ask() -> bool:
    """Whether there is a person at a terminal to answer questions."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
