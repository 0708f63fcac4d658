"""Adapter for the kind `tool_schema`: a declared schema, made fit for a provider."""

from typing import Any

import pytest

from studio.dialects.tool_shape import shape
from tests.cases import corpus, schema_asserts


@pytest.mark.promise("C4")
@pytest.mark.parametrize("case", corpus.params("tool_schema"))
def test_a_schema_is_sent_as_its_provider_takes_it(case: dict[str, Any]) -> None:
    shaped = shape(case["input"].get("schema"), case["input"]["target"])
    problems = [problem.code for problem in shaped.problems]
    schema_asserts.check(case, None if problems else shaped.schema, problems)
