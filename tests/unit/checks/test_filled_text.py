"""Tests of texts with expressions in braces."""

import pytest

from studio.checks.expressions import Expression, ExpressionError
from studio.checks.filled_text import LONGEST_FILLED, filled, pieces

VALUE = {"a": {"b": "text"}, "n": 3, "none": None}


def _filled(text: str) -> str:
    return filled(text, lambda asked: asked.search(VALUE))


def test_values_stand_in_the_place_of_expressions_and_doubled_braces_for_one() -> None:
    assert _filled("{a.b} {n} {none} {a} {{n}} }") == 'text 3 null {"b": "text"} {n} }'
    assert _filled("{ {x: n, y: '}'} }!") == '{"x": 3, "y": "}"}!'


def test_what_cannot_be_worked_out_says_so_in_its_place() -> None:
    assert _filled("a {length(n)} b") == "a ‹length() takes string or array or object, and was given number.› b"


@pytest.mark.parametrize(("text", "column"), [("ab {x", 4), ("ab {x ==}", 9), ("{}", 2)])
def test_what_cannot_be_read_says_where_in_the_whole_text(text: str, column: int) -> None:
    with pytest.raises(ExpressionError) as refused:
        pieces(text)
    assert refused.value.column == column
    assert _filled(text) == text


def test_a_long_value_named_many_times_is_cut_before_it_is_put_together() -> None:
    asked: list[str] = []

    def ask(expression: Expression) -> str:
        asked.append(expression.text)
        return "x" * 15_000

    said = filled("{a}" * 5_000, ask)
    assert (len(said), len(asked), said[-1]) == (LONGEST_FILLED + 1, 2, "…")


def test_a_text_is_cut_before_a_word_and_not_within_it_for_it_may_be_a_secret() -> None:
    said = filled("{a}", lambda _: "key: " * 3_999 + "sk-12345678901234567890")
    assert said == "key: " * 3_999 + "…"
