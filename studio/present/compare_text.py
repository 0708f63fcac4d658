"""A comparison in words: what is said of a pair, of a side, of the first differing decision; and a round in full.

Above: `compare_report`, the command line, the window. Below: `compared`, `words`. Whoever asks gives the language.
"""

import json
from collections.abc import Callable, Iterator
from typing import Literal

from studio.present.compared import LEFT, RIGHT, Change, Comparison, FirstDecision, Pair, Side
from studio.present.story_values import Round
from studio.present.words import Words, words

Say = Callable[[Words], str]
_BRIEF = 160
_SIDES = {LEFT: "compare.on_left", RIGHT: "compare.on_right"}


def verdict(comparison: Comparison) -> Words:
    """The one sentence that says how it came out."""
    if comparison.first is not None:
        at = comparison.pairs[comparison.first.pair]
        there = at.left or at.right
        return words("compare.first", round=there.number if there is not None else comparison.first.pair + 1)
    if not comparison.pairs:
        return Words("compare.nothing")
    given = [change for pair in comparison.pairs for change in pair.results]
    if not given:
        return Words("compare.same")
    return Words("compare.not_run_only" if all(map(not_run, given)) else "compare.results_only")


def agreement(comparison: Comparison) -> tuple[Words, ...]:
    """Whether calls, arguments and the answer are the same; where one side has ended earlier, that, and not its answer."""
    ended = {"left": "compare.left_ended", "right": "compare.right_ended"}.get(comparison.ends_earlier, "")
    return (
        Words("compare.calls_same" if comparison.same_calls else "compare.calls_differ"),
        Words("compare.arguments_same" if comparison.same_arguments else "compare.arguments_differ"),
        Words(ended or ("compare.answer_same" if comparison.same_answer else "compare.answer_differs")),
    )


def standing(pair: Pair) -> Words:
    """How the two rounds of a pair stand to one another."""
    if pair.left is None or pair.right is None:
        return Words("compare.only_right" if pair.left is None else "compare.only_left")
    if pair.shared:
        return Words("compare.shared")
    if pair.decision:
        return Words("compare.differs")
    if not pair.results:
        return Words("compare.equal")
    sides = {not_run(change) for change in pair.results}
    return Words(f"compare.not_run_{sides.pop()}" if len(sides) == 1 and "" not in sides else "compare.other_results")


def not_run(change: Change) -> Literal["", "left", "right"]:
    """The side on which a call has no result while the other one has; empty where both have one."""
    if change.what != "result" or change.place in _SIDES:
        return ""
    return "left" if change.old is None else "right" if change.new is None else ""


def brief(round: Round | None) -> str:
    """A round on one line: its calls, or else its text."""
    if round is None:
        return ""
    calls = ", ".join(f"{action.tool}({action.arguments})" for action in round.actions)
    line = " ".join((calls or round.text or "; ".join(round.failed)).split())
    return line if len(line) <= _BRIEF else f"{line[: _BRIEF - 1]}…"


def figures(side: Side, say: Say) -> tuple[tuple[Words, str], ...]:
    """What a side came to, each figure with its name."""
    unknown = say(Words("compare.unknown"))
    tokens = side.tokens
    spent = unknown if tokens.input is None else f"{tokens.input:,} → {tokens.output or 0:,}"
    return (
        (Words("compare.rounds"), str(side.rounds)),
        (Words("compare.calls"), str(side.calls)),
        (Words("compare.errors"), str(side.errors)),
        (Words("compare.tokens"), spent),
        (Words("compare.seconds"), f"{side.seconds:.1f} s"),
        (Words("compare.cost"), unknown if side.cost is None else f"${side.cost:.4f}"),
    )


def change_name(change: Change, say: Say) -> str:
    """What differs, and where; of an edit of the reply, on which side it was made."""
    named = say(Words(f"change.{change.what}"))
    if is_edit(change):
        return f"{named}, {say(Words(_SIDES[change.place]))}"
    return f"{named} {change.place}" if change.place else named


def is_edit(change: Change) -> bool:
    """Whether its two texts are what was there before an edit and after it, both on one side."""
    return change.place in _SIDES


def change_line(change: Change, say: Say, told: Callable[[str], str]) -> str:
    """A change in one line; `told` says how each of its texts is shown."""
    one, other = map(told, change_sides(change, say))
    if is_edit(change):
        one, other = f"{say(Words('compare.was'))} {one}", f"{say(Words('compare.now'))} {other}"
    return f"{change_name(change, say)}: {one} → {other}"


def change_sides(change: Change, say: Say) -> tuple[str, str]:
    """Left and right of a change; of an edit, before and after it."""
    nothing = say(Words("compare.not_run" if not_run(change) else "compare.not_there"))
    return (nothing if change.old is None else change.old, nothing if change.new is None else change.new)


def reasons(first: FirstDecision, say: Say) -> Iterator[tuple[str, tuple[Change, ...]]]:
    """The causes in sentences, the likeliest first, each with what speaks for it."""
    for likely in first.causes:
        before = likely.cause == "edit" and likely.changes[0].what in ("result", "message")
        yield say(Words("cause.edit_before" if before else f"cause.{likely.cause}")), likely.changes


def side_name(side: Side) -> str:
    """A side by title and branch."""
    return " · ".join(filter(None, (side.title, side.branch, side.model)))


def round_text(round: Round | None) -> str:
    """A round in full, line by line, to be laid beside another one: what was said, the text, each call and what it gave."""
    if round is None:
        return ""
    blocks = [*(f"> {said}" for said in round.said), round.text, *round.failed]
    for action in round.actions:
        blocks.append(f"{action.tool}({_spread(action.arguments)})")
        if action.observation is not None:
            sign = "✗" if action.observation.is_error else "→"
            blocks.append(f"{sign} {_spread(action.observation.text)}")
    return "\n\n".join(filter(None, blocks))


def _spread(text: str) -> str:
    """JSON over several lines, anything else as it is."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return json.dumps(value, indent=2, ensure_ascii=False) if isinstance(value, dict | list) else text
