"""The best of many tools are the same, in the same order, as if everything had been added up."""

from random import Random

import pytest

from studio.tools.best_scores import WORTH_A_LOOK, Term, best

COMMON = WORTH_A_LOOK + 60


@pytest.mark.parametrize("seed", range(40))
def test_nothing_is_passed_over_that_could_be_among_the_best(seed: int) -> None:
    chance = Random(seed)
    tools = range(COMMON * 2)
    sizes = [chance.choice((3, 8, COMMON, COMMON + 50)) for _ in range(chance.randint(1, 5))]
    gains = [(0.5, 1, 2, 3) if size >= COMMON or seed % 2 else (1, 8, 9) for size in sizes]
    samples = [chance.sample(tools, size) for size in sizes]
    terms = [Term({n: chance.choice(gain) for n in some}) for some, gain in zip(samples, gains, strict=True)]
    places = dict(zip(tools, chance.sample(tools, len(tools)), strict=True))
    allowed = chance.choice((None, frozenset(chance.sample(tools, COMMON))))
    sums = {n: sum(term.gains.get(n, 0) for term in terms) for n in tools if allowed is None or n in allowed}
    ranked = sorted(((n, score) for n, score in sums.items() if score), key=lambda item: (-item[1], places[item[0]]))
    for most in (0, 1, 2, 5, 1_000):
        assert best(terms, most, places, allowed) == ranked[:most]
