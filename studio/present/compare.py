"""Two paths compared: rounds laid beside one another, the first differing decision named with its likely cause.

Above: `workspace`, the command line, the window. Below: `compare_path`, `compare_causes`, `round_changes`. Pure, from the trees alone;
asks nobody.
"""

from collections.abc import Iterator
from difflib import SequenceMatcher

from studio.present.compare_causes import causes
from studio.present.compare_path import Path, Price
from studio.present.compared import Change, Comparison, FirstDecision, Pair, Side
from studio.present.round_changes import Decision, decided_otherwise, decision_of, gave_otherwise
from studio.present.story_values import Round

__all__ = ["Path", "Price", "compare"]


def compare(left: Path, right: Path, price: Price = lambda *_: None) -> Comparison:
    """Both paths beside one another. `price` is what the tokens of a reply cost with a setup's model, None where that is not known."""
    pairs = tuple(_pairs(left, right))
    more = _after_end(pairs)
    common = pairs[: len(pairs) - more]
    pairs_of_both = [(pair.left, pair.right) for pair in common]
    names = [[tuple(action.tool for action in one.actions) if one else None for one in both] for both in pairs_of_both]
    same_calls = all(one == other for one, other in names)
    return Comparison(
        _side(left, price),
        _side(right, price),
        pairs,
        _first(left, right, pairs),
        same_calls,
        same_calls and not any(change.what == "arguments" for pair in common for change in pair.decision),
        left.story.content == right.story.content,
        "" if not more else "left" if pairs[-1].left is None else "right",
    )


def _after_end(pairs: tuple[Pair, ...]) -> int:
    """How many pairs at the end have only that one side that goes on when the other has ended."""
    side = next((name for name in ("left", "right") if pairs and getattr(pairs[-1], name) is None), "")
    if not side:
        return 0
    return next((nth for nth, pair in enumerate(reversed(pairs)) if getattr(pair, side) is not None), len(pairs))


def _pairs(left: Path, right: Path) -> Iterator[Pair]:
    one, other = left.rounds, right.rounds
    for same, start, end, begin, stop in _blocks(list(map(decision_of, one)), list(map(decision_of, other))):
        for at in range(max(end - start, stop - begin)):
            was = start + at if start + at < end else None
            now = begin + at if begin + at < stop else None
            yield _pair(left, right, was, now, same=same)


def _blocks(one: list[Decision], other: list[Decision]) -> Iterator[tuple[bool, int, int, int, int]]:
    """Blocks of rounds that belong together, as (all the same, start, end, start of the other, its end). What both begin with stands beside
    one another in any case, so that the first difference is the first one; what both end with, where that is more than nothing."""
    least = min(len(one), len(other))
    first = next((at for at in range(least) if one[at] != other[at]), least)
    last = next((at for at in range(least - first) if one[-1 - at] != other[-1 - at]), least - first)
    if first:
        yield True, 0, first, 0, first
    one, other = one[first : len(one) - last], other[first : len(other) - last]
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    for what, *places in matcher.get_opcodes():
        start, end, begin, stop = (first + place for place in places)
        yield what == "equal", start, end, begin, stop
    if last:
        end, stop = first + len(one), first + len(other)
        yield True, end, end + last, stop, stop + last


def _is_shared(left: Path, right: Path, at: int, place: int) -> bool:
    """Whether two rounds are the same round: the same request of the same session, with the same end."""
    if left.tree is not right.tree or left.requests[at] is None or left.requests[at] != right.requests[place]:
        return False
    return left.rounds[at] == right.rounds[place]


def _pair(left: Path, right: Path, at: int | None, place: int | None, *, same: bool) -> Pair:
    was = left.rounds[at] if at is not None else None
    now = right.rounds[place] if place is not None else None
    if was is None or now is None or at is None or place is None:
        return _alone(was, now)
    if same and _is_shared(left, right, at, place):
        return Pair(was, now, shared=True)
    pictures = left.pictures(at), right.pictures(place)
    return Pair(was, now, False, tuple(decided_otherwise(was, now)), tuple(gave_otherwise(was, now, pictures)))


def _alone(was: Round | None, now: Round | None) -> Pair:
    there = was or now
    assert there is not None
    words = "\n".join(filter(None, (there.text, *(f"{action.tool}({action.arguments})" for action in there.actions))))
    change = Change("call" if there.actions else "text", "", words if was else None, words if now else None)
    return Pair(was, now, decision=(change,))


def _first(left: Path, right: Path, pairs: tuple[Pair, ...]) -> FirstDecision | None:
    """The first pair whose decisions differ. All before it are alike, so it is the same round on both sides."""
    at = next((at for at, pair in enumerate(pairs) if pair.decision), None)
    return None if at is None else FirstDecision(at, tuple(causes(left, right, at)))


def _side(path: Path, price: Price) -> Side:
    told = path.story
    calls = [execution for execution in told.executions if not execution.inside]
    return Side(
        path.title,
        path.branch,
        told.rounds[-1].model if told.rounds else path.end().setup.responder.model_name,
        len(told.rounds),
        sum(len(one.actions) for one in told.rounds),
        sum(execution.result.is_error for execution in calls),
        told.tokens,
        round(told.seconds, 3),
        path.cost(price),
        told.content or (told.final.text if told.final is not None else ""),
        path.unread,
    )
