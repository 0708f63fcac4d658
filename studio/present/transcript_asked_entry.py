"""The entry of what an MCP server asked the person.

Above: `transcript_entries`, `transcript_asked`. Below: `transcript_entry`.
"""

from typing import Any

import msgspec

from studio.present.transcript_entry import Entry


class ServerAskedEntry(Entry, frozen=True, tag="server_asked"):
    """A question of a server while it was at work on call `call` of `of` (zeros: not known): a `form`, a `url` to open, or a model's answer
    (`sampling`). `asked` are the parameters of its request, `message` and `url` what stands in them.

    `action` is `accept`, `decline` or `cancel`, `content` the filled form (`filled` as JSON text); of sampling `text` is what went back,
    from `model` or `by_hand`. `error` says why nothing came of it."""

    server: str = ""
    call: int = 0
    of: int = 0
    tool: str = ""
    what: str = "form"
    message: str = ""
    url: str = ""
    asked: dict[str, Any] = msgspec.field(default_factory=dict)
    action: str = "cancel"
    content: dict[str, Any] | None = None
    by_hand: bool = False
    model: str = ""
    text: str = ""
    error: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float | None = None
    filled: str = ""
