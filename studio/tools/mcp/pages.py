"""All pages of a list, one after the other. Pure but for the fetching it is given.

Above: `connection`, `around`. Below: `server_error`. Never for ever: a cursor that comes again ends it, and so do 1,000 pages.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from studio.said import said
from studio.tools.mcp.server_error import ServerError

MOST_PAGES = 1_000


class EndlessListError(ServerError):
    """A list whose pages have no end."""


async def all_pages(fetch: Callable[[str | None], Awaitable[dict[str, Any]]], key: str) -> list[Any]:
    """The members `key` of every page, in their order. `fetch` gets the cursor, None for the first page, and gives the page as JSON. An
    empty page is not the end, an empty cursor is. Raises EndlessListError, and what `fetch` raises."""
    found: list[Any] = []
    seen: set[str] = set()
    cursor: str | None = None
    for _ in range(MOST_PAGES):
        page = await fetch(cursor)
        members = page.get(key)
        found += members if isinstance(members, list) else []
        following = page.get("nextCursor")
        if not isinstance(following, str) or not following:
            return found
        if following in seen:
            raise EndlessListError(
                said("The list {key} has no end: the server gives a cursor for the second time.", key=key)
            )
        seen.add(following)
        cursor = following
    raise EndlessListError(said("The list {key} has more than {most} pages.", key=key, most=f"{MOST_PAGES:,}"))
