"""What an MCP server says of itself and of its tools, in lines for a person; nothing of it reaches a model.

Above: `tools`, `mcp_source`. Below: `session/server_view`, `workspace/serving`. Pure.
"""

from collections.abc import Iterator

from studio.cli.tools_source import Around
from studio.session.server_view import PromptInfo, ResourceInfo, ServerLook
from studio.workspace.serving import TakenTool


def hints_of(tool: TakenTool) -> tuple[str, ...]:
    """The title, the server's own name, and what the tool says it does, where it says so."""
    said = [
        *([f'titled "{tool.title}"'] if tool.title else []),
        *([f"the server's {tool.own_name}"] if tool.spec is not None and tool.spec.own_name else []),
        *_hint(tool.read_only, "only reads", "may change things"),
        *_hint(tool.destructive if tool.read_only is not True else None, "may destroy", "destroys nothing"),
        *_hint(tool.idempotent, "the same twice as once", ""),
        *_hint(tool.open_world, "reaches beyond this machine", "stays in its own world"),
    ]
    return tuple(said)


def around_lines(around: Around) -> Iterator[tuple[str, str]]:
    """Lines and their styles: the server, its resources and prompts, and what of it is not used."""
    look = around.server
    yield "", ""
    yield _headline(look), "heading"
    for line in look.instructions.splitlines():
        yield f"  {line}", ""
    if look.unused:
        yield f"  offers besides, not used here: {', '.join(look.unused)}", "quiet"
    for title, lines in (
        ("Resources", map(_resource, around.resources)),
        ("Prompts", map(_prompt, around.prompts)),
    ):
        listed = list(lines)
        yield f"{title}: {len(listed) or 'none'}", "heading"
        for line in listed:
            yield f"  {line}", ""


def _hint(value: bool | None, yes: str, no: str) -> list[str]:
    said = {True: yes, False: no}.get(value, "") if value is not None else ""
    return [said] if said else []


def _headline(look: ServerLook) -> str:
    version = f" {look.version}" if look.version else ""
    return f"{look.title or look.name}{version}, protocol {look.protocol or 'unknown'}"


def _resource(resource: ResourceInfo) -> str:
    kind = " (template)" if resource.template else ""
    more = ", ".join(filter(None, (resource.title or resource.name, resource.media_type, resource.description)))
    return f"{resource.uri}{kind}{': ' + more if more else ''}"


def _prompt(prompt: PromptInfo) -> str:
    takes = ", ".join(f"{each.name}{'' if each.required else '?'}" for each in prompt.arguments)
    more = prompt.description or prompt.title
    return f"{prompt.name}({takes}){': ' + more if more else ''}"
