"""Whether a value fits a schema that is made in the worker."""

from typing import Any

import jsonschema
import pytest

from studio.tools.worker.fits import fits

DEFS = {"Node": {"type": "object", "properties": {"in": {"$ref": "#/$defs/Node"}}, "required": ["v"]}}


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "integer"},
        {"type": ["string", "null"]},
        {"type": "number", "minimum": 1, "exclusiveMaximum": 3},
        {"type": "number", "exclusiveMinimum": 1, "maximum": 3},
        {"type": "string", "minLength": 1, "maxLength": 2, "pattern": "^a"},
        {"enum": ["a", 1, None]},
        {"const": True},
        {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        {"allOf": [{"type": "integer"}, {"minimum": 2}]},
        {"type": "array", "items": {"type": "integer"}, "minItems": 1},
        {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": False},
        {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": False},
        {"type": "object", "additionalProperties": {"type": "integer"}},
        {"$ref": "#/$defs/Node"},
    ],
)
def test_it_says_what_the_full_validator_says(schema: dict[str, Any]) -> None:
    values: list[Any] = [None, True, False, 0, 1, 2, 3, 1.5, "", "a", "b", "aaa", [], [1], [1, "a"], ["a"], [1, "a", 2]]
    values += [{}, {"a": 1}, {"a": "x"}, {"a": 1, "b": 2}, {"v": 1}, {"v": 1, "in": {"v": 2}}, {"v": 1, "in": {}}]
    full = jsonschema.Draft202012Validator({**schema, "$defs": DEFS})
    wrong = [value for value in values if fits(schema, value, DEFS) != full.is_valid(value)]
    assert wrong == []


def test_a_pattern_that_python_cannot_read_lets_pass() -> None:
    assert fits({"pattern": r"\p{L}"}, "a", {})
