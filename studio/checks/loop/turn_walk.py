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
    are the words of those. A call costs the same however many were made before: a loop that runs away is looked at, too."""

    def __init__(self) -> None:
        self.findings: list[LoopFinding] = []
        self.stuck = 0
        self.calls: list[tuple[str, Made]] = []
        self.seen: set[str] = set()
        self.keys: list[CallKey] = []
        self._run = self._turns = 0
        """So many calls at the end are all the same, so many are two in turn."""
        self._same_results = True
        """Whether each of those two gave the same each time."""
        self.of_tool: dict[str, tuple[str, Made, list[CallKey]]] = {}
        """The last call of each tool, with the same ones right before it that gave errors."""
        self._grown = 0
        self._stuck_from = 0

    def copied(self) -> "TurnWalk":
        """Another one that goes on from here."""
        made = copy(self)
        made.findings, made.calls, made.seen = list(self.findings), list(self.calls), set(self.seen)
        made.keys, made.of_tool = list(self.keys), {name: (*of[:2], [*of[2]]) for name, of in self.of_tool.items()}
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
        self._stuck_from = len(self.calls) if new else self._stuck_from
        size = len(said) + sum(len(call.arguments) + len(call.result or "") for call in calls)
        self._grown = 0 if new else self._grown + size
        if self.stuck >= STUCK:
            keys = tuple(self.keys[self._stuck_from :])
            self._tell(LoopFinding("growth", "warning", round, keys, count=self.stuck, size=self._grown))

    def _call(self, round: int, words: str, call: Made) -> None:
        self._count(words, call)
        self.calls.append((words, call))
        self.keys.append(call.key)
        if words in self.seen:
            found = self._ping_pong(round) or self._after_error(round) or self._again(round)
            if found is not None:
                self._tell(found)
        self.seen.add(words)

    def _count(self, words: str, call: Made) -> None:
        """How the call goes on from those before it."""
        asked = [each for each, _ in self.calls[-2:]]
        again = bool(asked) and asked[-1] == words
        self._run = self._run + 1 if again else 1
        if self._turns >= 2 and not again and asked[0] == words:
            self._turns += 1
            self._same_results = self._same_results and self.calls[-2][1].result == call.result
        else:
            self._turns, self._same_results = (2 if asked and not again else 1), True
        before = self.of_tool.get(call.name)
        goes_on = before is not None and before[0] == words and before[1].is_error
        same = before[2] if before is not None and goes_on else []
        same.append(call.key)
        self.of_tool[call.name] = (words, call, same)

    def _again(self, round: int) -> LoopFinding | None:
        """The same call with nothing but itself between."""
        return self._repeated("repeated_call", round, self.keys[-self._run :])

    def _after_error(self, round: int) -> LoopFinding | None:
        """The same call as the last one of its tool, which gave an error."""
        return self._repeated("same_after_error", round, self.of_tool[self.calls[-1][1].name][2])

    def _ping_pong(self, round: int) -> LoopFinding | None:
        """Two calls in turn, at least twice each."""
        turns = self._turns
        if turns < 4:
            return None
        first, second = self.calls[-turns][1], self.calls[1 - turns][1]
        severity: Any = "warning" if self._same_results else "hint"
        keys = tuple(self.keys[-turns:])
        return LoopFinding("ping_pong", severity, round, keys, first.name, other=second.name, count=turns)

    def _repeated(self, code: Any, round: int, keys: Sequence[CallKey]) -> LoopFinding | None:
        """The last call, made under all these keys."""
        if len(keys) < 2:
            return None
        severity: Any = "warning" if len(keys) >= _WARNED else "hint"
        return LoopFinding(code, severity, round, tuple(keys), self.calls[-1][1].name, count=len(keys))

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
