"""Arguments in one short line."""

import pytest

from studio.present.arguments_summary import arguments_summary, one_line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"order_id": "48213", "amount": 89.90}', 'order_id="48213", amount=89.90'),
        (
            '{"big": 123456789012345678901234567890, "on": true, "none": null}',
            "big=123456789012345678901234567890, on=true, none=null",
        ),
        ('{"items": [1, {"sku": "a"}], "reason": "杯子破损"}', 'items=[1, {"sku": "a"}], reason="杯子破损"'),
        ('{"a": 1, "a": 2}', "a=1, a=2"),
        ('{"text": "two\\nlines"}', 'text="two\\nlines"'),
        ("{}", ""),
        ("", ""),
        ('{"cut": "off', '{"cut": "off'),
        ("[1, 2]", "[1, 2]"),
        ("two\n  lines", "two lines"),
    ],
)
def test_arguments_are_shown_as_pairs_in_the_models_own_spelling(text: str, line: str) -> None:
    assert arguments_summary(text) == line


def test_long_arguments_are_cut_with_an_ellipsis() -> None:
    line = arguments_summary('{"first": "' + "x" * 500 + '", "second": 2}', most=40)
    assert len(line) == 40
    assert line.endswith("…")


def test_a_megabyte_of_arguments_is_not_read_for_one_line() -> None:
    line = arguments_summary('{"text": "' + "y" * 1_000_000 + '"}')
    assert line.startswith('{"text": "yyy')
    assert len(line) <= 160


def test_deep_nesting_is_shown_as_text() -> None:
    assert arguments_summary("[" * 9000).startswith("[[[")


def test_a_text_that_goes_on_unseen_says_so() -> None:
    assert one_line("word" + " " * 5000 + "more", most=20) == "word…"


@pytest.mark.parametrize("levels", [50, 300, 5_000])
def test_arguments_of_many_levels_are_one_line_and_break_nothing(levels: int) -> None:
    line = arguments_summary('{"a":' * levels + "1" + "}" * levels)
    assert line.startswith(("a={", '{"a":'))
    assert len(line) <= 160
