"""An agent as a tool, as a value: a call of it is a session inside the session.

Above: `executors`, `nested`, the fronts. Below: `memory`, `responder_choice`. Runs nothing.
"""

from typing import Any

import msgspec

from studio.session.memory import Memory
from studio.session.responder_choice import ResponderChoice


class Agent(msgspec.Struct, frozen=True, omit_defaults=True, tag="agent"):
    """What a call of the tool runs. `tools` are names or patterns of the session's tools that it may call, also those that are switched
    off for its caller. `responder` and `params` None: those of the caller; `model_name` is another model of whoever answers. `prompt`
    is its first user message with `{member}` of the arguments; empty: the only text argument, else the arguments as JSON. With
    `keeps_memory` its history goes on with the next call under the same memory id of the caller, else each call begins anew."""

    system: str | None = None
    tools: tuple[str, ...] = ()
    responder: ResponderChoice | None = None
    params: dict[str, Any] | None = None
    prompt: str = ""
    memory: Memory = Memory()
    keeps_memory: bool = False
    max_round_trips: int = 20
    model_name: str = ""
