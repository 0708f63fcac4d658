"""Defaults: what stands in the schema, what does not fit, and a fresh one for each call."""

import dataclasses
import datetime as dt
import decimal
import enum
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import pydantic
import pytest

from studio.tools.worker import defaults
from studio.tools.worker.describe import Function
from studio.tools.worker.hints import Hints
from studio.tools.worker.marks import WrongError


class Colour(enum.Enum):
    RED = "red"


@dataclasses.dataclass
class Point:
    x: int = 0


class Edit(pydantic.BaseModel):
    from_: str = pydantic.Field(alias="from")


MISSING = object()


def written(hint: Any, value: Any) -> dict[str, Any]:
    """What the schema says of a default."""
    hints = Hints()
    shape = hints.shape(hint)
    return defaults.written("x", value, shape, hints.defs)


@pytest.mark.parametrize(
    ("hint", "value", "said"),
    [
        (int, 3, 3),
        (float, 3, 3),
        (int | None, None, None),
        (str, "", ""),
        (list[int], [1], [1]),
        (Sequence[str], ("a",), ["a"]),
        (set[int], {1}, [1]),
        (dict[str, int], {"a": 1}, {"a": 1}),
        (Colour, Colour.RED, "red"),
        (list[Colour], [Colour.RED], ["red"]),
        (Point, Point(1), {"x": 1}),
        (list[Edit], [Edit.model_validate({"from": "a"})], [{"from": "a"}]),
        (dt.date, dt.date(2026, 5, 3), "2026-05-03"),
        (decimal.Decimal, decimal.Decimal("1.10"), "1.10"),
        (decimal.Decimal, 1, 1),
        (Path, Path("a"), "a"),
        (Annotated[int, pydantic.Field(ge=1)], 1, 1),
        (Any, "a", "a"),
    ],
)
def test_a_default_is_written_into_the_schema(hint: Any, value: Any, said: Any) -> None:
    assert written(hint, value) == {"default": said}


@pytest.mark.parametrize(("hint", "value"), [(float, math.inf), (Any, MISSING)])
def test_a_default_that_json_has_no_form_for_is_left_out(hint: Any, value: Any) -> None:
    assert written(hint, value) == {}


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (int, "a"),
        (int, None),
        (int, 1.5),
        (str, MISSING),
        (str, Colour.RED),
        (int, math.inf),
        (list[int], ["a"]),
        (list[int], None),
        (Colour, "red"),
        (Colour, "green"),
        (Point, {"x": 1}),
        (dt.date, "2026-05-03"),
        (Path, "a"),
        (Edit, None),
        (Annotated[int, pydantic.Field(ge=1)], 0),
    ],
)
def test_a_default_that_does_not_fit_its_type_is_refused(hint: Any, value: Any) -> None:
    with pytest.raises(WrongError, match="does not fit its type"):
        written(hint, value)


def test_what_a_call_changes_in_a_default_is_not_seen_by_the_next() -> None:
    def f(seen: list[int] = [], point: Point = Point(1)) -> Any:  # noqa: B006, B008 - that is what is tested
        seen.append(1)
        point.x += 1
        return seen, point.x

    function = Function("f", f)
    for _ in range(2):
        placed, named = function.bind({})
        assert f(*placed, **named) == ([1], 2)


def test_a_field_of_pydantic_may_hold_the_default() -> None:
    def f(
        a: int = pydantic.Field(description="Needed", ge=1),
        b: int = pydantic.Field(default=2),
        c: list[int] = pydantic.Field(default_factory=list),  # noqa: B008 - that is what is tested
        d: Annotated[int, pydantic.Field(default=4)] = 5,
    ) -> None: ...

    said = {each["name"]: each for each in Function("f", f).description()["parameters"]}
    assert said["a"] == {
        "name": "a",
        "required": True,
        "schema": {"type": "integer", "minimum": 1, "description": "Needed"},
    }
    assert [said[name]["schema"]["default"] for name in "bcd"] == [2, [], 5]
    assert [said[name]["required"] for name in "bcd"] == [False, False, False]
    first, second = (Function("f", f).bind({"a": 1})[1] for _ in range(2))
    assert (first["c"], first["c"] is second["c"]) == ([], False)
    assert first["b"] == 2
