"""Lists in pages: all of them, and never for ever."""

import itertools
from typing import Any

import pytest

from studio.tools.mcp.pages import MOST_PAGES, EndlessListError, all_pages

pytestmark = pytest.mark.anyio


async def test_an_empty_page_is_not_the_end_and_an_empty_cursor_is() -> None:
    pages: dict[str | None, dict[str, Any]] = {
        None: {"tools": [1], "nextCursor": "b"},
        "b": {"tools": [], "nextCursor": "c"},
        "c": {"tools": [2], "nextCursor": ""},
    }

    async def fetch(cursor: str | None) -> dict[str, Any]:
        return pages[cursor]

    assert await all_pages(fetch, "tools") == [1, 2]


async def test_a_cursor_that_comes_again_ends_it() -> None:
    async def fetch(_: str | None) -> dict[str, Any]:
        return {"tools": [1], "nextCursor": "same"}

    with pytest.raises(EndlessListError, match="second time"):
        await all_pages(fetch, "tools")


async def test_a_list_that_never_ends_is_given_up() -> None:
    numbers = itertools.count()

    async def fetch(_: str | None) -> dict[str, Any]:
        return {"nextCursor": str(next(numbers))}

    with pytest.raises(EndlessListError, match="more than"):
        await all_pages(fetch, "tools")
    assert next(numbers) == MOST_PAGES


async def test_what_is_no_list_and_no_cursor_is_an_empty_last_page() -> None:
    async def fetch(_: str | None) -> dict[str, Any]:
        return {"tools": "none", "nextCursor": 5}

    assert await all_pages(fetch, "tools") == []
