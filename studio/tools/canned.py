"""Which mock rule answers a call, and with what. Pure.

Above: `engine`, `workspace`. Below: `session/mocks`, `checks`. Waiting for a rule's delay is the engine's.
"""

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Any

import msgspec

from studio.session.events import Event
from studio.session.mocks import Fault, MockRule
from studio.session.state import CallState
from studio.tools.tool import Status


class Canned(msgspec.Struct, frozen=True):
    """The answer of the rule `rule`, to be given after `delay` seconds. `real`: the tool itself answers, after the delay."""

    rule: str
    text: str = ""
    status: Status = "ok"
    delay: float = 0.0
    fault: Fault = ""
    real: bool = False


def answer(
    rules: Sequence[MockRule],
    call: CallState,
    arguments: dict[str, Any],  # noqa: ARG001 - conditions
    path: Iterable[Event],  # noqa: ARG001 - counts
) -> Canned | None:
    """What the first fitting rule answers; None when none fits. `path` are the events so far, for what is counted along it."""
    rule = next((rule for rule in rules if rule.on and fnmatchcase(call.call.name, rule.tool)), None)
    return None if rule is None else Canned(rule.id, rule.text, "error" if rule.is_error else "ok", rule.delay)
