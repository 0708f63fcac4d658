"""Whether two counts differ by more than chance: Fisher's exact test of a table of two by two. Pure.

Above: `sample_report`. Below: nothing.
"""

from fractions import Fraction
from math import comb


def chance(hits: int, of: int, other_hits: int, other_of: int) -> float:
    """How likely a table at least as unlikely as this one is, both rows having the same share of hits; 1 where nothing can be said."""
    both, hit = of + other_of, hits + other_hits
    ways = {
        here: comb(of, here) * comb(other_of, hit - here) for here in range(max(0, hit - other_of), min(of, hit) + 1)
    }
    rarer = sum(count for count in ways.values() if count <= ways[hits])
    return float(Fraction(rarer, comb(both, hit)))
