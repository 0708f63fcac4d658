"""Searches the tools of one session, by words or by vectors, as its settings say. The index and the vectors of the tools' texts are kept
while the session is open; what was searched for is not.

Above: `own_runner`, `finding`. Below: `world`, `wiring`, `engine/offering`. Offers nothing by itself.
"""

import asyncio
from collections.abc import Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, assert_never

from studio.engine.offering import searchable
from studio.problems import StudioError
from studio.said import said
from studio.session.responder_choice import ResponderChoice
from studio.session.setup import Setup
from studio.session.toolbox import ToolSearch
from studio.tools.own_search import brought, empty_query, failed, nothing, query_of
from studio.tools.tool import Outcome
from studio.tools.tool_index import Found, ToolIndex, WordRanking
from studio.workspace import wiring
from studio.workspace.world import World

if TYPE_CHECKING:
    from studio.responders.vectors import Vectors


class SearchError(StudioError):
    """A search that cannot be made as the settings say."""


class Searching:
    """Tool search of one session."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._index = ToolIndex()
        self._updating = asyncio.Lock()
        self._vectors: dict[tuple[str, str, str], Vectors] = {}

    async def run(self, setup: Setup, arguments: Mapping[str, Any], seconds: float | None) -> Outcome:
        """A call of the search tool: what was found is offered from the next request on. `seconds` is how long it may take."""
        query = query_of(arguments)
        if not query:
            return empty_query()
        sent = frozenset(tool.name for tool in setup.sent_tools)
        tools = {tool.name: tool for tool in searchable(setup) if tool.name not in sent}
        try:
            async with asyncio.timeout(seconds):
                found = await self.find(setup, query, tools)
                if found:
                    return brought(query, found, tools)
                there = await self._of_words(setup, query, sent, "words")
        except TimeoutError:
            return failed(said("it took longer than {seconds} s.", seconds=f"{seconds:g}"))
        except StudioError as error:
            return failed(error.sentence, error.help)
        return nothing(query, there, len(tools))

    async def find(
        self, setup: Setup, query: str, among: Collection[str], search: ToolSearch | None = None
    ) -> tuple[Found, ...]:
        """The best tools of those whose names are in `among`, best first; `search` in the place of the session's own settings. Raises
        StudioError when an endpoint does not answer."""
        search = search or setup.search
        if not among or not query.strip():
            return ()
        match search.ranking:
            case "words" | "bm25":
                found = await self._of_words(setup, query, among, search.ranking, search.most)
            case "vectors":
                found = await self._of_vectors(setup, query, among, search)
            case _:
                assert_never(search.ranking)
        return tuple(each for each in found if each.score >= search.least)

    async def _of_words(
        self, setup: Setup, query: str, among: Collection[str], ranking: WordRanking, most: int = 5
    ) -> tuple[Found, ...]:
        async with self._updating:
            for _ in self._index.updating(setup.tools):
                await asyncio.sleep(0)
            return self._index.find(query, most, ranking, among)

    async def _of_vectors(
        self, setup: Setup, query: str, among: Collection[str], search: ToolSearch
    ) -> tuple[Found, ...]:
        choice, world = search.embeddings, self._world
        profile = world.profile(choice.profile) if choice is not None else None
        if choice is None or profile is None:
            gone = (
                said("The profile {profile}, which gives the vectors, is not there", profile=choice.profile)
                if choice is not None
                else ""
            )
            raise SearchError(
                said("{gone}.", gone=gone or said("No endpoint for embeddings is chosen")),
                said("Choose a profile in the settings of tool search."),
            )
        if not choice.model_name:
            raise SearchError(
                said("No model for embeddings is named."), said("Name one in the settings of tool search.")
            )

        embed = partial(
            wiring.embed, profile, choice.model_name, world.http(), partial(world.key, profile), world.redactor
        )
        texts = {tool.name: f"{tool.name}: {tool.description}" for tool in setup.tools if tool.name in among}
        ranked = await self._kept(choice, profile.base_url).rank(query, texts, embed)
        return tuple(Found(name, round(near, 4)) for name, near in ranked[: search.most])

    def _kept(self, choice: ResponderChoice, base_url: str) -> "Vectors":
        key = (choice.profile, base_url, choice.model_name)
        if key not in self._vectors:
            self._vectors[key] = wiring.vectors()
        return self._vectors[key]
