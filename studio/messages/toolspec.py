"""A tool as it is declared: name, words, and the JSON Schema of its parameters.

Above: `request`, `tools`, `session`. Knows nothing of how a tool runs.
"""

from typing import Any, Literal

import msgspec

ReturnBehavior = Literal["to_llm", "immediate", "immediate_if_last"]
"""Where a result goes: to the model, to the caller at once, or to the caller when the call is the last of its reply."""


def no_parameters() -> dict[str, Any]:
    """The schema of a tool that takes nothing."""
    return {"type": "object", "properties": {}}


class ToolSpec(msgspec.Struct, frozen=True, omit_defaults=True):
    """A declared tool. `parameters` is a JSON Schema object; `source` is shown to the person (`refund_tools.py`).

    A `sensitive` tool asks for approval before it runs. `extra` holds unknown members of an imported declaration, `origin` the
    dialect that they are bound to. `compensates` names the tool that this one undoes: `undo_with` the same arguments, or with the one
    `record` of the execution. An `idempotent` tool may be run again after an error. `seconds` is its own time-out, None for the
    session's; `metadata` is the author's and is never sent. `own_name` is what its source calls it, where the session has given it
    another name; empty for the same.
    """

    name: str
    description: str = ""
    parameters: dict[str, Any] = msgspec.field(default_factory=no_parameters)
    source: str = ""
    sensitive: bool = False
    extra: dict[str, Any] = {}
    origin: str = ""
    return_behavior: ReturnBehavior = "to_llm"
    compensates: str = ""
    undo_with: Literal["arguments", "record"] = "arguments"
    idempotent: bool = False
    always_visible: bool = False
    seconds: float | None = None
    metadata: dict[str, Any] = {}
    own_name: str = ""
