"""The lines of the console as values: where each comes from, how grave it is, what it says; and which of them are shown.

Above: `console_feed`, the window. Below: nothing. Pure.
"""

from typing import Literal

import msgspec

Source = Literal["tool", "log", "mcp", "stop", "notice", "program", "expression"]
SOURCES: tuple[Source, ...] = ("tool", "log", "mcp", "stop", "notice", "program", "expression")
Level = Literal["info", "warning", "error"]
LEVELS: tuple[Level, ...] = ("info", "warning", "error")
MOST = 5000
"""Lines that are kept."""
LONGEST = 4000
"""Characters of one line that are shown."""


class ConsoleLine(msgspec.Struct, frozen=True, gc=False):
    """One line. `when` is the time of day as it is shown, `origin` the tool, server or logger that it comes from; `tone` a colour token
    where the level does not say it."""

    source: Source
    text: str
    when: str = ""
    level: Level = "info"
    origin: str = ""
    tone: str = ""

    @property
    def shown(self) -> str:
        """The line as it is shown and copied."""
        lead = f"{self.when}  " if self.when else ""
        return f"{lead}{f'{self.origin}: ' if self.origin else ''}{self.text}"


class ConsoleFilter(msgspec.Struct, frozen=True):
    """Which lines are shown: of these sources, at least so grave, with these words (in any case) somewhere in them."""

    sources: frozenset[str] = frozenset(SOURCES)
    level: Level = "info"
    words: str = ""

    def shows(self, line: ConsoleLine) -> bool:
        """Whether a line is shown."""
        if line.source not in self.sources or LEVELS.index(line.level) < LEVELS.index(self.level):
            return False
        return not self.words or self.words.casefold() in line.shown.casefold()


def cut(text: str) -> str:
    """A line as long as it is shown."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
