"""The rows of what was spent: by round, by tool, by model, each with its figures, and the largest of them for the bars. Pure.

Above: the Cost dock, `cost_text`. Below: `spending`, `cost_words`. A row is made when it is asked for: there may be ten thousand.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from studio.present.cost_words import cost_of, price_words
from studio.present.spending_sums import Spent
from studio.present.spending_values import Sums, Who
from studio.present.words import Words, words
from studio.session.nodes import NodeId

By = Literal["rounds", "tools", "models"]
VIEWS: tuple[By, ...] = ("rounds", "tools", "models")


class CostRow(msgspec.Struct, frozen=True, eq=False):
    """One row. `title` and `details` are words, or a foreign name as it is. `number` is the round (0: none) and `node` its reply, `tool`
    the name of a tool. Tokens with `estimated` are those of arguments and results, which nobody reported."""

    title: Words | str
    details: tuple[Words | str, ...]
    sums: Sums
    input: int
    output: int
    cost: Words
    number: int = 0
    node: NodeId = NodeId(0)
    tool: str = ""
    estimated: bool = False

    @property
    def tokens(self) -> int:
        """In and out."""
        return self.input + self.output

    @property
    def seconds(self) -> float:
        """Time at work."""
        return self.sums.model_seconds + self.sums.tool_seconds


class CostRows(Sequence[CostRow]):
    """The rows of a view. `most_tokens` and `most_seconds` are the largest figures of a row."""

    def __init__(self, spent: Spent, by: By) -> None:
        self.by, self._spent = by, spent
        self._keys: Sequence[int | str | Who] = _keys(spent, by)
        self.most_tokens, self.most_seconds = _most(spent, by)

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, at: int) -> CostRow:  # type: ignore[override]
        key, spent = self._keys[at], self._spent
        if isinstance(key, int):
            return _round(spent, key)
        return _tool(key, spent.tools[key]) if isinstance(key, str) else _model(spent, key)


def _keys(spent: Spent, by: By) -> Sequence[int | str | Who]:
    """Rounds in their order; tools and models with the most first."""
    match by:
        case "rounds":
            count = len(spent.rounds)
            return range(count if not count or _did(spent.rounds[-1]) else count - 1)
        case "tools":
            tools = spent.tools
            return sorted(tools, key=lambda name: (-tools[name].tool_seconds - tools[name].model_seconds, name))
        case "models":
            models = spent.models
            return sorted(models, key=lambda who: (-models[who].input - models[who].output, who))


def _did(sums: Sums) -> bool:
    """Whether something was asked or run: that the session stood still makes no row."""
    return bool(sums.replies or sums.failed or sums.calls or sums.tool_seconds)


def _most(spent: Spent, by: By) -> tuple[int, float]:
    if by == "rounds":
        return spent.most_tokens, spent.most_seconds
    of = spent.tools.values() if by == "tools" else spent.models.values()
    tokens = (sum(_tool_tokens(sums)) if by == "tools" else sums.input + sums.output for sums in of)
    return max(tokens, default=0), max((sums.model_seconds + sums.tool_seconds for sums in of), default=0.0)


def _tool_tokens(sums: Sums) -> tuple[int, int]:
    """Of an agent what it spent; of any other tool what its results bring in and its arguments take out."""
    return (sums.input, sums.output) if sums.replies else (sums.told, sums.asked)


def _round(spent: Spent, at: int) -> CostRow:
    sums = spent.rounds[at]
    who = tuple(dict.fromkeys(each.model for each in spent.models_of[at] if each.model))
    failed = (words("cost.failed", n=sums.failed),) if sums.failed else ()
    title = words("cost.round", number=at + 1)
    return CostRow(title, (*who, *failed), sums, sums.input, sums.output, cost_of(sums), at + 1, spent.ends[at])


def _tool(name: str, sums: Sums) -> CostRow:
    told = [words("cost.calls", n=sums.calls)]
    told += [words("cost.errors", n=sums.errors)] if sums.errors else []
    told += [words("cost.agent")] if sums.replies else []
    return CostRow(name, tuple(told), sums, *_tool_tokens(sums), cost_of(sums), tool=name, estimated=not sums.replies)


def _model(spent: Spent, who: Who) -> CostRow:
    sums = spent.models[who]
    nobody = words("cost.model.none" if sums.live else "cost.model.by_hand")
    alike = sum(other.model == who.model for other in spent.models) > 1
    told: list[Words | str] = [who.base_url] if alike and who.base_url else []
    told += [words("cost.replies", n=sums.replies)] if sums.replies else []
    told += [words("cost.failed", n=sums.failed)] if sums.failed else []
    told += [price_words(spent.prices.get(who))] if sums.live or who.model else []
    return CostRow(who.model or nobody, tuple(told), sums, sums.input, sums.output, cost_of(sums))
