"""What was spent on the way to a node, as values: tokens, money, time; of one round, tool or model, or of all.

Above: `spending`, `cost_rows`, `cost_text`, both fronts. Below: `messages/price`, `messages/usage_parts`. Pure.
"""

from typing import Literal, NamedTuple

import msgspec

from studio.messages.price import Price
from studio.messages.usage_parts import UsageParts
from studio.session.nodes import NodeId

Source = Literal["live", "recorded", "scripted", "by_hand"]


class Who(NamedTuple):
    """Who answered: the model's name and where it is reached; both empty where nobody kept it."""

    model: str = ""
    base_url: str = ""


class Asked(msgspec.Struct, frozen=True):
    """A request that has its end. `agent` is the name of the agent that asked, empty for the session itself. `parts` are the tokens that
    were reported, None where none were; `price` that of the day, None where nobody knows it. `failed`: no whole reply came;
    `node` is its end."""

    round: int
    who: Who
    source: Source
    parts: UsageParts | None = None
    price: Price | None = None
    seconds: float = 0.0
    agent: str = ""
    failed: bool = False
    node: NodeId = NodeId(0)

    @property
    def cost(self) -> float | None:
        """US dollars, paid or not; None where the tokens or the price are not known."""
        return self.price.cost(self.parts) if self.price is not None and self.parts is not None else None


class Ran(msgspec.Struct, frozen=True):
    """A call that has its result, or an attempt of one. `seconds` is the time at work (of an agent 0: what it did counts by itself),
    `asked` and `told` the estimated tokens of its arguments and of its result; `result`: it is one, and no failed attempt."""

    round: int
    tool: str
    seconds: float = 0.0
    is_error: bool = False
    asked: int = 0
    told: int = 0
    result: bool = True


class Stood(msgspec.Struct, frozen=True):
    """The session stood still for so long, waiting for the person."""

    round: int
    seconds: float


Entry = Asked | Ran | Stood


class Sums(msgspec.Struct):
    """Added up. Money: `paid` is what replies of live models cost as far as known, `unknown` how many of them have no known cost; `unpaid`
    is what replies that were recorded or scripted would have cost, `unpaid_unknown` how many of them have no known price, `free` counts
    those that nobody sells (written by hand, or by a script without a model). `uncounted` replies came without reported tokens.

    `asked` and `told` are estimated tokens of arguments and results of calls. Times are in seconds; `waited` is that for the person."""

    replies: int = 0
    failed: int = 0
    uncounted: int = 0
    input: int = 0
    cached: int = 0
    written: int = 0
    output: int = 0
    reasoning: int = 0
    paid: float = 0.0
    live: int = 0
    unknown: int = 0
    unpaid: float = 0.0
    unpaid_known: int = 0
    unpaid_unknown: int = 0
    free: int = 0
    calls: int = 0
    errors: int = 0
    asked: int = 0
    told: int = 0
    model_seconds: float = 0.0
    tool_seconds: float = 0.0
    waited: float = 0.0

    def add(self, entry: Entry) -> None:
        """Count one more."""
        match entry:
            case Asked():
                self._add_asked(entry)
            case Ran():
                self.calls += entry.result
                self.errors += entry.is_error
                self.asked += entry.asked
                self.told += entry.told
                self.tool_seconds += entry.seconds
            case Stood():
                self.waited += entry.seconds

    def _add_asked(self, asked: Asked) -> None:
        self.model_seconds += asked.seconds
        self.failed += asked.failed
        if asked.failed and asked.parts is None:
            return
        self.replies += not asked.failed
        if asked.parts is None:
            self.uncounted += asked.source != "by_hand"
        else:
            self._add_tokens(asked.parts)
        self._add_cost(asked)

    def _add_tokens(self, parts: UsageParts) -> None:
        self.input += parts.input
        self.cached += parts.cached
        self.written += parts.written
        self.output += parts.output
        self.reasoning += parts.reasoning

    def _add_cost(self, asked: Asked) -> None:
        cost = asked.cost
        if asked.source == "live":
            self.live += 1
            self.paid += cost or 0.0
            self.unknown += cost is None
        elif asked.source == "by_hand" or not asked.who.model:
            self.free += 1
        else:
            self.unpaid += cost or 0.0
            self.unpaid_known += cost is not None
            self.unpaid_unknown += cost is None
