"""Rules by id: what a person makes of them, and what is told then."""

import inspect
import re
from pathlib import Path

from studio.checks import rules
from studio.checks.advice import ToolAdvice
from studio.checks.history import words as history_words
from studio.checks.history.problem import HistoryProblem, is_blocked
from studio.checks.loop import finding
from studio.checks.loop.finding import LoopFinding
from studio.checks.problem import Problem
from studio.checks.rules import RULES, Levels, judged, merged, off, rule_of, unknown, with_level

MISSING = HistoryProblem(code="missing_result", pointer="/messages/1", severity="error")
ORDER = HistoryProblem(code="role_order", pointer="/messages/2", severity="warning")


def test_each_finding_knows_its_rule() -> None:
    assert rule_of(MISSING) == "history.missing_result"
    assert rule_of(LoopFinding("growth", "hint", 3)) == "loop.growth"
    assert rule_of(ToolAdvice("tool.alike", "a", "", "", "")) == "tool.alike"
    assert rule_of(Problem("schema.coerced", "", "")) == "schema.coerced"


def test_what_is_off_is_not_told_and_what_is_lowered_does_not_block() -> None:
    assert judged((MISSING, ORDER), {}) == (MISSING, ORDER)
    assert judged((MISSING, ORDER), {"history.role_order": "off"}) == (MISSING,)
    (lowered, _) = judged((MISSING, ORDER), {"history.missing_result": "warning"})
    assert lowered.severity == "warning"
    assert not is_blocked((lowered,))
    assert is_blocked(judged((ORDER,), {"history.role_order": "error"}))


def test_a_level_that_a_rule_does_not_have_changes_nothing() -> None:
    """A file of another version, or one that was written by hand, switches nothing by accident."""
    assert judged((MISSING,), {"history.missing_result": "hint", "history.gone": "off"}) == (MISSING,)
    assert off({"history.missing_result": "hint", "no.rule": "off", "loop.growth": "off"}) == ("loop.growth",)
    assert unknown(("loop.growth", "no.rule")) == ("no.rule",)


def test_a_fault_of_the_schema_cannot_be_switched_off() -> None:
    """It says whether a tool can run at all."""
    wrong = Problem("schema.type", "/a", "must be a number")
    assert judged((wrong,), {"schema.type": "off"}) == (wrong,)


def test_what_a_session_says_goes_before_what_holds_for_all() -> None:
    always: Levels = {"loop.growth": "off", "tool.alike": "hint"}
    assert merged(always, {"tool.alike": "error"}) == {"loop.growth": "off", "tool.alike": "error"}
    assert merged(always, {}) is always


def test_a_rule_counts_as_usual_again() -> None:
    assert with_level({"loop.growth": "off"}, "loop.growth", None) == {}
    assert with_level({}, "loop.growth", "warning") == {"loop.growth": "warning"}


def test_every_rule_of_the_checks_is_in_the_list() -> None:
    said = {f"history.{code}" for code in history_words._SENTENCES} | {f"loop.{code}" for code in finding._SENTENCES}
    room = Path(inspect.getfile(rules)).parent
    for file in room.glob("*.py"):
        if file.name not in ("rule_words.py", "advice.py"):
            said |= set(re.findall(r'"(tools?\.[a-z_]+)"', file.read_text(encoding="utf-8")))
    assert said == {rule.id for rule in RULES.values() if rule.room != "arguments"}


def test_every_rule_says_what_it_means_and_can_be_switched_off() -> None:
    for rule in RULES.values():
        assert rule.means.endswith(".")
        assert "off" in rule.levels
        assert rule.usual in rule.levels
