"""What the Tools dock lists: each tool with whether the next request offers it and why, its tokens, what is to be said of it. No Qt.

Above: `tools_model`. Below: `session`, `messages/tokens`. A list of 1,000 tools is made in a millisecond: what is read of a declaration
is kept as long as the declaration is the same.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from studio.checks.tool_advice import ToolAdvice
from studio.messages.tokens import tool_tokens
from studio.messages.toolspec import ToolSpec
from studio.session.setup import Setup
from studio.session.toolbox import LeftTool, OfferedTool


class ToolLine(msgspec.Struct, frozen=True, eq=False):
    """A row. `told` says why it is in or not; `ticked` that the person did not leave it out; `own`: it is one of the program's own,
    switched by its settings and not here. `text` is what the filter looks at, in lower case."""

    tool: ToolSpec
    told: OfferedTool | LeftTool
    tokens: int
    text: str
    ticked: bool = True
    pinned: bool = False
    own: bool = False
    notes: tuple[ToolAdvice, ...] = ()

    @property
    def sent(self) -> bool:
        """Whether the next request offers it."""
        return isinstance(self.told, OfferedTool)


class ToolBook:
    """Tokens and words of declarations, each read once."""

    def __init__(self) -> None:
        self._read: dict[str, tuple[ToolSpec, int, str]] = {}

    def read(self, tool: ToolSpec) -> tuple[int, str]:
        """The tokens of a declaration, and name, description and source in lower case."""
        known = self._read.get(tool.name)
        if known is None or known[0] is not tool:
            text = f"{tool.name}\n{tool.description}\n{tool.source}".lower()
            known = self._read[tool.name] = (tool, tool_tokens(tool), text)
        return known[1], known[2]

    def keep(self, tools: Iterable[ToolSpec]) -> None:
        """Forget all but these."""
        names = {tool.name for tool in tools}
        if len(self._read) > len(names):
            self._read = {name: known for name, known in self._read.items() if name in names}


def tool_lines(
    setup: Setup,
    offered: Sequence[OfferedTool],
    left: Sequence[LeftTool],
    book: ToolBook,
    notes: Mapping[str, tuple[ToolAdvice, ...]],
    factor: float = 1.0,
) -> list[ToolLine]:
    """All lines in the order of the session, the program's own tools first: a row stays in its place when it is switched. Tokens are
    multiplied with `factor`, as those of the request are."""
    told: dict[str, OfferedTool | LeftTool] = {each.name: each for each in left}
    told.update((each.name, each) for each in offered)
    off, pinned, own = frozenset(setup.off), frozenset(setup.pinned), setup.own_tools
    book.keep((*own, *setup.tools))
    made = []
    for at, tool in enumerate((*own, *setup.tools)):
        name = tool.name
        tokens, text = book.read(tool)
        said = told.get(name) or LeftTool(name)
        known = notes.get(name, ())
        scaled = round(tokens * factor)
        made.append(ToolLine(tool, said, scaled, text, name not in off, name in pinned, at < len(own), known))
    return made


def as_sent(lines: Sequence[ToolLine], offered: Sequence[OfferedTool]) -> list[ToolLine]:
    """The lines of the offered tools, in the order in which they are sent."""
    known = {line.tool.name: line for line in lines}
    return [known[each.name] for each in offered if each.name in known]


def fitting(lines: Sequence[ToolLine], typed: str) -> list[ToolLine]:
    """The lines that hold every word that was typed, also in the name of the group, source or skill that lets the tool in or would."""
    words = typed.lower().split()
    if not words:
        return list(lines)
    return [line for line in lines if all(word in line.text or word in line.told.by.lower() for word in words)]


def by_tool(notes: Iterable[ToolAdvice]) -> dict[str, tuple[ToolAdvice, ...]]:
    """Advice by the name of the tool that it is about."""
    found: dict[str, list[ToolAdvice]] = {}
    for note in notes:
        found.setdefault(note.tool, []).append(note)
    return {name: tuple(each) for name, each in found.items()}
