"""What was spent along a path, added up by round, by tool and by model. Pure.

Above: `spending`, `cost_rows`. Below: `spending_values`.
"""

from copy import copy

import msgspec

from studio.messages.price import Price
from studio.present.spending_values import Asked, Entry, Ran, Sums, Who
from studio.session.nodes import NodeId

_OPEN = 2
"""So many rounds at the end may still get more: a message that was written meanwhile opens the next one early."""


class Spent(msgspec.Struct):
    """The sums. `rounds` are those of the session itself, what its agents spent in them; `models_of` says who answered in each, in order,
    `ends` which node is its reply. `prices` holds that of each model's last reply; the largest tokens and times are those of a round."""

    total: Sums = msgspec.field(default_factory=Sums)
    rounds: list[Sums] = []
    tools: dict[str, Sums] = {}
    models: dict[Who, Sums] = {}
    models_of: list[dict[Who, None]] = []
    ends: list[NodeId] = []
    prices: dict[Who, Price | None] = {}
    most_tokens: int = 0
    most_seconds: float = 0.0

    def copied(self) -> "Spent":
        """The same, which stays as it is when this one goes on. Rounds that get no more are shared."""
        return Spent(
            copy(self.total),
            [*self.rounds[:-_OPEN], *map(copy, self.rounds[-_OPEN:])],
            {name: copy(sums) for name, sums in self.tools.items()},
            {who: copy(sums) for who, sums in self.models.items()},
            [*self.models_of[:-_OPEN], *map(dict, self.models_of[-_OPEN:])],
            self.ends[:],
            dict(self.prices),
            self.most_tokens,
            self.most_seconds,
        )

    def add(self, entry: Entry) -> None:
        """Count one more."""
        self.total.add(entry)
        while len(self.rounds) < entry.round:
            self.rounds.append(Sums())
            self.models_of.append({})
            self.ends.append(NodeId(0))
        if entry.round:
            self._add_to_round(self.rounds[entry.round - 1], entry)
        match entry:
            case Ran(tool=tool):
                self._of_tool(tool).add(entry)
            case Asked():
                self._add_asked(entry)
            case _:
                pass

    def _add_to_round(self, sums: Sums, entry: Entry) -> None:
        sums.add(entry)
        self.most_tokens = max(self.most_tokens, sums.input + sums.output)
        self.most_seconds = max(self.most_seconds, sums.model_seconds + sums.tool_seconds)

    def _add_asked(self, asked: Asked) -> None:
        who = asked.who
        self.models.setdefault(who, Sums()).add(asked)
        self.prices[who] = asked.price
        if asked.round:
            self.models_of[asked.round - 1][who] = None
            if not asked.agent:
                self.ends[asked.round - 1] = asked.node
        if asked.agent:
            self._of_tool(asked.agent).add(asked)

    def _of_tool(self, name: str) -> Sums:
        return self.tools.setdefault(name, Sums())
