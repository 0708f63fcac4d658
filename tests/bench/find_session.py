"""Finding words in a session of 10,000 rounds: in all, and how long the thread is held. Run: python -m tests.bench.find_session

Beside each figure stands its floor from the same run: every text of the session looked at once with Python's own `in`.
"""

import asyncio
import time
from itertools import pairwise

from studio.checks.sought import Sought
from studio.present.find_session import FindAsked, SessionFind
from studio.present.find_texts import said_texts
from studio.present.round_list import RoundList
from studio.session.together import one_by_one
from studio.workspace.session_search import look_through
from tests.sample_session import Sample

ROUNDS = 10_000
_ASKED = {
    "words that are not there": Sought("no such words"),
    "words in every hundredth round": Sought('99, "x"'),
    "a pattern": Sought(r'"round": \d*99}', pattern=True),
    "words in every round (10,000 lines are listed)": Sought("delivered"),
}


def floor(sample: Sample) -> float:
    """Seconds of processor time to look at every text once."""
    began = time.process_time()
    tree = sample.journal.tree
    for node in tree.path(tree.last):
        for one in one_by_one(tree.event(node)):
            for said in said_texts(one):
                _ = "no such words" in said.text
    return time.process_time() - began


def search(sample: Sample, sought: Sought) -> tuple[float, float, int]:
    """Processor time, the longest piece of processor time, and how many lines."""
    find = SessionFind(sample.journal, FindAsked(sought))
    pieces = [time.process_time()]
    began = pieces[0]
    asyncio.run(look_through(find, lambda: pieces.append(time.process_time())))
    longest = max(after - before for before, after in pairwise(pieces))
    return time.process_time() - began, longest, len(find.hits)


def main() -> None:
    """Print one line for each search."""
    sample = Sample()
    sample.say("Go.")
    sample.rounds(ROUNDS)
    least = floor(sample)
    print(f"{ROUNDS:,} rounds, {len(sample.journal.tree):,} events; floor {least:.2f} s")
    for name, sought in _ASKED.items():
        seconds, longest, hits = search(sample, sought)
        print(f"{name:<48}{seconds:6.2f} s {seconds / least:5.1f} x   longest {longest * 1000:5.1f} ms   {hits} lines")
    rounds = RoundList()
    began = time.process_time()
    rounds.follow(sample.journal.tree, sample.journal.head)
    first = time.process_time() - began
    began = time.process_time()
    rounds.lines("99", 60)
    again = time.process_time() - began
    print(f"rounds for the palette: first {first * 1000:.0f} ms, each letter {again * 1000:.0f} ms")


if __name__ == "__main__":
    main()
