"""Results as text."""

import dataclasses
import datetime as dt
import decimal
import enum
import json
from typing import Any

import pytest

from studio.tools.worker.texts import plain, to_text


class Colour(enum.StrEnum):
    RED = "red"


@dataclasses.dataclass
class Point:
    x: int
    when: dt.date


class Foreign:
    def __str__(self) -> str:
        return "a foreign thing"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "Success"),
        ("as it is", "as it is"),
        ("", ""),
        (True, "true"),
        (1.0, "1.0"),
        ({"a": "杯子"}, '{"a": "杯子"}'),
        ([Colour.RED], '["red"]'),
        (Point(1, dt.date(2026, 5, 3)), '{"x": 1, "when": "2026-05-03"}'),
        ({"n": decimal.Decimal("1.10")}, '{"n": "1.10"}'),
        ({1: 2}, '{"1": 2}'),
        ({(1, 2): {3}}, '{"(1, 2)": [3]}'),
        ([float("nan")], '["nan"]'),
        ([Foreign()], '["a foreign thing"]'),
        (b"\x00\xff", '"AP8="'),
    ],
)
def test_every_value_has_a_text(value: Any, text: str) -> None:
    assert to_text(value) == text


def test_a_result_that_holds_itself_ends() -> None:
    value: list[Any] = []
    value.append(value)
    json.loads(to_text(value))


def test_half_a_character_becomes_a_visible_escape() -> None:
    assert to_text("a\ud83d") == "a\\ud83d"
    assert json.loads(to_text(["\ud83d"])) == ["\ud83d"]
    to_text(["\ud83d"]).encode()


def test_a_member_of_an_enumeration_is_its_value() -> None:
    assert plain({"c": Colour.RED}) == {"c": "red"}
