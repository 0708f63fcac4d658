"""The entries of chosen tools and of agents, and what goes along with a message.

Above: `transcript_entries`, `transcript_toolbox`. Below: `transcript_entry`.
"""

import msgspec

from studio.present.transcript_entry import Entry


class PassageShown(msgspec.Struct, frozen=True):
    """A passage of a file that goes along with a message, in its first request only or `always`. `where` is the place in `source`."""

    source: str
    where: str = ""
    text: str = ""
    always: bool = False


class SourceEntry(Entry, frozen=True, tag="source"):
    """A source was asked which tools to offer, and named `tools`; with `error` it could not be."""

    source: str = ""
    tools: tuple[str, ...] = ()
    error: str = ""
    seconds: float | None = None


class GroupsChosenEntry(Entry, frozen=True, tag="groups_chosen"):
    """A small model was asked which groups of tools to open. With `error` no choice came of it."""

    groups: tuple[str, ...] = ()
    model: str = ""
    text: str = ""
    error: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float | None = None


class OfferedShown(msgspec.Struct, frozen=True):
    """An offered tool and why it is: `always`, `visible`, `pinned`, `group`, `source`, `found`, `skill` or `own`, `by` which."""

    tool: str
    why: str = "always"
    by: str = ""


class OfferedEntry(Entry, frozen=True, tag="offered"):
    """The tools of the next request. `came` are those that were not offered before, `left` those that are not any more; when none were
    chosen before, all of them came."""

    tools: tuple[OfferedShown, ...] = ()
    came: tuple[OfferedShown, ...] = ()
    left: tuple[str, ...] = ()
    first: bool = False


class AgentStartedEntry(Entry, frozen=True, tag="agent_started"):
    """A call of the agent `tool` begins: what follows one deeper happens in its session. `message` is what it is asked."""

    call: int = 0
    of: int = 0
    tool: str = ""
    message: str = ""
    ran_with: str = ""
    approved: bool = False
