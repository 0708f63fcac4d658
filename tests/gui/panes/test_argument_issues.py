"""Problems of an argument text find their place and their repair; without any widget."""

from studio.checks.problem import Problem
from studio.checks.told_changes import told
from studio.gui.panes.argument_issues import helped, is_json, issues, mendable, mended, whole_repair
from studio.messages.toolspec import ToolSpec
from studio.tools.coerce import check_call
from tests.gui.panes.refund import BAD, REFUND


def _check(text: str) -> tuple[Problem, ...]:
    checked = check_call(ToolSpec("refund", parameters=REFUND), text)
    return (*checked.problems, *told(checked.changes))


def test_a_problem_stands_on_the_exact_value() -> None:
    found = issues(BAD, _check)
    assert [BAD[issue.start : issue.end] for issue in found] == ['"89.90"', '"eur"']


def test_a_missing_member_stands_on_the_object_that_lacks_it() -> None:
    text = '{"order_id": "1", "amount": 2}'
    (found,) = issues(text, _check)
    assert (text[found.start : found.end], found.problem.rule) == ("{", "schema.required")


def test_broken_json_is_told_before_any_schema() -> None:
    (found,) = issues('{"amount": 1,}', _check)
    assert found.syntax


def test_a_repair_of_the_whole_text_is_offered_where_it_is_broken() -> None:
    text = "{'amount': 1}"
    found = issues(text, _check)
    assert whole_repair(found) == '{"amount": 1}'
    assert mended(text, [found[0].problem]) == '{"amount": 1}'
    assert whole_repair(issues('{"amount": ', _check)) is None
    assert whole_repair(issues(BAD, _check)) is None
    assert whole_repair(issues('"{\\"amount\\": 1}"', _check)) == '{"amount": 1}'


def test_all_repairs_are_put_in_and_the_rest_keeps_its_bytes() -> None:
    assert mended(BAD, _check(BAD)) == BAD.replace('"89.90"', "89.90").replace('"eur"', '"EUR"')


def test_a_missing_member_with_a_known_value_is_added() -> None:
    assert mended('{"a":1}', [Problem("schema.required", "/b", "b is missing", repair="2")]) == '{"a":1,"b":2}'


def test_a_misspelled_name_is_put_right_by_a_key_after_what_is_surely_wrong() -> None:
    text = '{"order": "1", "amount": "2", "currency": "EUR"}'
    problems = _check(text)
    assert [problem.pointer for problem in helped(problems)] == ["/amount", "/order"]
    assert mended(text, mendable(problems)) == text.replace('"2"', "2"), "a name is a guess, which nobody gets unasked"
    assert mended(text, helped(problems)) == '{"order_id": "1", "amount": 2, "currency": "EUR"}'


def test_no_text_means_no_arguments() -> None:
    assert is_json("")
    assert [issue.problem.pointer for issue in issues("", _check)] == ["/order_id", "/amount", "/currency"]
