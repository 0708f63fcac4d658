"""An expression over a stop that asks for what no stop has is refused, and no other one."""

import pytest

from studio.checks.expressions import ExpressionError
from studio.engine.breakpoint_rules import checked, checked_watch
from studio.engine.expecting import readable
from studio.engine.stop_document import MEMBERS
from studio.engine.stop_expressions import stop_expression
from studio.session.breakpoints import Breakpoint, BreakpointError, Watch


@pytest.mark.parametrize(
    ("text", "told", "column"),
    [
        ("arguments.amount > `100`", "There is no arguments here. Did you mean args? There are: call, args,", 1),
        ("round == `1` && amount", "There is no amount here. An argument of the call is args.amount. There are:", 17),
        ("sort_by(mesages, &role)", "There is no mesages here. Did you mean messages?", 9),
        ("{args: args, b: arg}", "There is no arg here. Did you mean args?", 17),
        ("@.foo", "There is no foo here.", 0),
        ("(messages[?role == 'user'] | [0]) || usages", "There is no usages here. Did you mean usage?", 38),
        ('!"tool"', "There is no tool here. Did you mean tools?", 2),
    ],
)
def test_a_member_that_there_is_not_is_refused_with_its_column(text: str, told: str, column: int) -> None:
    with pytest.raises(ExpressionError) as caught:
        stop_expression(text)
    assert str(caught.value).startswith(told)
    assert caught.value.column == column


@pytest.mark.parametrize(
    "text",
    [
        *MEMBERS,
        "contains(messages[].calls[].name, 'refund')",
        "messages | [0].text",
        "messages[?role == 'user' && text != ''].calls[].arguments.order_id",
        "sort_by(messages, &role)[-1].{who: role, all: [text, calls]}",
        "map(&[name, id], reply.calls)",
        "@ | round",
        "keys(@)",
        "*.anything",
        "values(args)[?amount].deep",
        "args.amount > `100` && !result.is_error || length(tools) == `3`",
        'result.value."odd name".x[*].y',
        "state.context.role == 'admin'",
        "[round, spent.cost]",
        "not_null(args.a, args.b)",
    ],
)
def test_what_can_be_asked_is_taken(text: str) -> None:
    assert stop_expression(text).text == text


def test_conditions_watches_log_texts_and_expectations_are_looked_at() -> None:
    with pytest.raises(BreakpointError) as caught:
        checked(Breakpoint("", place="before_call", condition="amount > `1`"))
    assert (caught.value.member, caught.value.column) == ("condition", 1)
    with pytest.raises(BreakpointError) as caught:
        checked(Breakpoint("", place="before_call", action="log", text="it is {args.a} and { arg.b }"))
    assert (caught.value.member, caught.value.column) == ("text", 22)
    with pytest.raises(BreakpointError, match="no usge here"):
        checked_watch(Watch("", "usge.input"))
    with pytest.raises(ExpressionError, match="no answer here"):
        readable("answer == 'yes'")
