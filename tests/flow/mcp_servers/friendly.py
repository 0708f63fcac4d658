"""A server that does everything right, built with the SDK's own: the tools of both eras of the protocol, resources, prompts, questions.

Run as a process: `python friendly.py [--old]`; with `--old` it speaks the handshake era alone. Each tool is named after what it shows.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import mcp_types as t
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage

OLD = "--old" in sys.argv
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
SOUND = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="
PER_PAGE = 5

Context = ServerRequestContext[Any, Any]
Answer = t.CallToolResult | t.InputRequiredResult
more: list[str] = []
bus = InMemorySubscriptionBus()


def text(words: str) -> t.CallToolResult:
    return t.CallToolResult(content=[t.TextContent(type="text", text=words)])


async def echo(_: Context, asked: t.CallToolRequestParams) -> Answer:
    return text(json.dumps(asked.arguments))


async def steps(context: Context, asked: t.CallToolRequestParams) -> Answer:
    total = None if (asked.arguments or {}).get("endless") else 4
    for step in (1, 2, 4):
        await context.session.report_progress(step, total, f"step {step}")
    return text("all steps done")


async def fails(_: Context, __: t.CallToolRequestParams) -> Answer:
    return t.CallToolResult(
        content=[t.TextContent(type="text", text="the vault is locked")], structured_content={"code": 7}, is_error=True
    )


async def refuses(_: Context, __: t.CallToolRequestParams) -> Answer:
    raise MCPError(-32050, "not today", {"try": "tomorrow"})


async def must_visit(_: Context, __: t.CallToolRequestParams) -> Answer:
    where = {"mode": "url", "elicitationId": "1", "url": "https://login.example/start", "message": "Sign in"}
    raise MCPError(-32042, "sign in first", {"elicitations": [where]})


async def structured(_: Context, __: t.CallToolRequestParams) -> Answer:
    return t.CallToolResult(content=[], structured_content={"celsius": 21.5})


async def unfit(_: Context, __: t.CallToolRequestParams) -> Answer:
    return t.CallToolResult(content=[], structured_content={"celsius": "warm"})


async def everything(_: Context, __: t.CallToolRequestParams) -> Answer:
    inside = t.TextResourceContents(uri="note://1", mime_type="text/plain", text="a note")
    file = t.BlobResourceContents(uri="file:///a.zip", mime_type="application/zip", blob="AAAA")
    return t.CallToolResult(
        content=[
            t.TextContent(type="text", text="look:"),
            t.ImageContent(type="image", data=PIXEL, mime_type="image/png"),
            t.AudioContent(type="audio", data=SOUND, mime_type="audio/wav"),
            t.EmbeddedResource(type="resource", resource=inside),
            t.EmbeddedResource(type="resource", resource=file),
            t.ResourceLink(type="resource_link", uri="note://2", name="second", mime_type="text/plain"),
        ]
    )


async def hang(context: Context, __: t.CallToolRequestParams) -> Answer:
    await context.session.report_progress(1, None, "hanging")
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        print("hang was cancelled", file=sys.stderr, flush=True)
        raise
    raise AssertionError


async def grow(context: Context, __: t.CallToolRequestParams) -> Answer:
    more.append(f"grown_{len(more) + 1}")
    await bus.publish(ToolsListChanged())
    if OLD:
        await context.session.send_tool_list_changed()
    return text("grown")


FORM = {
    "type": "object",
    "properties": {"size": {"type": "integer"}, "colour": {"type": "string", "enum": ["red", "green"]}},
    "required": ["size"],
}


async def ask_form(context: Context, asked: t.CallToolRequestParams) -> Answer:
    wanted = t.ElicitRequestFormParams(message="How big?", requested_schema=FORM)
    if OLD:
        given = await context.session.elicit_form("How big?", FORM, context.request_id)
        return text(f"{given.action} {json.dumps(given.content)}")
    if not asked.input_responses:
        return t.InputRequiredResult(input_requests={"form": t.ElicitRequest(params=wanted)}, request_state="form")
    answer = asked.input_responses["form"]
    assert isinstance(answer, t.ElicitResult)
    return text(f"{answer.action} {json.dumps(answer.content)}")


async def ask_model(context: Context, asked: t.CallToolRequestParams) -> Answer:
    said = t.SamplingMessage(role="user", content=t.TextContent(type="text", text="Name a colour."))
    if OLD:
        made = await context.session.create_message([said], max_tokens=9, related_request_id=context.request_id)
        return text(f"{made.model}: {made.content.text}")  # type: ignore[union-attr]
    if not asked.input_responses:
        params = t.CreateMessageRequestParams(messages=[said], max_tokens=9)
        return t.InputRequiredResult(
            input_requests={"model": t.CreateMessageRequest(params=params)}, request_state="model"
        )
    answer = asked.input_responses["model"]
    assert isinstance(answer, t.CreateMessageResult)
    return text(f"{answer.model}: {answer.content.text}")  # type: ignore[union-attr]


Tool = Callable[[Context, t.CallToolRequestParams], Awaitable[Answer]]
TOOLS: dict[str, Tool] = {
    each.__name__: each
    for each in (
        echo, steps, fails, refuses, must_visit, structured, unfit, everything, hang, grow, ask_form, ask_model,
    )
}  # fmt: skip
OUTPUT = {"type": "object", "properties": {"celsius": {"type": "number"}}, "required": ["celsius"]}
HINTS = {
    "echo": t.ToolAnnotations(title="Says it again", read_only_hint=True),
    "grow": t.ToolAnnotations(destructive_hint=True),
}


def told(name: str) -> t.Tool:
    return t.Tool(
        name=name,
        description=f"Shows {name}.",
        input_schema={"type": "object", "properties": {"words": {"type": "string"}}},
        output_schema=OUTPUT if name in ("structured", "unfit") else None,
        annotations=HINTS.get(name),
        _meta={"shown": name},
    )


async def list_tools(_: Context, asked: t.PaginatedRequestParams | None) -> t.ListToolsResult:
    names = [*TOOLS, *more]
    start = int(asked.cursor) if asked is not None and asked.cursor else 0
    following = str(start + PER_PAGE) if start + PER_PAGE < len(names) else None
    return t.ListToolsResult(tools=[told(name) for name in names[start : start + PER_PAGE]], next_cursor=following)


async def call_tool(context: Context, asked: t.CallToolRequestParams) -> Answer:
    if asked.name in more:
        return text(f"{asked.name} is there")
    return await TOOLS[asked.name](context, asked)


async def list_resources(_: Context, __: t.PaginatedRequestParams | None) -> t.ListResourcesResult:
    return t.ListResourcesResult(resources=[t.Resource(uri="note://1", name="first", mime_type="text/plain", size=6)])


async def list_templates(_: Context, __: t.PaginatedRequestParams | None) -> t.ListResourceTemplatesResult:
    return t.ListResourceTemplatesResult(
        resource_templates=[t.ResourceTemplate(uri_template="note://{number}", name="a note", title="Any note")]
    )


async def read_resource(_: Context, asked: t.ReadResourceRequestParams) -> t.ReadResourceResult:
    if asked.uri == "note://none":
        raise MCPError(-32002, "no such note")
    contents: list[t.TextResourceContents | t.BlobResourceContents] = [
        t.TextResourceContents(uri=asked.uri, mime_type="text/plain", text="a note"),
        t.BlobResourceContents(uri=asked.uri, mime_type="image/png", blob=PIXEL),
    ]
    return t.ReadResourceResult(contents=contents)


async def list_prompts(_: Context, __: t.PaginatedRequestParams | None) -> t.ListPromptsResult:
    arguments = [t.PromptArgument(name="tone", description="How", required=True), t.PromptArgument(name="length")]
    return t.ListPromptsResult(prompts=[t.Prompt(name="greet", title="Greeting", arguments=arguments)])


async def get_prompt(_: Context, asked: t.GetPromptRequestParams) -> t.GetPromptResult:
    inside = t.TextResourceContents(uri="note://1", text="a note")
    return t.GetPromptResult(
        description="A greeting",
        messages=[
            t.PromptMessage(role="user", content=t.TextContent(type="text", text=json.dumps(asked.arguments))),
            t.PromptMessage(role="assistant", content=t.EmbeddedResource(type="resource", resource=inside)),
            t.PromptMessage(role="user", content=t.ImageContent(type="image", data=PIXEL, mime_type="image/png")),
            t.PromptMessage(role="user", content=t.AudioContent(type="audio", data=SOUND, mime_type="audio/wav")),
        ],
    )


def made() -> Server[Any]:
    return Server(
        "friendly",
        version="1.2",
        title="The friendly one",
        instructions="Be kind.",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_subscriptions_listen=ListenHandler(bus),
    )


async def without_discover(incoming: Any, outgoing: Any, onward: Any) -> None:
    """What a server of the older era answers to the question of the newer one."""
    async with onward:
        async for item in incoming:
            message = item.message
            if isinstance(message, t.JSONRPCRequest) and message.method == "server/discover":
                error = t.ErrorData(code=t.METHOD_NOT_FOUND, message="Method not found")
                await outgoing.send(SessionMessage(t.JSONRPCError(jsonrpc="2.0", id=message.id, error=error)))
            else:
                await onward.send(item)


async def main() -> None:
    server = made()
    print("the friendly server is here", file=sys.stderr, flush=True)
    async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as group:
        if OLD:
            onward, filtered = anyio.create_memory_object_stream[SessionMessage | Exception](8)
            group.start_soon(without_discover, incoming, outgoing, onward)
            await server.run(filtered, outgoing, server.create_initialization_options())
        else:
            await server.run(incoming, outgoing, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
