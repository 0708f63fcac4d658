"""Type hints as schemas, and JSON values as what the hints promise."""

import dataclasses
import datetime as dt
import decimal
import enum
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NewType, NotRequired, Optional, TypedDict

import jsonschema
import pydantic
import pytest

from studio.tools.worker.hints import Hints
from studio.tools.worker.shapes import NoSchemaError, convert

OrderId = NewType("OrderId", str)


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Odd(enum.Enum):
    A = (1, 2)
    B = (3, 4)


@dataclasses.dataclass
class Node:
    name: str
    colour: Colour = Colour.RED
    inner: Optional["Node"] = None


class Line(TypedDict):
    sku: str
    count: NotRequired[int]


class Edit(pydantic.BaseModel):
    """One edit."""

    from_: str = pydantic.Field(alias="from", description="Text to find")
    title: str = ""


class Foreign:
    pass


@pytest.mark.parametrize(
    ("hint", "schema"),
    [
        (str, {"type": "string"}),
        (int, {"type": "integer"}),
        (float, {"type": "number"}),
        (bool, {"type": "boolean"}),
        (Any, {}),
        (OrderId, {"type": "string"}),
        (list, {"type": "array"}),
        (list[int], {"type": "array", "items": {"type": "integer"}}),
        (Sequence[str], {"type": "array", "items": {"type": "string"}}),
        (set[str], {"type": "array", "items": {"type": "string"}, "uniqueItems": True}),
        (tuple[int, ...], {"type": "array", "items": {"type": "integer"}}),
        (
            tuple[int, str],
            {"type": "array", "minItems": 2, "maxItems": 2, "prefixItems": [{"type": "integer"}, {"type": "string"}]},
        ),
        (dict, {"type": "object"}),
        (dict[str, float], {"type": "object", "additionalProperties": {"type": "number"}}),
        (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}),
        (Literal["a", 1], {"enum": ["a", 1]}),
        (Colour, {"type": "string", "enum": ["red", "blue"]}),
        (Odd, {"type": "string", "enum": ["A", "B"]}),
        (int | None, {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
        (Annotated[int, "How many"], {"type": "integer", "description": "How many"}),
        (Annotated[int, pydantic.Field(ge=1, description="n")], {"type": "integer", "minimum": 1, "description": "n"}),
        (dt.datetime, {"type": "string", "format": "date-time"}),
    ],
)
def test_a_hint_has_a_schema(hint: Any, schema: dict[str, Any]) -> None:
    assert Hints().shape(hint).schema == schema


@pytest.mark.parametrize(
    ("hint", "given", "made"),
    [
        (int, 27.0, 27),
        (float, 2, 2.0),
        (set[int], [1, 2.0], {1, 2}),
        (tuple[int, str], [1, "a"], (1, "a")),
        (Colour, "blue", Colour.BLUE),
        (Odd, "B", Odd.B),
        (list[Colour], ["red"], [Colour.RED]),
        (dict[str, Colour], {"a": "red"}, {"a": Colour.RED}),
        (Colour | None, None, None),
        (int | Colour, "red", Colour.RED),
        (Literal[Colour.RED], "red", Colour.RED),
        (dt.datetime, "2024-05-01T10:00:00Z", dt.datetime(2024, 5, 1, 10, tzinfo=dt.UTC)),
        (uuid.UUID, "12345678-1234-4678-9234-567812345678", uuid.UUID("12345678-1234-4678-9234-567812345678")),
        (decimal.Decimal, "1.10", decimal.Decimal("1.10")),
        (Path, "a/b", Path("a/b")),
        (Node, {"name": "a", "inner": {"name": "b", "colour": "blue"}}, Node("a", inner=Node("b", Colour.BLUE))),
        (list[Node] | None, [{"name": "a"}], [Node("a")]),
        (Line, {"sku": "x", "count": 2.0}, {"sku": "x", "count": 2}),
    ],
)
def test_a_json_value_becomes_what_the_hint_promises(hint: Any, given: Any, made: Any) -> None:
    result = convert(Hints().shape(hint), given)
    assert result == made
    assert type(result) is type(made)


def test_a_class_that_holds_itself_is_a_shared_definition() -> None:
    hints = Hints()
    assert hints.shape(Node).schema == {"$ref": "#/$defs/Node"}
    node = hints.defs["Node"]
    assert node["required"] == ["name"]
    assert node["properties"]["inner"]["anyOf"][0] == {"$ref": "#/$defs/Node"}
    assert node["properties"]["colour"]["default"] == "red"


def test_a_typed_dict_knows_what_may_be_left_out() -> None:
    hints = Hints()
    hints.shape(Line)
    assert hints.defs["Line"]["required"] == ["sku"]


def test_a_model_of_pydantic_is_described_and_made_by_it() -> None:
    shape = Hints().shape(Edit)
    assert shape.schema["properties"]["from"] == {"type": "string", "description": "Text to find"}
    assert "title" in shape.schema["properties"]
    made = convert(shape, {"from": "a"})
    assert made == Edit.model_validate({"from": "a"})


def test_models_inside_lists_share_their_definitions() -> None:
    hints = Hints()
    assert hints.shape(list[Edit]).schema["items"]["properties"]
    assert convert(hints.shape(list[Edit]), [{"from": "a"}])[0].from_ == "a"


@pytest.mark.parametrize("hint", [Foreign, dict[int, Foreign], list[Foreign]])
def test_a_type_without_a_schema_is_named(hint: Any) -> None:
    with pytest.raises(NoSchemaError, match="has no JSON Schema"):
        Hints().shape(hint)


@dataclasses.dataclass
class Outer:
    inner: Node


def test_two_classes_of_one_name_have_two_definitions() -> None:
    hints = Hints()
    ours = hints.shape(Outer)
    theirs = hints.shape(Annotated[list[Outer], pydantic.Field(min_length=1)])
    document = {"$defs": hints.defs}
    for shape, value in ((ours, {"inner": {"name": "a"}}), (theirs, [{"inner": {"name": "a"}}])):
        jsonschema.validate(value, {**shape.schema, **document})
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(
                {"inner": 3} if isinstance(value, dict) else [{"inner": 3}], {**shape.schema, **document}
            )
    assert convert(theirs, [{"inner": {"name": "a"}}]) == [Outer(Node("a"))]


def test_a_field_that_only_describes_leaves_the_hint_its_own_schema() -> None:
    described = Annotated[Outer, pydantic.Field(description="Where")]
    hints = Hints()
    assert hints.shape(described).schema == {"$ref": "#/$defs/Outer", "description": "Where"}
    assert hints.shape(Annotated[int, "mine", pydantic.Field(title="T")]).schema == {
        "type": "integer",
        "description": "mine",
    }


class Strict(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(strict=True)

    day: dt.date


def test_a_strict_model_takes_what_json_has_for_it() -> None:
    assert convert(Hints().shape(Strict), {"day": "2026-05-03"}).day == dt.date(2026, 5, 3)


def test_a_union_takes_the_member_whose_type_takes_the_value() -> None:
    assert convert(Hints().shape(dt.date | str), "no date") == "no date"
    assert convert(Hints().shape(list[Colour] | list[str]), ["green"]) == ["green"]
    with pytest.raises(ValueError, match="day"):
        convert(Hints().shape(dt.date | dt.datetime), "2026-05-32")
