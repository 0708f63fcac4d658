"""An open session and its tool search: a search without effect, and a search call that the person answers.

Above: `equipped`. Below: `mocking`, `searching`. Neither runs a tool; a search by vectors asks the endpoint.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from studio.engine import edits
from studio.engine.offering import searchable
from studio.said import said
from studio.session.nodes import CallKey
from studio.session.own_tools import own
from studio.session.toolbox import ToolSearch
from studio.tools.own_search import brought, nothing, query_of
from studio.tools.tool_index import Found
from studio.workspace.mocking import MockingSession

__all__ = ["FindingSession", "Found"]


class FindingSession(MockingSession):
    """Tool search."""

    async def search_tools(self, query: str, search: ToolSearch | None = None) -> tuple[Found, ...]:
        """What the model would find, tools that it has found already included; `search` in the place of the session's own settings.
        Changes nothing. Raises StudioError when the endpoint of a search by vectors does not answer."""
        setup = self.state.setup
        among = frozenset(tool.name for tool in searchable(setup))
        return await self._wired.own.searching.find(setup, query, among, search)

    def find_for(self, key: CallKey, names: Sequence[str]) -> None:
        """Answer a search call by hand: these tools are found, best first, and offered from the next request on. Raises
        EditRefusedError for a call that is no search, and for a tool that no search may find."""
        setup, call = self.state.setup, edits.open_call(self.state, key).call
        self._not_running(key)
        spec = setup.tool(call.name)
        if spec is None or own(spec) != "search":
            raise edits.EditRefusedError(
                said("{tool} is no search for tools.", tool=call.name), said("Mock its result instead.")
            )
        tools = {tool.name: tool for tool in searchable(setup)}
        wrong = next((name for name in names if name not in tools), None)
        if wrong is not None:
            raise edits.EditRefusedError(
                said("A search cannot find {wrong}.", wrong=wrong),
                said("It is unknown, off, denied, in a group, or offered anyhow."),
            )
        query = query_of(self._wired.arguments(setup, edits.open_call(self.state, key)) or {})
        found = tuple(Found(name, 0.0) for name in dict.fromkeys(names))
        outcome = brought(query, found, tools) if found else nothing(query, (), len(tools))
        given = edits.give_result(self.state, key, "mock", outcome.text, is_error=False)
        self.journal.append(replace(given, adds=outcome.adds))
