"""Adapter for the kind `arguments_text`: one argument text of a finished call."""

from typing import Any

import pytest

from studio.checks.text_repair import repaired
from studio.messages.arguments import read_arguments
from tests.cases import corpus


@pytest.mark.parametrize("case", corpus.params("arguments_text"))
def test_argument_text_is_read_as_the_case_says(case: dict[str, Any]) -> None:
    read = read_arguments(case["input"]["text"])
    made = {
        "status": "problem" if read.problem else "ok",
        "value": read.value,
        "problem": read.problem or read.warning,
    }
    wanted = {**case, "expect": _compared(case["expect"]), "accept": [_compared(one) for one in case.get("accept", ())]}
    corpus.check(wanted, made)
    assert bool(read.sentence) == bool(read.problem or read.warning)
    offered = repaired(case["input"]["text"])
    if offered is not None and "repair" in case["expect"]:
        assert read_arguments(offered).value == case["expect"]["repair"], case["why"]
    assert offered is None or read.problem


def _compared(expect: dict[str, Any]) -> dict[str, Any]:
    """Without what is compared elsewhere or never shown: repairs, previews. `text_kept` and `not_run` hold by form: no value, no run."""
    return {key: value for key, value in expect.items() if key not in ("repair", "partial", "must")}
