"""A session replayed for a test: its calls and answers, and what is expected of them.

Above: exported tests. Below: `replaying`, `expecting`. The model and the tools are those of the recording: no network, no tool. With
the variable TOOLCALL_STUDIO_MODEL set to `live` the model of the session's profile is asked; the tools stay recorded.
"""

import asyncio
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from studio.session.made_calls import Made
from studio.testing.call import Call, made_of
from studio.testing.expecting import unlike
from studio.testing.loose import difference
from studio.testing.replaying import replay

MODEL = "TOOLCALL_STUDIO_MODEL"


class Replayed:
    """What a replay came to. `calls` are those that were made, of agents too, as they stand after what the person changed; `answers` is
    the answer of each turn. `stopped` says in a sentence where it came to rest short of an end, empty otherwise."""

    def __init__(self, made: Made, stopped: str = "") -> None:
        self.calls = tuple(made_of(call) for call in made.calls)
        self.answers = made.answers
        self.stopped = stopped

    def expect_calls(self, *calls: Call, in_order: bool = True) -> None:
        """Fail unless exactly these calls were made, in this order, or (with `in_order=False`) in any."""
        __tracebackhide__ = True
        told = unlike(calls, self.calls, in_order=in_order)
        if told:
            raise AssertionError(self._with_stop(told))

    def expect_answer(self, expected: Any, *, turn: int = 1) -> None:
        """Fail unless that is the answer of a turn (1: that of the first message): a text, `contains("…")`, `like(r"…")`, or `ANY`."""
        __tracebackhide__ = True
        if turn > len(self.answers):
            raise AssertionError(self._with_stop(f"Turn {turn} came to no answer; {len(self.answers)} did."))
        found = difference(expected, self.answers[turn - 1])
        if found is not None:
            told = (
                f"The answer of turn {turn} is not as expected.\n  expected: {found.expected}\n  got:      {found.got}"
            )
            raise AssertionError(self._with_stop(told))

    def _with_stop(self, told: str) -> str:
        return f"{told}\n{self.stopped}" if self.stopped else told


def replayed(session: str, *, beside: str, branch: str | None = None, volatile: Sequence[str] = ()) -> Replayed:
    """Replay a session file: `session` is its path, seen from the file `beside` (`__file__` of the test); of a file with several
    branches the one that is named, else that of the head. `volatile` are places of a request that may differ, as JSON Pointers in
    which `*` stands for any one member or place (`/messages/*/content/time`). Fails with an AssertionError where the replay comes out
    otherwise than it was recorded; raises StudioError when the file cannot be read or such a place is none."""
    __tracebackhide__ = True
    return _replayed(Path(beside).parent / session, branch, tuple(volatile))


def _replayed(file: Path, branch: str | None, volatile: tuple[str, ...]) -> Replayed:
    __tracebackhide__ = True
    done = asyncio.run(replay(file, branch, live=os.environ.get(MODEL) == "live", volatile=volatile))
    if done.differs:
        raise AssertionError(f"The replay of {file.name} comes out otherwise. {done.differs}")
    return Replayed(done.made, done.stopped)


def kept(file: str, *, beside: str) -> dict[str, Any]:
    """The values of a JSON file, as tests keep those that are too long to stand in them."""
    found: dict[str, Any] = json.loads((Path(beside).parent / file).read_text(encoding="utf-8"))
    return found
