"""A call's argument text against its tool."""

from studio.checks.change import Change
from studio.messages.toolspec import ToolSpec
from studio.tools.coerce import check_call

REFUND = ToolSpec(
    "issue_refund",
    parameters={"type": "object", "properties": {"amount": {"type": "number"}}, "required": ["amount"]},
)


def test_a_call_that_fits_may_run() -> None:
    checked = check_call(REFUND, '{"amount": 89.9}')
    assert checked.fits
    assert checked.value == {"amount": 89.9}


def test_a_misfit_is_made_to_fit_and_both_are_told() -> None:
    checked = check_call(REFUND, '{"amount": "89.90"}')
    assert checked.fits
    assert checked.value == {"amount": 89.9}
    assert checked.changes == (Change("/amount", '"89.90"', "89.90"),)


def test_a_setting_may_leave_the_misfit_and_offers_its_repair() -> None:
    checked = check_call(REFUND, '{"amount": "89.90"}', coercion="off")
    assert not checked.fits
    assert (checked.value, checked.changes) == ({"amount": "89.90"}, ())
    assert [(each.pointer, each.repair) for each in checked.problems] == [("/amount", "89.90")]


def test_text_that_is_no_json_has_no_value() -> None:
    checked = check_call(REFUND, '{"amount": 8')
    assert checked.value is None
    assert not checked.fits
    assert [each.rule for each in checked.problems] == ["arguments.truncated"]


def test_a_doubled_key_is_a_warning_and_no_hindrance() -> None:
    checked = check_call(REFUND, '{"amount": 1, "amount": 2}')
    assert checked.fits
    assert [(each.rule, each.severity) for each in checked.problems] == [("arguments.duplicate_keys", "warning")]


def test_no_text_means_no_arguments() -> None:
    assert check_call(ToolSpec("now"), "").fits


def test_the_free_text_of_a_custom_call_becomes_the_only_parameter_or_the_input() -> None:
    shell = ToolSpec("shell", parameters={"type": "object", "properties": {"command": {"type": "string"}}})
    assert check_call(shell, 'echo {"x"', "custom").value == {"command": 'echo {"x"'}
    assert check_call(ToolSpec("any"), "text", "custom").value == {"input": "text"}
    number = ToolSpec("n", parameters={"type": "object", "properties": {"n": {"type": "integer"}}})
    assert check_call(number, "5", "custom").value == {"n": 5}
    assert not check_call(number, "five", "custom").fits
