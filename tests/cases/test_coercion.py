"""Adapter for the kind `coercion`: arguments against a schema, in the setting that nobody chose (lossless)."""

import json
from typing import Any

import pytest

from studio.checks.problem import Problem
from studio.messages.toolspec import ToolSpec
from studio.tools.coerce import check_call
from tests.cases import corpus

BY_KIND = {
    "must be a whole number": "not_integer",
    "must be a number": "not_number",
    "must be true or false": "not_boolean",
    "must be text": "not_string",
    "must be a list": "not_array",
    "must be an object": "not_object",
}
BY_RULE = {"schema.required": "missing_key", "schema.unknown": "unknown_key", "schema.enum": "not_in_enum"}


@pytest.mark.parametrize("case", corpus.params("coercion"))
def test_arguments_are_taken_as_the_case_says(case: dict[str, Any]) -> None:
    given = case["input"]
    text = json.dumps(given["arguments"])
    checked = check_call(ToolSpec("tool", parameters=given["schema"]), text)
    made = {
        "ok": checked.fits,
        "value": checked.value,
        "problems": [{"code": code(one, given["arguments"]), "at": one.pointer} for one in checked.problems],
        "warnings": [code(one, given["arguments"]) for one in checked.problems if one.severity == "warning"],
    }
    corpus.check(case, made)
    # Members that `expect` does not name are compared, too: 27 is not 27.0, and nothing is added.
    if case["expect"]["ok"] and checked.fits and not case.get("accept"):
        assert json.dumps(checked.value, sort_keys=True) == json.dumps(case["expect"]["value"], sort_keys=True)


def code(problem: Problem, arguments: Any) -> str:
    """The corpus's word for a problem."""
    if problem.rule == "schema.type":
        return "null_not_allowed" if at(arguments, problem.pointer) is None else BY_KIND[problem.sentence]
    return BY_RULE.get(problem.rule, problem.rule)


def at(value: Any, pointer: str) -> Any:
    """The value at a JSON Pointer."""
    for part in pointer.split("/")[1:]:
        value = value[int(part) if isinstance(value, list) else part.replace("~1", "/").replace("~0", "~")]
    return value
