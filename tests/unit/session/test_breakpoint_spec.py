"""Tests of breakpoints in one line: what is read is written again, and what cannot be read is said."""

import pytest

from studio.session.breakpoint_spec import read_spec, written
from studio.session.breakpoints import Breakpoint, BreakpointError


@pytest.mark.parametrize(
    "spec",
    [
        "before_call",
        "before_call:issue_*",
        "tool_error",
        "before_call:refund if args.amount > `100`",
        "after_result:refund#3 if result.value.a == 'if => b'",
        "after_reply%2",
        "tokens>5000",
        "tokens>12000000",
        "cost>0.25 => log spent {spent.cost}",
        "before_call:refund if a => mock too much",
        "before_call:refund => error  two spaces",
        'before_request => edit {"seed": 1}',
        "after_result => edit nothing",
    ],
)
def test_a_line_is_read_and_written_again(spec: str) -> None:
    assert written(read_spec(spec)) == spec


def test_the_parts_of_a_line_are_the_members() -> None:
    assert read_spec("before_call:re*#2%3 if x => error no") == Breakpoint(
        "", "before_call", "", "re*", "x", 2, 3, action="mock", text="no", is_error=True
    )


@pytest.mark.parametrize(
    ("spec", "member"), [("", ""), ("nowhere", "place"), ("tool_error => jump", "action"), ("a b", "")]
)
def test_what_cannot_be_read_is_refused(spec: str, member: str) -> None:
    with pytest.raises(BreakpointError) as refused:
        read_spec(spec)
    assert refused.value.member == member


@pytest.mark.parametrize(
    ("spec", "condition", "action"),
    [
        ("before_call if args.t == 'a => log b'", "args.t == 'a => log b'", "stop"),
        ("""before_call if args."x => stop" == ' if ' => log {args}""", """args."x => stop" == ' if '""", "log"),
        ("before_call if args.t == `\"it's => edit\"` => mock it's", 'args.t == `"it\'s => edit"`', "mock"),
    ],
)
def test_an_arrow_within_a_text_of_the_condition_begins_no_action(spec: str, condition: str, action: str) -> None:
    made = read_spec(spec)
    assert (made.condition, made.action, written(made)) == (condition, action, spec)


def test_small_amounts_keep_their_digits_and_numbers_without_end_are_refused() -> None:
    assert written(read_spec("cost>0.00000012")) == "cost>0.00000012"
    with pytest.raises(BreakpointError):
        read_spec(f"before_call#{'9' * 5000}")


def test_an_if_with_nothing_behind_it_is_refused() -> None:
    with pytest.raises(BreakpointError) as refused:
        read_spec("before_call:refund if ")
    assert refused.value.member == "condition"
