"""The rules of the checks by id: how bad they are as a rule, what they mean, and what a person made of them.

Above: the engine, `workspace`, the fronts. Below: `session/policies`, `rule_words`. Knows no check: a finding is judged after it was found.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeVar

import msgspec

from studio.checks import rule_words
from studio.said import Sentence, said
from studio.session.policies import RuleLevel

Room = Literal["history", "loop", "tools", "arguments"]
Levels = Mapping[str, RuleLevel]
"""What a person made of rules, by id; a rule that is not named counts as its check says."""
BLOCKING = "error"


class Rule(msgspec.Struct, frozen=True):
    """One rule. `usual` is the most that it counts for by itself: what only some providers refuse may be less elsewhere. `means` is what it
    looks for, as a sentence for the window. `levels` are those that a person may choose."""

    id: str
    room: Room
    usual: RuleLevel
    means: Sentence
    levels: tuple[RuleLevel, ...]

    @property
    def blocks(self) -> bool:
        """Whether a request is not sent for what it finds."""
        return self.room == "history" and self.usual == BLOCKING


_LEVELS: dict[Room, tuple[RuleLevel, ...]] = {
    "history": ("off", "warning", "error"),
    "loop": ("off", "hint", "warning"),
    "tools": ("off", "hint", "warning", "error"),
    "arguments": ("off", "warning"),
}

RULES: dict[str, Rule] = {
    id: Rule(id, room, usual, said(means), _LEVELS[room])
    for room, table in rule_words.TABLES.items()
    for id, (usual, means) in table.items()
}
"""All rules that can be switched off, in the order in which they are listed."""


T = TypeVar("T", bound=msgspec.Struct)


def rule_of(found: object) -> str:
    """The id of the rule that found something; of the history and of loops only the code is kept with it."""
    rule = getattr(found, "rule", None)
    if rule is not None:
        return str(rule)
    room = "loop" if hasattr(found, "calls") else "history"
    return f"{room}.{getattr(found, 'code', '')}"


def judged(found: Sequence[T], levels: Levels) -> tuple[T, ...]:
    """What was found, as the person wants it told: without what is off, the rest as bad as they say."""
    if not levels:
        return tuple(found)
    told = ((one, level(levels, rule_of(one))) for one in found)
    return tuple(one if as_ is None else _as(one, as_) for one, as_ in told if as_ != "off")


def level(levels: Levels, rule: str) -> RuleLevel | None:
    """What a person made of a rule; None where they made nothing of it, and for a level that this rule does not have."""
    known, chosen = RULES.get(rule), levels.get(rule)
    return chosen if known is not None and chosen in known.levels else None


_NONE: Levels = {}


def nothing() -> Levels:
    """Nothing was made of any rule: always the same value."""
    return _NONE


def merged(always: Levels, here: Levels) -> Levels:
    """What holds in a session: what is said there goes before what is said for all."""
    return {**always, **here} if always and here else here or always


def off(levels: Levels) -> tuple[str, ...]:
    """The rules that are off, in the order of the list."""
    return tuple(rule for rule in RULES if level(levels, rule) == "off")


def unknown(names: Iterable[str]) -> tuple[str, ...]:
    """Of these names those that are no rule."""
    return tuple(name for name in names if name not in RULES)


def with_level(levels: Levels, rule: str, wanted: RuleLevel | None) -> dict[str, RuleLevel]:
    """The levels with one more; None: the rule counts as usual again."""
    others = {name: chosen for name, chosen in levels.items() if name != rule}
    return others if wanted is None else {**others, rule: wanted}


def _as(found: T, wanted: RuleLevel) -> T:
    return found if getattr(found, "severity", None) == wanted else msgspec.structs.replace(found, severity=wanted)
