"""Which mock rule answers a call, and with what. Pure.

Above: `engine`, `workspace`. Below: `session/mocks`, `checks/expressions`, `faults`, `placeholders`. Waiting for a rule's delay is the
engine's.
"""

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import takewhile
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from studio.checks.expressions import ExpressionError, compiled
from studio.messages.parts import Call, Image
from studio.session.events import (
    AttemptFailed,
    CallEdited,
    Event,
    ReplyEdited,
    ReplyReceived,
    ResultRecorded,
    UndoEnded,
)
from studio.session.mocks import Fault, MockRule
from studio.session.nodes import CallKey, NodeId
from studio.session.state import CallState
from studio.session.together import one_by_one
from studio.tools import faults
from studio.tools.placeholders import fill
from studio.tools.tool import Status

CALL_SECONDS = 60.0


class Canned(msgspec.Struct, frozen=True):
    """The answer of the rule `rule`, to be given after `delay` seconds. `real`: the tool itself answers, after the delay."""

    rule: str
    text: str = ""
    status: Status = "ok"
    delay: float = 0.0
    fault: Fault = ""
    real: bool = False
    media: tuple[Image, ...] = ()


Miss = Literal["", "off", "name", "condition", "count", "used"]
"""Why a rule does not fit a call: it is off · another tool · its condition does not hold · another call of the tool · it has answered as
often as it may. Empty: it fits."""


class Look(msgspec.Struct, frozen=True):
    """A rule held against a call. `count`: of a miss by `count`, which call of the tool this one is; by `used`, how often the rule has
    answered. `detail`: why a condition could not be worked out."""

    rule: str
    miss: Miss = ""
    count: int = 0
    detail: str = ""


def answer(
    rules: Sequence[MockRule],
    call: CallState,
    arguments: dict[str, Any],
    path: Iterable[Event],
    seconds: float = CALL_SECONDS,
) -> Canned | None:
    """What the first fitting rule answers; None when none fits. `path` are the events so far, walked only where a rule counts;
    `seconds` is how long the call may take, for a rule that lets it run out."""
    along = _Along(path)
    rule = next((rule for rule in rules if not _look(rule, call, arguments, along).miss), None)
    if rule is None:
        return None
    return canned(rule, call.call.name, arguments, seconds, turn=along.answered(rule.id) if rule.then else 0)


def looks(
    rules: Sequence[MockRule], call: CallState, arguments: dict[str, Any], path: Iterable[Event]
) -> Iterator[Look]:
    """Each rule in order, with why it does not fit the call; the first that fits is the one that answers."""
    along = _Along(path)
    return (_look(rule, call, arguments, along) for rule in rules)


def canned(
    rule: MockRule, name: str, arguments: dict[str, Any], seconds: float = CALL_SECONDS, *, turn: int = 0
) -> Canned:
    """What a rule answers to a call of the tool `name`, its fault included; `turn` is how often it has answered before."""
    said = rule.texts[min(turn, len(rule.then))]
    said = fill(said, arguments) if rule.answer == "template" else said
    delay = faults.delay_of(rule.fault, rule.delay)
    if rule.answer == "real" and rule.fault in ("", "slow"):
        return Canned(rule.id, delay=delay, fault=rule.fault, real=True)
    text, status = faults.went_wrong(rule.fault, name, said, "error" if rule.is_error else "ok", seconds)
    media = rule.media if rule.fault in ("", "slow") else ()
    return Canned(rule.id, text, status, delay, rule.fault, media=media)


def slowed(found: Canned | None) -> Canned:
    """What would have been answered, by the tool itself where it is nothing, ten seconds later."""
    found = found or Canned("", real=True)
    return replace(found, delay=faults.delay_of("slow", found.delay), fault=found.fault or "slow")


def _look(rule: MockRule, call: CallState, arguments: dict[str, Any], along: "_Along") -> Look:
    if not rule.on:
        return Look(rule.id, "off")
    if not fnmatchcase(call.call.name, rule.tool):
        return Look(rule.id, "name")
    try:
        if rule.when and not compiled(rule.when).holds(arguments):
            return Look(rule.id, "condition")
    except ExpressionError as error:
        return Look(rule.id, "condition", detail=error.sentence)
    if rule.nth and along.place(call) != rule.nth:
        return Look(rule.id, "count", along.place(call))
    if rule.times and along.answered(rule.id) >= rule.times:
        return Look(rule.id, "used", along.answered(rule.id))
    return Look(rule.id)


class _Along:
    """What is counted along a path, once it is asked for."""

    def __init__(self, path: Iterable[Event]) -> None:
        self._path = path

    @cached_property
    def _events(self) -> list[Event]:
        kinds = (ReplyReceived, ReplyEdited, CallEdited, AttemptFailed, ResultRecorded, UndoEnded)
        return [event for each in self._path for event in one_by_one(each) if isinstance(event, kinds)]

    @cached_property
    def _asked(self) -> dict[CallKey, str]:
        """The name of each call that was asked for, in the order of the replies, as it stands after the person's edits."""
        replies: dict[NodeId, dict[int, str]] = {}
        for event in self._events:
            match event:
                case ReplyReceived():
                    replies[event.id] = {at: call.name for at, call in enumerate(event.reply.calls)}
                case ReplyEdited() if replies:
                    names = (part.name for part in event.parts if isinstance(part, Call))
                    replies[next(reversed(replies))] = dict(zip(event.positions, names, strict=False))
                case CallEdited() if event.call[0] in replies:
                    replies[event.call[0]][event.call[1]] = event.now.name
                case _:
                    pass
        return {(reply, at): name for reply, names in replies.items() for at, name in names.items()}

    def place(self, call: CallState) -> int:
        """Which call of its tool it is, from 1."""
        before = takewhile(lambda key: key != call.key, self._asked)
        return 1 + sum(self._asked[key] == call.call.name for key in before)

    def answered(self, rule: str) -> int:
        """How often a rule has answered; a rule that is not saved yet never has."""
        if not rule:
            return 0
        ends = AttemptFailed | ResultRecorded | UndoEnded
        return sum(isinstance(event, ends) and event.rule == rule for event in self._events)
