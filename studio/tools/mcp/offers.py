"""What a running server offers, asked over the SDK's client and given as the server's own JSON, all pages.

Above: `connection`. Below: `lenient` (the answers as they came), `pages`. Raises what the SDK raises, and EndlessListError.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from mcp.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import METHOD_NOT_FOUND, ListToolsResult, ServerCapabilities

from studio.tools.mcp.lenient import results_kept
from studio.tools.mcp.pages import all_pages

Json = dict[str, Any]


async def tools_of(client: Client) -> list[Json]:
    """Its tools, each name once; none where it offers none. Those that the SDK may not call (headers that cannot be) stay out."""
    if client.server_capabilities.tools is None:
        return []
    callable_names: set[str] = set()

    async def ask(cursor: str | None) -> None:
        page: ListToolsResult = await client.list_tools(cursor=cursor)
        callable_names.update(tool.name for tool in page.tools)

    named: dict[str, Json] = {}
    for each in await _listed(ask, "tools/list", "tools"):
        if isinstance(each, dict) and each.get("name") in callable_names:
            named.setdefault(each["name"], each)
    return list(named.values())


async def resources_of(client: Client) -> list[Any]:
    """Its resources, then its templates."""
    if client.server_capabilities.resources is None:
        return []
    listed = await _listed(lambda cursor: client.list_resources(cursor=cursor), "resources/list", "resources")
    try:
        return listed + await _listed(
            lambda cursor: client.list_resource_templates(cursor=cursor),
            "resources/templates/list",
            "resourceTemplates",
        )
    except MCPError as error:
        if error.error.code != METHOD_NOT_FOUND:
            raise
        return listed


async def prompts_of(client: Client) -> list[Any]:
    """Its prompts."""
    if client.server_capabilities.prompts is None:
        return []
    return await _listed(lambda cursor: client.list_prompts(cursor=cursor), "prompts/list", "prompts")


async def contents_of(client: Client, uri: str) -> list[Any]:
    """The contents of a resource."""
    with results_kept() as given:
        await client.read_resource(uri)
    contents = given.results.get("resources/read", {}).get("contents")
    return contents if isinstance(contents, list) else []


async def prompt_of(client: Client, name: str, arguments: dict[str, str]) -> Json:
    """The result of a prompt."""
    with results_kept() as given:
        await client.get_prompt(name, {key: value for key, value in arguments.items() if value})
    return given.results.get("prompts/get", {})


def unused(capabilities: ServerCapabilities) -> tuple[str, ...]:
    """What it offers that is not used here, by name."""
    found = {
        "completions": capabilities.completions is not None,
        "logging": capabilities.logging is not None,
        "tasks": capabilities.tasks is not None,
        "resource subscriptions": capabilities.resources is not None and capabilities.resources.subscribe is True,
    }
    more = (*(capabilities.experimental or {}), *(capabilities.extensions or {}), *(capabilities.model_extra or {}))
    return (*(name for name, there in found.items() if there), *dict.fromkeys(more))


async def _listed(ask: Callable[[str | None], Awaitable[Any]], method: str, key: str) -> list[Any]:
    async def fetch(cursor: str | None) -> Json:
        with results_kept() as given:
            await ask(cursor)
        return given.results.get(method, {})

    return await all_pages(fetch, key)
