"""One row of the timeline, as values: what it says, what colour token and icon it has, and where it stands.

Above: `rows`, both fronts. Below: `words`, `session`. Knows no pixel and no language: a word is a `Words`, anything else plain text.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from studio.present.words import Words
from studio.session.breakpoints import Breakpoint
from studio.session.nodes import CallKey, NodeId
from studio.session.tree import ROOT

RowKind = Literal[
    "session",
    "message",
    "setup",
    "round",
    "request",
    "failed",
    "response",
    "call",
    "result",
    "error",
    "rollback",
    "undone",
    "tools",
    "asked",
    "fork",
    "edit",
    "memory",
    "damaged",
    "next",
]
Lane = Literal["none", "middle", "last"]
StopSign = Literal["", "stop", "condition", "log", "off"]
"""What the gutter shows: it stops here, under a condition, only logs or changes something, is switched off."""
Phrase = Words | str
"""Words are translated; plain text (names, arguments, results) is shown as it is."""


class Slot(msgspec.Struct, frozen=True, gc=False):
    """A row's place and identity, without its content. `part` is the number of the part of the list it belongs to.

    `node` is the event it stands for: the reply for a call and for the rollback after its calls, the fork's place for a fork. `call` is
    the key of a call, its result, its undoing, an edit of either, or what a server asked while it worked on it;
    `start` the first node of the branch that a fork row names. `at` is its place among the rows of the part, as far as agents stand
    between them: what an agent of the nth call does stands between `2n + 1` (the call) and `2n + 2` (its result).
    """

    part: int
    kind: RowKind
    node: NodeId
    call: CallKey | None = None
    start: NodeId = ROOT
    at: int = 0


class Badge(msgspec.Struct, frozen=True):
    """A short word on a row, in the colour `token`."""

    words: Words
    token: str


class Bar(msgspec.Struct, frozen=True):
    """A piece of the waterfall: from `start` to `end` (0 to 1 on the round's own axis). Hollow: waiting for the first byte."""

    start: float
    end: float
    token: str
    hollow: bool = False


class Row(msgspec.Struct, frozen=True):
    """What is drawn of one row. Summaries are phrases that are shown with middle dots between them. `event` is the newest event
    that is shown on it; `start` the branch to which a fork row leads.

    `notes` are sentences for the tooltip and for being read out: what a request says otherwise than the session.

    `rewind` is the node to stand at when the person goes back to this row: before a request or call, after anything else.
    `level` counts inwards: 0 a round, 1 its steps, 2 a round of an agent, 3 its steps; `label` is the number of such a round (`2.1`).
    `through` says of each lane left of the row's own whether it goes on below.

    `ms` is wall time in milliseconds, tokens are those the provider counted; None where nobody said. `estimate` is what the text of a
    message or result costs about.
    """

    kind: RowKind
    node: NodeId
    title: Phrase
    icon: str
    token: str
    call: CallKey | None = None
    start: NodeId = ROOT
    rewind: NodeId = ROOT
    event: NodeId = ROOT
    round: int = 0
    label: str = ""
    level: int = 0
    through: tuple[bool, ...] = ()
    lane: Lane = "none"
    code_title: bool = False
    code_summary: bool = False
    summary: tuple[Phrase, ...] = ()
    badges: tuple[Badge, ...] = ()
    notes: tuple[Phrase, ...] = ()
    tool: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    estimate: int | None = None
    ms: int | None = None
    bars: tuple[Bar, ...] = ()
    folded: bool | None = None
    edited: bool = False
    mocked: bool = False
    uncertain: bool = False
    running: bool = False
    waiting: bool = False
    shared: bool = False
    parent_only: bool = False
    is_head: bool = False
    is_next: bool = False
    problems: int = 0
    stop: StopSign = ""


class Standing(msgspec.Struct, frozen=True):
    """Where a session stands and what is due, in the facts that rows need; the front takes them from the open session.

    `call` is the call that is due, `paused` the word for the head's row while stopped (PAUSED, LIMIT), `next` what the next step
    does, and `asks` whether that is a request. `loops` has a badge and a sentence for calls at which a loop seems to get nowhere.
    `running` are the calls under way, `asking` says that a request is: without an end they count as uncertain
    otherwise. `problems` counts those of each open call; `stops` names the row kinds that will stop (`call`, `request`), `points` are
    the breakpoints.
    """

    call: CallKey | None = None
    paused: Badge | None = None
    next: Words | None = None
    asks: bool = True
    running: frozenset[CallKey] = frozenset()
    asking: bool = False
    problems: Mapping[CallKey, int] = {}
    loops: Mapping[CallKey, tuple[Badge, Phrase]] = {}
    stops: frozenset[str] = frozenset()
    points: tuple[Breakpoint, ...] = ()


class Live(msgspec.Struct, frozen=True):
    """How far what is under way has come: `now` on the session's clock, and since when the reply streams (None: it is waited for)."""

    now: int
    first_byte: int | None = None
