"""What a comparison of two paths comes to, as values: rounds beside one another, the first differing decision, the sums.

Above: `compare` makes them, the command line and the window show them. Below: `story_values`. JSON of `compare --json`.
"""

from typing import Literal

import msgspec

from studio.present.story_values import NOTHING_SPENT, Round, Spent

Cause = Literal["edit", "model", "parameters", "tools", "prompt", "tool_output", "history", "chance", "end"]
"""What made a decision come out otherwise. `edit`: the person changed the reply itself, or what stands before it · `prompt`: system text
or a user message · `history`: earlier words of the model, or what was left out · `chance`: the requests say the same · `end`: one of the
two ends before."""

What = Literal[
    "call",
    "arguments",
    "text",
    "result",
    "failure",
    "model",
    "parameter",
    "tool",
    "system",
    "message",
]


LEFT, RIGHT = "(left)", "(right)"
"""Places of a change that a person made on one side alone."""


class Change(msgspec.Struct, frozen=True):
    """One thing that differs. `place` says where: the name of a tool, parameter or role, or a JSON Pointer into arguments; `old` and
    `new` are texts or JSON texts, None where there is nothing. With `LEFT` or `RIGHT` as place they are what stood there before an edit of
    that side, and after it."""

    what: What
    place: str = ""
    old: str | None = None
    new: str | None = None


class Pair(msgspec.Struct, frozen=True):
    """Two rounds beside one another; None where one side has none. `shared`: it is the same round of the same session. `decision` is what
    the model (or the person in its place) decided otherwise, `results` what came back otherwise."""

    left: Round | None = None
    right: Round | None = None
    shared: bool = False
    decision: tuple[Change, ...] = ()
    results: tuple[Change, ...] = ()

    @property
    def same(self) -> bool:
        """Whether both decided the same and got the same."""
        return not self.decision and not self.results


class Likely(msgspec.Struct, frozen=True):
    """A cause and what speaks for it."""

    cause: Cause
    changes: tuple[Change, ...] = ()


class FirstDecision(msgspec.Struct, frozen=True):
    """The first decision that differs: place in `Comparison.pairs`, from 0, and what may have made it, the likeliest first."""

    pair: int
    causes: tuple[Likely, ...]


class Side(msgspec.Struct, frozen=True):
    """One of the two: the session's title, the branch, the model; rounds, calls, tokens of all that was asked, seconds at work, US dollars
    (None: the price of a model is not known). `unread` counts the lines of its file that are damaged and missing here."""

    title: str = ""
    branch: str = ""
    model: str = ""
    rounds: int = 0
    calls: int = 0
    errors: int = 0
    tokens: Spent = NOTHING_SPENT
    seconds: float = 0.0
    cost: float | None = None
    answer: str = ""
    unread: int = 0


class Comparison(msgspec.Struct, frozen=True):
    """Two paths. `same_calls` and `same_arguments` speak of all rounds but those that come when the other side has ended, `same_answer` of
    the last text. `ends_earlier` is the side that has no round beside the last ones of the other: `left`, `right`, or empty."""

    left: Side
    right: Side
    pairs: tuple[Pair, ...] = ()
    first: FirstDecision | None = None
    same_calls: bool = True
    same_arguments: bool = True
    same_answer: bool = True
    ends_earlier: Literal["", "left", "right"] = ""
