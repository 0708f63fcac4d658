"""Two branches or sessions laid beside one another: each round a row, and below it its calls, aligned by their place.

Above: the window. Below: `compared`, `compare_text`, `compare_report`, `laid`. Pure.
"""

from collections.abc import Iterator

from studio.present.compare_report import compare_parts
from studio.present.compare_text import (
    agreement,
    change_line,
    figures,
    reasons,
    round_text,
    side_name,
    standing,
    verdict,
)
from studio.present.compared import Comparison, Pair
from studio.present.laid import LaidRow, Say
from studio.present.message_changes import canonical
from studio.present.report import Part
from studio.present.story_values import Action, Observation, Round
from studio.present.words import Words

_MOST_CHANGES = 3
_LONGEST = 140


class LaidRounds:
    """`found` is the comparison."""

    def __init__(self, found: Comparison) -> None:
        self.found = found
        self._rows: list[tuple[int, int]] = []
        self.first = 0
        first = found.first.pair if found.first is not None else -1
        for at, pair in enumerate(found.pairs):
            if at == first:
                self.first = len(self._rows)
            self._rows.append((at, -1))
            self._rows += ((at, nth) for nth in range(_calls(pair)))
        if found.first is not None:
            self.first = next((at for at in range(self.first, len(self)) if self.differs(at)), self.first)

    def names(self, _say: Say) -> tuple[str, str]:
        """The two sides."""
        return side_name(self.found.left), side_name(self.found.right)

    def heads(self, _say: Say) -> tuple[str, str]:
        """The branches; of two sessions whose branches have one name, the sessions."""
        left, right = self.found.left, self.found.right
        if left.branch == right.branch or not (left.branch and right.branch):
            return left.title, right.title
        return left.branch, right.branch

    def __len__(self) -> int:
        return len(self._rows)

    def row(self, at: int) -> LaidRow:
        """One row."""
        pair, nth = self._pair(at)
        if nth >= 0:
            one, other = _action(pair.left, nth), _action(pair.right, nth)
            stands = Words("compare.shared") if pair.shared else _standing(one, other)
            same = pair.shared or stands.key == "compare.equal"
            return LaidRow(_call(one), _call(other), stands, same, pair.shared, 1, code=True)
        return LaidRow(_round(pair.left), _round(pair.right), standing(pair), pair.same, pair.shared)

    def differs(self, at: int) -> bool:
        """A call that differs; a round only where none of its calls does."""
        pair, nth = self._pair(at)
        if pair.same:
            return False
        return not self.row(at).same if nth >= 0 else not any(_differ(pair))

    def texts(self, at: int, _say: Say) -> tuple[str, str]:
        """Both sides of a row in full."""
        pair, nth = self._pair(at)
        if nth < 0:
            return round_text(pair.left), round_text(pair.right)
        return tuple(_alone(side, nth) for side in (pair.left, pair.right))  # type: ignore[return-value]

    def sentence(self) -> Words:
        """How it came out."""
        return verdict(self.found)

    def causes(self, say: Say) -> Iterator[str]:
        """What may have made the first decision that differs."""
        for sentence, changes in reasons(self.found.first, say) if self.found.first is not None else ():
            yield sentence
            yield from (f"    {change_line(change, say, _line)}" for change in changes[:_MOST_CHANGES])
            if len(changes) > _MOST_CHANGES:
                yield f"    … +{len(changes) - _MOST_CHANGES}"

    def agreement(self) -> tuple[Words, ...]:
        """Calls, arguments, answer."""
        return agreement(self.found) if self.found.pairs else ()

    def figures(self, say: Say) -> tuple[tuple[str, str, str], ...]:
        """What both came to."""
        both = zip(figures(self.found.left, say), figures(self.found.right, say), strict=True)
        return tuple((say(name), was, now) for (name, was), (_, now) in both)

    def parts(self, say: Say) -> Iterator[Part]:
        """All of it as a report."""
        return compare_parts(self.found, say)

    def round_at(self, at: int) -> int | None:
        """The number of the left round."""
        left = self._pair(at)[0].left
        return left.number if left is not None else None

    def _pair(self, at: int) -> tuple[Pair, int]:
        pair, nth = self._rows[at]
        return self.found.pairs[pair], nth


def _calls(pair: Pair) -> int:
    return max(len(side.actions) if side is not None else 0 for side in (pair.left, pair.right))


def _differ(pair: Pair) -> Iterator[bool]:
    for nth in range(_calls(pair)):
        yield _standing(_action(pair.left, nth), _action(pair.right, nth)).key != "compare.equal"


def _action(side: Round | None, nth: int) -> Action | None:
    return side.actions[nth] if side is not None and nth < len(side.actions) else None


def _standing(one: Action | None, other: Action | None) -> Words:
    """How two calls at the same place stand to one another."""
    if one is None or other is None:
        return Words("compare.only_right" if one is None else "compare.only_left")
    if one.tool != other.tool:
        return Words("compare.other_tool")
    if canonical(one.arguments) != canonical(other.arguments):
        return Words("compare.arguments_differ")
    was, now = one.observation, other.observation
    if (was is None) != (now is None):
        return Words("compare.not_run_left" if was is None else "compare.not_run_right")
    return Words("compare.equal" if _given(was) == _given(now) else "compare.other_result")


def _given(seen: Observation | None) -> tuple[str, bool] | None:
    return None if seen is None else (seen.text, seen.is_error)


def _round(side: Round | None) -> str:
    """A round in one line; its calls have rows of their own."""
    if side is None:
        return ""
    text = " ".join((side.text or "; ".join(side.failed)).split())[:_LONGEST]
    spent = f"{side.tokens.input:,} → {side.tokens.output or 0:,}" if side.tokens.input is not None else ""
    return f"{side.number}   " + " · ".join(filter(None, (text, side.model, spent)))


def _call(action: Action | None) -> str:
    if action is None:
        return ""
    seen = action.observation
    result = f"   {'✗' if seen.is_error else '→'} {_line(seen.text)}" if seen is not None else ""
    return f"{_line(f'{action.tool}({action.arguments})')}{result}"


def _alone(side: Round | None, nth: int) -> str:
    """One call of a round in full, with what it gave."""
    action = _action(side, nth)
    return round_text(Round(0, actions=(action,))) if action is not None else ""


def _line(text: str) -> str:
    line = " ".join(text[: _LONGEST * 4].split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
