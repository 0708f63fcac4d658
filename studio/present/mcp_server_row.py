"""What a row of the list of MCP servers says: the state as a word with a sign, the version of the protocol, what it offers in numbers.

Above: the MCP dock. Below: `session/server_view`, `words`. Knows no clock: what passes is told to it.
"""

import msgspec

from studio.present.words import Words, words
from studio.session.server_view import Phase, ServerLook

_SIGNS: dict[Phase, tuple[str, str]] = {
    "off": ("ring", "muted"),
    "untrusted": ("lock", "warn"),
    "stopped": ("stop", "muted"),
    "starting": ("clock", "response"),
    "ready": ("tick", "result"),
    "failed": ("provider_error", "error"),
    "restarting": ("restart", "response"),
}
UNDER_WAY: frozenset[Phase] = frozenset(("starting", "restarting"))


class ServerRow(msgspec.Struct, frozen=True):
    """A row. `icon` in the colour of the token `colour`; `state` is its word, `seconds` how long that lasts (None where nobody waits);
    `facts` are the rest, from left to right: `protocol` as it is written, then words."""

    name: str
    icon: str
    colour: str
    state: Words
    seconds: float | None
    protocol: str
    facts: tuple[Words, ...]


def server_row(look: ServerLook, now: float) -> ServerRow:
    """The row of a server at a time of the monotonic clock."""
    icon, colour = _SIGNS[look.phase]
    waited = max(now - look.since, 0.0) if look.phase in UNDER_WAY and look.since else None
    protocol = look.protocol if look.phase == "ready" else ""
    return ServerRow(look.name, icon, colour, words(f"server.{look.phase}"), waited, protocol, tuple(_facts(look)))


def _facts(look: ServerLook) -> list[Words]:
    """In numbers; what there is none of is left out, but for the tools of a server that is ready."""
    found = [words("count.server_tools", n=look.tools)] if look.tools or look.phase == "ready" else []
    if look.left:
        found.append(words("count.server_left", n=look.left))
    if look.resources:
        found.append(words("count.server_resources", n=look.resources))
    if look.prompts:
        found.append(words("count.server_prompts", n=look.prompts))
    return found


def annotation_words(
    *, read_only: bool | None, destructive: bool | None, idempotent: bool | None, open_world: bool | None
) -> tuple[Words, ...]:
    """What a server says of a tool, as far as it says yes; a tool that only reads destroys nothing, whatever else is said."""
    said = {
        "read_only": read_only,
        "destructive": destructive and not read_only,
        "idempotent": idempotent,
        "open_world": open_world,
    }
    return tuple(words(f"annotation.{name}") for name, yes in said.items() if yes)
