"""What came of a sample, counted, as values: the same for the window, the command line and JSON.

Above: `sample_report`, `sample_text`, the window. Below: nothing.
"""

import msgspec


class Count(msgspec.Struct, frozen=True):
    """How often something came."""

    text: str
    times: int


class ToolTally(msgspec.Struct, frozen=True):
    """In how many replies a tool was the first to be called, and in how many it was called at all."""

    name: str
    first: int
    any: int


class MemberSpread(msgspec.Struct, frozen=True):
    """The values of one member of the arguments as JSON, the most frequent first. `absent`: in so many calls it was left out."""

    name: str
    values: tuple[Count, ...]
    absent: int = 0


class Spread(msgspec.Struct, frozen=True):
    """How the arguments of a tool spread over its `calls`, the most frequent first; what differs only in spaces or in the order of members
    is the same. `members` tells the same member by member, of arguments that are objects."""

    tool: str
    calls: int
    arguments: tuple[Count, ...]
    members: tuple[MemberSpread, ...]


class Tally(msgspec.Struct, frozen=True):
    """So many requests came to their end: `replies`, `errors` (by their sentence), and `cancelled`, which were given up. All that follows
    is of the replies.

    `none` asked for no tool, `several` for more than one call. `right` of `expected` called exactly the tools that should be called (the
    order is not looked at). `median` and `p90` are seconds; None without a reply. `input` and `output` are tokens as the provider
    reported them, `uncounted` replies had no report; `cost` in US dollars is None where the price is not known."""

    replies: int = 0
    errors: tuple[Count, ...] = ()
    cancelled: int = 0
    none: int = 0
    several: int = 0
    tools: tuple[ToolTally, ...] = ()
    spreads: tuple[Spread, ...] = ()
    expected: int = 0
    right: int = 0
    median: float | None = None
    p90: float | None = None
    input: int = 0
    output: int = 0
    uncounted: int = 0
    cost: float | None = None

    @property
    def wrong(self) -> int:
        """Replies that called other tools than they should."""
        return self.expected - self.right

    @property
    def failed(self) -> int:
        """Requests that brought an error."""
        return sum(error.times for error in self.errors)


class ProbeTally(msgspec.Struct, frozen=True):
    """What one prompt came to: empty for the request as it is. `expects` as in `SampleProbe`."""

    prompt: str
    expects: tuple[str, ...] | None
    tally: Tally


class ArmReport(msgspec.Struct, frozen=True):
    """One way to ask, over all prompts and for each. `text` is what it says otherwise: another system text, another description of a
    tool behind its name."""

    name: str
    profile: str
    model_name: str
    tally: Tally
    probes: tuple[ProbeTally, ...]
    text: str = ""


class Difference(msgspec.Struct, frozen=True):
    """How often two arms did the same thing: `what` is `right`, `none` (no tool called) or `tool` (this one called at all).

    `chance` is how likely a difference at least as large is where the two do not differ at all (Fisher's exact test, both sides); it
    takes each reply for a throw of its own. Under one in twenty it is hardly chance."""

    one: str
    other: str
    what: str
    tool: str
    hits: int
    of: int
    other_hits: int
    other_of: int
    chance: float

    @property
    def points(self) -> float:
        """By how many points of a hundred the other one did it more often."""
        return 100 * (self.other_hits / self.other_of - self.hits / self.of)

    @property
    def hardly_chance(self) -> bool:
        """Whether it may be taken for a real difference."""
        return self.chance < 0.05


class SampleReport(msgspec.Struct, frozen=True):
    """A whole sample. `ended` and `why` as in `KeptSample`; `done` of `total` requests came to their end."""

    id: str
    at: int
    ended: bool
    why: str
    done: int
    total: int
    arms: tuple[ArmReport, ...]
    differences: tuple[Difference, ...] = ()
