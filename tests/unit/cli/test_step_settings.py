"""Settings that a script gives by name: what is misspelt or below 0 is refused and never left away."""

from typing import Any

import msgspec
import pytest

from studio.cli.command import CommandError
from studio.cli.step_settings import refuse_odd
from studio.session.events import SetupChanged

pytestmark = pytest.mark.promise("F11")


def _read(values: dict[str, Any]) -> None:
    refuse_odd(values, msgspec.convert({"kind": "setup", **values}, SetupChanged))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"limits": {"tokns": 9}}, "limits has no member tokns. It has: tokens, cost, seconds, same_call."),
        ({"limits": {"cost": -0.5}}, "limits.cost wants a number from 0 on, and was given -0.5."),
        ({"memory": {"kind": "messages", "most": -3}}, "memory.most wants a number from 0 on"),
        ({"max_round_trips": -1}, "max_round_trips wants a number from 0 on"),
        ({"policies": [{"pattern": "a", "decision": "ask", "why": ""}]}, r"policies\[0\] has no member why"),
    ],
)
def test_a_misspelt_member_and_a_number_below_0_are_refused(values: dict[str, Any], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        _read(values)


def test_all_that_settings_know_may_be_said() -> None:
    _read({"limits": {"tokens": 9, "cost": 0.5}, "memory": {"kind": "messages", "most": 3}, "concurrent": True})
    _read(
        {"policies": [{"pattern": "a", "decision": "ask"}], "context": {"below": -1}, "stops": {"before_call": False}}
    )
