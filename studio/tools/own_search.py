"""The program's own tool for finding tools: what the model reads of what was found. Pure.

Above: `workspace/own_runner`, `workspace/finding`. Below: `tool_index`, `session/toolbox`. Ranks nothing by itself.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from studio.messages.toolspec import ToolSpec
from studio.session.toolbox import Added
from studio.tools.tool import Outcome
from studio.tools.tool_index import Found

MOST_CHARACTERS = 300
"""Of a description in a result: the declaration has all of it."""
MOST_QUERY = 1_000
"""Characters of a query that are looked at, told, and kept with what it found."""


def query_of(arguments: Mapping[str, Any]) -> str:
    """What a call searches for, no more of it than is looked at; empty when it does not say."""
    query = arguments.get("query")
    return query.strip()[:MOST_QUERY].strip() if isinstance(query, str) else ""


def empty_query() -> Outcome:
    """A call that searches for nothing."""
    return Outcome("error", "The query is empty. Say in a few words what the tool you need does.")


def failed(why: str, help: str = "") -> Outcome:
    """The search could not be made; `help` is for the person."""
    why = why if len(why) <= MOST_QUERY else f"{why[:MOST_QUERY]}…"
    return Outcome("error", f"The tool search failed: {why} Try again later, or go on with the tools you have.", help)


def brought(query: str, found: Sequence[Found], tools: Mapping[str, ToolSpec]) -> Outcome:
    """The found tools, best first, which are offered from now on; `tools` are those of the session by name."""
    names = tuple(each.name for each in found)
    lines = [f"- {name}: {_short(tools[name].description)}" for name in names]
    many = "1 tool" if len(names) == 1 else f"{len(names)} tools"
    head = f"Found {many}, the best first. You can call them from your next reply on."
    return Outcome("ok", "\n".join((head, *lines)), adds=Added(names, query=query))


def nothing(query: str, there: Sequence[Found], left: int) -> Outcome:
    """Nothing new was found. `there` are tools that fit and that the model has already, `left` is how many could be found."""
    if there:
        named = ", ".join(each.name for each in there)
        return Outcome("ok", f"No other tool fits “{query}”. You have these already: {named}.")
    if not left:
        return Outcome("ok", "There are no more tools to be found. Go on with those you have.")
    many = "1 more tool" if left == 1 else f"{left} more tools"
    tried = "Try other words: what the tool does, or what it works with."
    return Outcome("ok", f"No tool fits “{query}” among {many}. {tried}")


def _short(description: str) -> str:
    said = " ".join(description.split())
    return said if len(said) <= MOST_CHARACTERS else f"{said[:MOST_CHARACTERS].rstrip()}…"
