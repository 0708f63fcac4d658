"""A random mutator over real material, run by hand. Run: python -m tests.fuzz.mutate [SECONDS] [SEED]

It prints what failed, once for each place in the code, with the words that run the case again (`--again SEED NUMBER`), the counts,
and the worst time and growth of memory of a single case. `--large` reads very large replies instead and prints what each costs.
"""

import json
import sys
import time
import traceback
from collections import Counter
from random import Random

from tests.fuzz import large
from tests.fuzz.judges import Judge, judges
from tests.fuzz.material import Material
from tests.fuzz.mutations import mutated

SECONDS = 60
SLOW_START, SLOW_BYTE = 1.0, 12e-6
"""Seconds of CPU that any case, and each of its bytes, may take; a case reads its bytes several times."""


class TooSlowError(Exception):
    """A case took longer than its size allows."""


class Run:
    """One run: every case has its own source of chance, made of the seed and its number, so that it can be run alone."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.counts: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.slowest = (0.0, "")
        self.growth = (0.0, "")
        self._judges = judges()
        self._seeds = Material().seeds

    def case(self, number: int) -> tuple[str, Judge, bytes, Random]:
        """The name, judge, bytes and further chance of a case."""
        random = Random(f"{self.seed}:{number}")
        name = random.choice(list(self._judges))
        dialect = name.split("/")[0]
        seeds = self._seeds[dialect]
        if "/" in name and random.random() < 0.5:
            # A printed call has to come within the dialect's own frame.
            printed = random.choice(self._seeds[f"text:{name.split('/')[1]}"])
            seeds = [_with_text(seed, printed) for seed in seeds]
        return name, self._judges[name], mutated(random.choice(seeds), random), random

    def run(self, number: int) -> None:
        """Judge a case and count it."""
        name, judge, data, random = self.case(number)
        began, before = time.process_time(), large.peak()
        try:
            judge(data, random)
            took = time.process_time() - began
            if took > SLOW_START + len(data) * SLOW_BYTE:
                raise TooSlowError(f"{took:.2f} s for {len(data):,} bytes")
        except Exception as error:  # noqa: BLE001 (whatever it is, it is a fault)
            self._failed(name, number, error)
        told = f"{name}, case {number}, {len(data):,} bytes"
        self.counts[name.split(":")[0]] += 1
        self.slowest = max(self.slowest, (time.process_time() - began, told))
        self.growth = max(self.growth, (large.peak() - before, told))

    def _failed(self, name: str, number: int, error: Exception) -> None:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{type(error).__name__} at {frame.filename.rpartition('/')[2]}:{frame.lineno}"
        key = f"{place} ({name})" if isinstance(error, AssertionError | TooSlowError) else place
        self.faults[key] += 1
        if self.faults[key] == 1:
            print(f"{name}: {key}\n  {str(error)[:2000]}\n  again: --again {self.seed} {number}", flush=True)

    def report(self, seconds: float) -> None:
        """Print what was done."""
        print(f"seed {self.seed}: {sum(self.counts.values()):,} cases in {seconds:.0f} s: {dict(self.counts)}")
        print(f"slowest: {self.slowest[0]:.2f} s of CPU ({self.slowest[1]})")
        print(f"most new memory: {self.growth[0]:.0f} MB ({self.growth[1]}); peak {large.peak():.0f} MB")
        print(f"faults: {sum(self.faults.values())} {dict(self.faults)}")


def _with_text(seed: bytes, printed: bytes) -> bytes:
    inner = json.dumps(printed.decode("utf-8", "replace"))[1:-1].encode()
    for word in (b"Hello, w\xc3\xb6rld \xf0\x9f\x8e\x89.", b"Say.", b"Let me see."):
        seed = seed.replace(word, inner)
    return seed


def main(arguments: list[str]) -> int:
    """Run; the number of faults is the exit code, at most 1."""
    if arguments[:1] == ["--large"]:
        return large.main(arguments[1:])
    if arguments[:1] == ["--again"]:
        name, judge, data, random = Run(int(arguments[1])).case(int(arguments[2]))
        print(name, data[:4000])
        judge(data, random)
        return 0
    seconds = float(arguments[0]) if arguments else SECONDS
    run = Run(int(arguments[1]) if len(arguments) > 1 else int(time.time()))
    began, count = time.monotonic(), 0
    while time.monotonic() - began < seconds:
        run.run(count)
        count += 1
    run.report(time.monotonic() - began)
    return 1 if run.faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
