"""A chat request in neutral words.

Above: `dialects` write it, `responders` answer it. Below: `message`, `toolspec`.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from studio.messages.message import Message
from studio.messages.toolspec import ToolSpec


class ChatRequest(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is asked of a model.

    `params` are members of the body by the provider's own names (`temperature`, `tool_choice`, …), sent as they are.
    `system` is the system text, None when there is none (a system message may also stand among `messages`).
    """

    model_name: str
    messages: Sequence[Message]
    system: str | None = None
    tools: tuple[ToolSpec, ...] = ()
    params: dict[str, Any] = {}
