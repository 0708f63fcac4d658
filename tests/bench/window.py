"""One table of what the window costs: every row of UI.md 18 and of SPEED.md that is the window's. Run: `python -m tests.bench.window`

Beside each figure stands its floor, or what people would use instead, measured in the same run; the budget is on two slow cores that do
nothing else. `python -m tests.bench.window big|parts|start` measures only that. Processor time; printed, nothing fails on a figure.
"""

import json
import math
import subprocess
import sys
import tempfile

from tests.bench import start
from tests.bench.window_stage import HEAD, Figure, told

SIZES = (1_000, 3_000, 10_000)
SECONDS = {10_000: 10.0}
Figures = dict[str, float]


def _child(module: str, *arguments: str) -> str:
    """The last line that a benchmark prints in a process of its own; its other words go on to the person."""
    done = subprocess.run([sys.executable, "-m", module, *arguments], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip().splitlines()[-1]


def big() -> list[Figure]:
    """Sessions of 1,000, 3,000 and 10,000 rounds in the real window."""
    sizes = {
        size: json.loads(_child("tests.bench.window_big", str(size), str(SECONDS.get(size, 3.0)))) for size in SIZES
    }
    return [*_of_largest(sizes[SIZES[-1]]), *_growth(sizes)]


def _of_largest(now: Figures) -> list[Figure]:
    name = f"{SIZES[-1]:,} rounds"
    bare = "the same bytes read by httpx alone, words appended to a bare view"
    return [
        Figure(
            f"{name}: open, until rows are there",
            now["open.first_rows"],
            "ms",
            now["floor.parse"],
            "each line read (msgspec)",
        ),
        Figure("  longest hold meanwhile", now["open.hold"], "ms", budget=50),
        Figure(
            f"{name}: look at a round near the end",
            now["select"],
            "ms",
            now["floor.paint"],
            "one paint of the whole window",
        ),
        Figure("  longest hold", now["select.hold"], "ms", budget=50),
        Figure(
            f"{name}: step, all parts take it in",
            now["step"],
            "ms",
            now["floor.paint"],
            "one paint of the whole window",
        ),
        Figure("  longest hold", now["step.hold"], "ms", budget=50),
        Figure(f"{name}: 500 chunks a second, of a core", now["stream.share"], "%", now["floor.stream"], bare, 15),
        Figure("  worst frame", now["stream.hold"], "ms", budget=50),
        Figure("  longest hold at the end of the reply", now["stream.end.hold"], "ms", budget=50),
    ]


def _growth(sizes: dict[int, Figures]) -> list[Figure]:
    """How figures grow from size to size: 1 is as the rounds do, 0 not at all."""
    few, many = sizes[SIZES[0]], sizes[SIZES[-1]]
    span = SIZES[-1] - SIZES[0]
    found = []
    for words, key in (("open", "open.first_rows"), ("look at a round", "select"), ("step", "step")):
        middle = ", ".join(f"{size:,}: {sizes[size][key]:.0f} ms" for size in SIZES)
        power = math.log(many[key] / few[key]) / math.log(SIZES[-1] / SIZES[0])
        found.append(Figure(f"growth exponent: {words}", power, "", budget=1.1, note=middle))
    for words, key in (("the session in the window", "memory.window"), ("the session without a window", "memory.core")):
        note = ", ".join(f"{size:,}: {sizes[size][key]:.0f} MB" for size in SIZES)
        found.append(Figure(f"memory: {words}, {SIZES[-1]:,} rounds", many[key], "MB", note=note))
        found.append(Figure("  for each round more", (many[key] - few[key]) / span * 1000, "KB"))
    found.append(Figure(f"memory of the process, {SIZES[-1]:,} rounds, after it all", many["memory"], "MB"))
    return found


def parts() -> list[Figure]:
    """Timeline, texts, streamed text, theme, palette."""
    return [Figure(*one) for one in json.loads(_child("tests.bench.window_parts"))]


def starting() -> list[Figure]:
    """The first paint of the window."""
    with tempfile.TemporaryDirectory() as home:
        least = start.spent("-c", start.BARE_WINDOW, home=home, runs=3) * 1000
        ours = start.spent("-c", start.FULL_WINDOW, home=home, runs=3) * 1000
    return [Figure("first paint of the full window", ours, "ms", least, "bare main window", 260)]


WORKS = {"start": starting, "parts": parts, "big": big}


def main(names: list[str]) -> int:
    """Print the table."""
    print(HEAD)
    for name in names or WORKS:
        for figure in WORKS[name]():
            print(told(figure), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
