"""A comparison in words: what is said of a pair, of a side, of the first differing decision; and all of it as Markdown.

Above: the command line, the window. Below: `compared`, `words`. Whoever asks gives the language.
"""

import json
from collections.abc import Callable, Iterator

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
    return Words("compare.same" if all(pair.same for pair in comparison.pairs) else "compare.results_only")


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
    return Words("compare.other_results" if pair.results else "compare.equal")


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
    nothing = say(Words("compare.not_there"))
    return (nothing if change.old is None else change.old, nothing if change.new is None else change.new)


def reasons(first: FirstDecision, say: Say) -> Iterator[tuple[str, tuple[Change, ...]]]:
    """The causes in sentences, the likeliest first, each with what speaks for it."""
    for likely in first.causes:
        before = likely.cause == "edit" and likely.changes[0].what in ("result", "message")
        yield say(Words("cause.edit_before" if before else f"cause.{likely.cause}")), likely.changes


def side_name(side: Side) -> str:
    """A side by title and branch."""
    return " · ".join(filter(None, (side.title, side.branch, side.model)))


def compare_markdown(comparison: Comparison, say: Say) -> str:
    """The whole comparison."""
    left, right = comparison.left, comparison.right
    lines = [f"# {side_name(left)} ↔ {side_name(right)}", "", f"**{say(verdict(comparison))}**"]
    lines += [
        ", ".join(map(say, agreement(comparison))),
        "",
        f"| | {side_name(left)} | {side_name(right)} |",
        "|---|---|---|",
    ]
    for (name, was), (_, now) in zip(figures(left, say), figures(right, say), strict=True):
        lines.append(f"| {say(name)} | {was} | {now} |")
    if comparison.first is not None:
        for sentence, changes in reasons(comparison.first, say):
            lines += ["", f"- {sentence}", *(f"  - {_one(change, say)}" for change in changes)]
    for number, pair in enumerate(comparison.pairs, 1):
        lines += ["", f"## {number}: {say(standing(pair))}", *_pair(pair, say)]
    return "\n".join(lines) + "\n"


def _pair(pair: Pair, say: Say) -> Iterator[str]:
    if pair.same:
        yield f"`{_code(brief(pair.left))}`"
    for change in (*pair.decision, *pair.results):
        yield f"- {_one(change, say)}"


def _one(change: Change, say: Say) -> str:
    return change_line(change, say, lambda text: f"`{_code(text)}`")


def _code(text: str) -> str:
    return " ".join(text.split()).replace("`", "'")


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
