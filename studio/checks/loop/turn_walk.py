"""One turn of a loop, round by round: which calls were made before, and what was seen of calls that lead nowhere.

Above: `path`. Below: `finding`, `session`. Calls are the same when their tool and the values of their arguments are. Each rule says
what was seen and waits for more than one sight of it before it warns.
"""

import json
import re
from collections.abc import Sequence
from copy import copy
from typing import Any

import msgspec
from msgspec.structs import replace

from studio.checks.loop.finding import LoopFinding
from studio.session.nodes import CallKey

STUCK = 3
"""So many rounds in a row without a call that was not made before are no progress."""
_WARNED = 3
"""Calls in a row from which on a repetition is a warning."""
_TOLD = range(2, 7)
"""A result has so many numbers when it counts that none of them stands in the answer: of more an answer is a summary."""
_NUMBER = re.compile(r"\d[\d.,]*\d{2}")
_BETWEEN = re.compile(r"[.,]")


class Made(msgspec.Struct, frozen=True):
    """A call as the model made it, and its result (None: it has none yet)."""

    key: CallKey
    name: str
    arguments: str
    result: str | None = None
    is_error: bool = False


class TurnWalk:
    """The rounds of one turn so far. `stuck` counts those at the end that made no new call; `calls` are all, each with its words; `seen`
    are the words of those."""

    def __init__(self) -> None:
        self.findings: list[LoopFinding] = []
        self.stuck = 0
        self.calls: list[tuple[str, Made]] = []
        self.seen: set[str] = set()
        self._grown = 0

    def copied(self) -> "TurnWalk":
        """Another one that goes on from here."""
        made = copy(self)
        made.findings, made.calls, made.seen = list(self.findings), list(self.calls), set(self.seen)
        return made

    def take(self, round: int, said: str, calls: Sequence[Made]) -> None:
        """One reply: its text, and its calls with what came of them."""
        if not calls:
            self._answered(round, said)
            return
        asked = [(asked_as(call.name, call.arguments), call) for call in calls]
        new = any(words not in self.seen for words, _ in asked)
        for words, call in asked:
            self._call(round, words, call)
        self.stuck = 0 if new else self.stuck + 1
        size = len(said) + sum(len(call.arguments) + len(call.result or "") for call in calls)
        self._grown = 0 if new else self._grown + size
        if self.stuck >= STUCK:
            keys = tuple(call.key for _, call in self.calls[-self.stuck * len(calls) :])
            self._tell(LoopFinding("growth", "warning", round, keys, count=self.stuck, size=self._grown))

    def _call(self, round: int, words: str, call: Made) -> None:
        before = self.calls
        before.append((words, call))
        if words in self.seen:
            found = self._ping_pong(round) or self._after_error(round) or self._again(round)
            if found is not None:
                self._tell(found)
        self.seen.add(words)

    def _again(self, round: int) -> LoopFinding | None:
        """The same call with nothing but itself between."""
        same = self._run()
        if len(same) < 2:
            return None
        return self._of("repeated_call", round, same, "warning" if len(same) >= _WARNED else "hint")

    def _run(self) -> list[Made]:
        """The calls at the end that are all the same."""
        words = self.calls[-1][0]
        same: list[Made] = []
        for asked, call in reversed(self.calls):
            if asked != words:
                break
            same.append(call)
        same.reverse()
        return same

    def _after_error(self, round: int) -> LoopFinding | None:
        """The same call as the last one of its tool, which gave an error."""
        words, call = self.calls[-1]
        same = [call]
        for asked, old in reversed(self.calls[:-1]):
            if old.name != call.name:
                continue
            if asked != words or not old.is_error:
                break
            same.append(old)
        same.reverse()
        if len(same) < 2:
            return None
        return self._of("same_after_error", round, same, "warning" if len(same) >= _WARNED else "hint")

    def _ping_pong(self, round: int) -> LoopFinding | None:
        """Two calls in turn, at least twice each."""
        if len(self.calls) < 4:
            return None
        one, other = self.calls[-1][0], self.calls[-2][0]
        if one == other:
            return None
        turns: list[Made] = []
        for at, (asked, call) in enumerate(reversed(self.calls)):
            if asked != (other if at % 2 else one):
                break
            turns.append(call)
        if len(turns) < 4:
            return None
        turns.reverse()
        same = all(old.result == new.result for old, new in zip(turns, turns[2:], strict=False))
        found = self._of("ping_pong", round, turns, "warning" if same else "hint")
        return replace(found, other=turns[1].name)

    def _of(self, code: Any, round: int, calls: Sequence[Made], severity: Any) -> LoopFinding:
        keys = tuple(call.key for call in calls)
        return LoopFinding(code, severity, round, keys, calls[0].name, count=len(calls))

    def _answered(self, round: int, said: str) -> None:
        """An answer that has none of the numbers that the call right before it gave."""
        if not self.calls or not said.strip():
            return
        call = self.calls[-1][1]
        told = _numbers(call.result or "")
        if len(told) in _TOLD and not told & _numbers(said, shortest=1) and not any(one in said for one in told):
            self._tell(LoopFinding("result_ignored", "hint", round, (call.key,), call.name, count=1))

    def _tell(self, found: LoopFinding) -> None:
        """Add what was seen; it takes the place of its own beginning."""
        last = next((at for at, old in enumerate(self.findings) if _begins(old, found)), None)
        if last is not None:
            del self.findings[last]
        self.findings.append(found)


def _begins(old: LoopFinding, new: LoopFinding) -> bool:
    if old.code != new.code:
        return False
    return old.code == "growth" or old.calls == new.calls[: len(old.calls)]


def _numbers(text: str, shortest: int = 3) -> set[str]:
    """The numbers of a text, without what stands between thousands or before decimals."""
    return {digits for found in _NUMBER.findall(text) if len(digits := _BETWEEN.sub("", found)) >= shortest}


def asked_as(name: str, arguments: str) -> str:
    """A call in words that are the same when tool and arguments are the same as values."""
    try:
        value = json.dumps(json.loads(arguments), sort_keys=True)
    except (ValueError, RecursionError):
        value = arguments
    return f"{name}\n{value}"
