"""A tool as it is declared: name, words, and the JSON Schema of its parameters.

Above: `request`, `tools`, `session`. Knows nothing of how a tool runs.
"""

from typing import Any

import msgspec


def no_parameters() -> dict[str, Any]:
    """The schema of a tool that takes nothing."""
    return {"type": "object", "properties": {}}


class ToolSpec(msgspec.Struct, frozen=True, omit_defaults=True):
    """A declared tool. `parameters` is a JSON Schema object; `source` is shown to the person (`refund_tools.py`).

    A `sensitive` tool asks for approval before it runs. `extra` holds unknown members of an imported declaration, `origin` the
    dialect that they are bound to.
    """

    name: str
    description: str = ""
    parameters: dict[str, Any] = msgspec.field(default_factory=no_parameters)
    source: str = ""
    sensitive: bool = False
    extra: dict[str, Any] = {}
    origin: str = ""
