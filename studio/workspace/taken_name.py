"""Two tools of one name: what is said, and what can be done.

Above: `equipped`, `declared`, `opened`, `offered`. Below: `problems`.
"""

from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError


class TakenNameError(StudioError):
    """Two tools of one name, and where each comes from: `sources` are first that of the one that is there. `name` is what both want."""

    def __init__(self, name: str, there: str, added: str, *, renamed: bool = False) -> None:
        """`renamed`: nothing is added; the name was to be given to a tool that is there."""
        first, second = there or "this session", added or "this session"
        told = f"Two tools are named {name}: one of {first}, one of {second}."
        advice = "Rename the one that is there, or give the other one another name as you add it."
        if renamed:
            told, advice = f"{first} has a tool named {name} already.", "Write another name."
        super().__init__(told, advice)
        self.name = name
        self.sources = (first, second)


def refuse_taken(tools: tuple[ToolSpec, ...], fresh: tuple[ToolSpec, ...], source: str) -> None:
    """Raise TakenNameError when a tool of `fresh`, which `source` gives, has the name of a tool of another source, or of one another."""
    names = {spec.name for spec in fresh}
    old = next((tool for tool in tools if tool.name in names and tool.source != source), None)
    if old is not None:
        raise TakenNameError(old.name, old.source, source)
    twice = next(
        (spec.name for at, spec in enumerate(fresh) if any(spec.name == other.name for other in fresh[:at])), None
    )
    if twice is not None:
        raise TakenNameError(twice, source, source)
