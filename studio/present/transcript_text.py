"""A transcript as lines of text for a terminal, wide or narrow.

Above: the command line, which colours lines by their style. Below: `transcript_blocks`, `text_lines`. Prints nothing.
"""

from collections.abc import Collection, Iterable, Iterator

import msgspec
from msgspec.structs import replace

from studio.present.labels import english
from studio.present.text_lines import cells, wrapped
from studio.present.transcript_block import Block, Style
from studio.present.transcript_blocks import blocks
from studio.present.transcript_entries import AnyEntry, ReplyEntry, RequestEntry, Section
from studio.present.transcript_toolbox_entries import AgentStartedEntry
from studio.present.words import words

NARROW = 60
"""Columns under which the label stands on a line of its own."""
_GUTTER = 11
_IN = "│ "
"""Stands before what happens inside an agent, once for each."""


def inside_of(depth: int) -> str:
    """What a line begins with that is said `depth` agents deep."""
    return _IN * depth


class Line(msgspec.Struct, frozen=True):
    """One line: its label (empty on the lines that follow) and its text, already cut to the width."""

    style: Style
    label: str
    text: str

    def __str__(self) -> str:
        return f"{self.label}{self.text}".rstrip()


def section_lines(sections: Iterable[Section], width: int = 80, most: int = 0) -> Iterator[Line]:
    """The lines of all branches. `most` is the number of lines shown of one text; 0 shows all."""
    for at, section in enumerate(sections):
        if at:
            yield Line("quiet", "", "")
        yield _rule(_branch_title(section), width, "═")
        yield from entry_lines(section.entries, width, most)


def entry_lines(entries: Iterable[AnyEntry], width: int = 80, most: int = 0) -> Iterator[Line]:
    """The lines of one path. A new round begins with a rule."""
    lines = TranscriptLines(width, most)
    for entry in entries:
        yield from lines.of(entry)


class TranscriptLines:
    """Turns entries into lines as they come; remembers the round they are in."""

    def __init__(self, width: int = 80, most: int = 0) -> None:
        self.width = width
        self.indent = 2 if width < NARROW else _GUTTER
        self._most = most
        self._round = (0, 0)

    def of(self, entry: AnyEntry) -> Iterator[Line]:
        """The lines of the next entry; what happens inside an agent stands further in."""
        if isinstance(entry, AgentStartedEntry):
            self._round = (0, 0)
        if isinstance(entry, RequestEntry) and (entry.depth, entry.round) != self._round:
            self._round = (entry.depth, entry.round)
            yield self.rule(_round_title(entry), "─", entry.depth)
        for block in blocks(entry):
            yield from self.of_block(block, entry.depth)

    def of_block(self, block: Block, depth: int = 0) -> Iterator[Line]:
        """The lines of one text, `depth` agents deep."""
        inside = inside_of(depth)
        for line in self._laid_out(block, self.width - cells(inside)):
            yield replace(line, label=inside + line.label) if inside else line

    def rule(self, title: str, dash: str, depth: int = 0) -> Line:
        """A heading over the whole width."""
        inside = inside_of(depth)
        return replace(_rule(title, self.width - cells(inside), dash), label=inside)

    def rest_of(self, entry: ReplyEntry, told: Collection[str]) -> Iterator[Line]:
        """The lines of a reply of which `told` stands on the terminal already: `text`, `reasoning`, or both."""
        text = "" if "text" in told else entry.text
        reply = english(words("row.reply")) if "text" in told else ""
        for block in blocks(replace(entry, text=text, thinking="" if "reasoning" in told else entry.thinking)):
            if block.text:
                shown = replace(block, label="" if block.label == reply else block.label)
                yield from self.of_block(shown, entry.depth)

    def _laid_out(self, block: Block, width: int) -> Iterator[Line]:
        """The label stands beside the first line where there is room for both, else above it."""
        label = block.label
        if label and (cells(label) >= self.indent or not block.text):
            yield Line(block.style, label, "")
            label = ""
        shown = wrapped(block.text, max(width - self.indent, 20), self._most) if block.text else []
        for at, text in enumerate(shown):
            yield Line(block.style, (label if at == 0 else "").ljust(self.indent), text)


def _branch_title(section: Section) -> str:
    if section.gap:
        return english(words("row.branch_gap", branch=section.branch))
    if section.from_round:
        key = "row.branch_within" if section.within else "row.branch_from"
        return english(words(key, branch=section.branch, round=section.from_round))
    return english(words("row.branch", branch=section.branch))


def _round_title(entry: RequestEntry) -> str:
    title = english(words("row.round", round=entry.round))
    return f"{title} · {entry.model}" if entry.model else title


def _rule(title: str, width: int, dash: str) -> Line:
    return Line("heading", "", f"{dash * 2} {title} ".ljust(min(width, 100), dash))
