"""Which of the known tools a request offers, as values: groups with a rule, sources, who chooses among groups, tool search.

Above: `setup`, `events`, `engine/offering`, the fronts. Below: `responder_choice`. Decides nothing.
"""

from typing import Literal

import msgspec

from studio.session.responder_choice import ResponderChoice


class Always(msgspec.Struct, frozen=True, omit_defaults=True, tag="always"):
    """The group is open in every request."""


class ByWords(msgspec.Struct, frozen=True, omit_defaults=True, tag="words"):
    """Open when the user message of the turn holds one of the words: whole words in any case, anywhere where a script has no spaces."""

    words: tuple[str, ...] = ()


class ByExpression(msgspec.Struct, frozen=True, omit_defaults=True, tag="expression"):
    """Open when a JMESPath over the state (see `engine/offering`) gives anything but false, null and the empty."""

    text: str = ""


class ByHand(msgspec.Struct, frozen=True, omit_defaults=True, tag="hand"):
    """Open as the person switched it."""

    open: bool = False


class Chosen(msgspec.Struct, frozen=True, omit_defaults=True, tag="chosen"):
    """Open in a turn when it was chosen in it: by a small model before the first request, or by the model's own call (`Chooser`)."""


Rule = Always | ByWords | ByExpression | ByHand | Chosen


class ToolGroup(msgspec.Struct, frozen=True, omit_defaults=True):
    """Tools that are offered together: `tools` are names or patterns (`issue_*`). A tool of several groups is offered when one of them is
    open; a tool of none is no matter of groups. `description` is what whoever chooses reads."""

    name: str
    tools: tuple[str, ...] = ()
    rule: Rule = Always()
    description: str = ""
    on: bool = True


class ToolSource(msgspec.Struct, frozen=True, omit_defaults=True):
    """A function of a tools file that is asked before every request which more tools to offer: `function(message, history)` gives their
    names. It runs in the worker of the trusted file `file` (its path). What it names stays offered to the end of the turn; the tools of
    `tools` (names or patterns) are offered only when it names them."""

    name: str
    file: str
    function: str
    tools: tuple[str, ...] = ()
    on: bool = True


class Chooser(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who chooses among the groups with the rule `Chosen`: the model itself by the tool `choose_domain`, or a small model that is asked
    once a turn before the first request. `instructions` go before the list of groups, empty for the usual ones."""

    by: Literal["tool", "model"] = "tool"
    responder: ResponderChoice | None = None
    instructions: str = ""


class ToolSearch(msgspec.Struct, frozen=True, omit_defaults=True):
    """Tools are found by the model with a search tool named `name`; only what was found, is always visible, or came in by a group, a skill
    or a source is offered. `ranking`: `words` (2 for a whole word of the name, 1 for one of the description), `bm25`, or `vectors`
    through the embeddings endpoint of `embeddings` (its `model_name`). `most` results; those under `least` are left out."""

    on: bool = False
    ranking: Literal["words", "bm25", "vectors"] = "words"
    most: int = 5
    least: float = 0.0
    name: str = "search_tools"
    embeddings: ResponderChoice | None = None


class Added(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a result brings with it for the requests after it: `tools` that were found (best first), the `skill` that was activated, the
    `groups` that were chosen; of a search its `query`."""

    tools: tuple[str, ...] = ()
    skill: str = ""
    groups: tuple[str, ...] = ()
    query: str = ""


Why = Literal["always", "visible", "pinned", "group", "source", "found", "skill", "own"]
"""Why a tool is offered: nothing speaks against it · always visible · kept in by hand · an open group · a source named it · found by
search · an activated skill · the program's own (search, skills, groups)."""

WhyNot = Literal["off", "agent", "denied", "undoes", "group", "source", "search", "skill", "server"]
"""Why not: switched off · the agent at work has no such tool · denied by a policy · it only undoes · no group of it is open · no source
named it · not found yet · its skill is not activated · its MCP server is switched off."""


class OfferedTool(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tool of a request, and why it is in: `by` is the group, source, skill or query that let it in."""

    name: str
    why: Why = "always"
    by: str = ""


class LeftTool(msgspec.Struct, frozen=True, omit_defaults=True):
    """A known tool that a request does not offer, and why: `by` names the groups, sources or skill that would let it in, the
    agent that has no such tool, or the MCP server that is switched off."""

    name: str
    why: WhyNot = "off"
    by: str = ""
