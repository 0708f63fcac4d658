"""The declarations of tools as pieces of a document, as they were set.

Above: `transcript_document`. Below: `messages/toolspec`, `session/events`. Pure.
"""

import json
from collections.abc import Iterator

import msgspec

from studio.present.transcript_pieces import Said
from studio.session.events import Event, SetupChanged


def declarations(event: Event, depth: int = 0) -> Iterator[Said]:
    """The tools that a change of settings set, each folded."""
    tools = event.tools if isinstance(event, SetupChanged) else msgspec.UNSET
    for tool in tools if tools is not msgspec.UNSET else ():
        told = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
        text = json.dumps(told, ensure_ascii=False, indent=2)
        yield Said(f"Tool {tool.name}", text, "quiet", "json", fold=True, depth=depth)
