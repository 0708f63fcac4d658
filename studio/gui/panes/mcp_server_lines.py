"""The lines of the MCP dock: servers, and of one of them tools, resources and prompts.

Above: the MCP dock. Below: `models/mcp_lines_model`, `present/mcp_server_row`. Knows no session: values come in, lines go out.
"""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from studio.gui.models.mcp_lines_model import Line
from studio.gui.words import fill, number, say, seconds, sentence
from studio.present.mcp_server_row import ServerRow, annotation_words, server_row
from studio.session.mcp_servers import McpServer
from studio.session.server_view import PromptInfo, ResourceInfo, ServerLook
from studio.workspace.serving import TakenTool

translate = QCoreApplication.translate


def server_lines(looks: Sequence[ServerLook], now: float) -> list[Line]:
    """A line for each server, `now` by the monotonic clock."""
    return [_server_line(look, server_row(look, now)) for look in looks]


def state_words(row: ServerRow) -> str:
    """The state of a server with how long it lasts: `starting · 12 s`."""
    waited = row.seconds
    return say(row.state) if waited is None else f"{say(row.state)} · {_whole(waited)}"


def _server_line(look: ServerLook, row: ServerRow) -> Line:
    said = [state_words(row), row.protocol, *(say(each) for each in row.facts)]
    below = " · ".join(filter(None, said))
    return Line(
        key=look.name,
        title=look.name,
        below=below,
        icon=row.icon,
        colour=row.colour,
        dim=look.phase == "off",
        hint="\n".join(filter(None, (look.name, below, look.command, sentence(look.why)))),
        spoken=", ".join(filter(None, (look.name, *said, sentence(look.why.split("\n", 1)[0])))),
    )


def _whole(waited: float) -> str:
    """Seconds that run, without parts of them."""
    return seconds(waited) if waited >= 60 else f"{int(waited)} s"


def tool_lines(tools: Sequence[TakenTool], server: McpServer) -> list[Line]:
    """A line for each tool that a server lists; what is filtered out, or waits to be taken in, says so."""
    return [_tool_line(tool, taken=server.takes(tool.own_name)) for tool in tools]


def _tool_line(tool: TakenTool, *, taken: bool) -> Line:
    name = tool.spec.name if tool.spec is not None else ""
    renamed = f"→ {name}" if name and name != tool.own_name else ""
    said = annotation_words(
        read_only=tool.read_only,
        destructive=tool.destructive,
        idempotent=tool.idempotent,
        open_world=tool.open_world,
    )
    annotations = " · ".join(say(each) for each in said)
    text = " — ".join(filter(None, (tool.title, " ".join(tool.description.split()))))
    left = "" if tool.spec is not None else _left_words(taken=taken)
    destructive = bool(tool.destructive) and not tool.read_only and tool.spec is not None
    return Line(
        key=tool.own_name,
        title=tool.own_name,
        code=True,
        aside=renamed,
        below=" · ".join(filter(None, (left, text))) or translate("McpLines", "No description"),
        right=annotations,
        icon="call" if tool.spec is not None else "ring",
        colour=("error" if destructive else "call") if tool.spec is not None else "muted",
        dim=tool.spec is None,
        hint="\n".join(filter(None, (tool.own_name, renamed, tool.title, tool.description, annotations, left))),
        spoken=", ".join(filter(None, (tool.own_name, _spoken(name, tool.own_name), annotations, left, tool.title))),
    )


def _left_words(*, taken: bool) -> str:
    """Why a tool is not in the session."""
    if taken:
        return translate("McpLines", "Comes in before the next request")
    return translate("McpLines", "Left out by the filter of the server")


def _spoken(name: str, own: str) -> str:
    if not name or name == own:
        return ""
    return fill(translate("McpLines", "for the model {name}"), name=name)


def resource_lines(resources: Sequence[ResourceInfo]) -> list[Line]:
    """A line for each resource and each template."""
    return [_resource_line(each) for each in resources]


def _resource_line(resource: ResourceInfo) -> Line:
    title = resource.title or resource.name
    template = translate("McpLines", "template") if resource.template else ""
    size = _size(resource.size) if resource.size is not None else ""
    text = " — ".join(filter(None, (title, " ".join(resource.description.split()))))
    right = " · ".join(filter(None, (template, resource.media_type, size)))
    return Line(
        key=resource.uri,
        title=resource.uri,
        code=True,
        below=text or translate("McpLines", "No description"),
        right=right,
        icon="conditional" if resource.template else "file",
        hint="\n".join(filter(None, (resource.uri, title, resource.description, right))),
    )


def prompt_lines(prompts: Sequence[PromptInfo]) -> list[Line]:
    """A line for each prompt, with what it takes: a `?` behind what can be left out."""
    return [_prompt_line(each) for each in prompts]


def _prompt_line(prompt: PromptInfo) -> Line:
    takes = ", ".join(each.name if each.required else f"{each.name}?" for each in prompt.arguments)
    text = " — ".join(filter(None, (prompt.title, " ".join(prompt.description.split()))))
    return Line(
        key=prompt.name,
        title=prompt.name,
        code=True,
        aside=f"({takes})" if takes else "",
        below=text or translate("McpLines", "No description"),
        icon="message",
        hint="\n".join(filter(None, (prompt.name, takes, prompt.title, prompt.description))),
    )


def _size(size: int) -> str:
    """Bytes as people read them."""
    if size < 1000:
        return f"{size} B"
    return f"{number(size / 1000, 1)} kB" if size < 1_000_000 else f"{number(size / 1_000_000, 1)} MB"
