"""Two tools of one name: what is said, and what can be done.

Above: `equipped`, `declared`, `opened`, `offered`. Below: `problems`.
"""

from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.said import said
from studio.session.setup import Setup


class TakenNameError(StudioError):
    """Two tools of one name, and where each comes from: `sources` are first that of the one that is there. `name` is what both want."""

    def __init__(self, name: str, there: str, added: str, *, renamed: bool = False) -> None:
        """`renamed`: nothing is added; the name was to be given to a tool that is there."""
        first, second = there or said("this session"), added or said("this session")
        told = said(
            "Two tools are named {name}: one of {first}, one of {second}.", name=name, first=first, second=second
        )
        advice = said("Rename the one that is there, or give the other one another name as you add it.")
        if renamed:
            told, advice = (
                said("{first} has a tool named {name} already.", first=first, name=name),
                said("Write another name."),
            )
        super().__init__(told, advice)
        self.name = name
        self.sources = (first, second)


class TakenSourceError(StudioError):
    """A tool says where it comes from by the name of its file or server: two of one name cannot be told apart."""


def refuse_server_name(setup: Setup, source: str) -> None:
    """Raise TakenSourceError when a file, or whoever else gives tools, is named as an MCP server of the session."""
    if any(server.name == source for server in setup.servers):
        raise TakenSourceError(
            said("An MCP server is named {source} already.", source=source),
            said("Rename the server, then add the tools again."),
        )


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
