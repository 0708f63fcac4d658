"""Adapter for the kind `arguments_text`: one argument text of a finished call."""

from typing import Any

import pytest

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


def _compared(expect: dict[str, Any]) -> dict[str, Any]:
    """Without what is offered elsewhere: repairs and previews. `text_kept` and `not_run` hold by form: no value, no run."""
    return {key: value for key, value in expect.items() if key not in ("repair", "partial", "must")}
