"""The best of many tools by the sum of what each word of a query gives them, without adding up what cannot win. Pure.

Above: `tool_index`. Below: nothing. Tools are numbers here.
"""

from collections.abc import Container, Mapping, Sequence
from heapq import nlargest, nsmallest

WORTH_A_LOOK = 200
"""A word that fewer tools have is added up without asking first whether it can change anything."""


class Term:
    """A word of a query: what each tool gains by it, and at most."""

    __slots__ = ("gains", "most")

    def __init__(self, gains: Mapping[int, float]) -> None:
        self.gains = gains
        self.most = max(gains.values(), default=0.0)


def best(
    terms: Sequence[Term], most: int, places: Mapping[int, int], allowed: Container[int] | None = None
) -> list[tuple[int, float]]:
    """The best tools (number, score), best first; of equal scores the one whose place is first. Only allowed ones count."""
    if most < 1:
        return []
    scores = _summed(terms, most, allowed)
    if allowed is not None:
        scores = {number: score for number, score in scores.items() if number in allowed}
    if len(scores) <= most:
        return sorted(scores.items(), key=lambda item: (-item[1], places[item[0]]))
    least = nlargest(most, scores.values())[-1]
    better = [(number, score) for number, score in scores.items() if score > least]
    level = [number for number, score in scores.items() if score == least]
    better.sort(key=lambda item: (-item[1], places[item[0]]))
    first = nsmallest(most - len(better), level, key=places.__getitem__)
    return [*better, *((number, least) for number in first)]


def _summed(terms: Sequence[Term], most: int, allowed: Container[int] | None) -> dict[int, float]:
    """The sums of all tools that can be among the best. Rare words come first: once all others together cannot lift a tool over the last
    of the best, no new tool comes in, and a word that many have is looked up for the few that are left."""
    todo = sorted(terms, key=lambda term: len(term.gains))
    left = sum(term.most for term in todo)
    scores: dict[int, float] = {}
    closed = False
    for term in todo:
        gains = term.gains
        closed = closed or (len(gains) > WORTH_A_LOOK and _last_of_best(scores, most, allowed) > left)
        if not scores:
            scores = dict(gains)
        elif closed:
            for number in scores.keys() & gains.keys():
                scores[number] += gains[number]
        else:
            for number, gain in gains.items():
                scores[number] = scores.get(number, 0.0) + gain
        left -= term.most
    return scores


def _last_of_best(scores: Mapping[int, float], most: int, allowed: Container[int] | None) -> float:
    counted = scores.values() if allowed is None else [score for n, score in scores.items() if n in allowed]
    top = nlargest(most, counted)
    return top[-1] if len(top) == most else 0.0
