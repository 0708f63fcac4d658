"""Settings › Checks and › Run: what is changed acts at once, is kept, and what lets faulty requests go is asked once more."""

import pytest
from PySide6.QtTest import QTest

from studio.checks.rules import RULES
from studio.gui.dialogs.rule_lowered import RuleLoweredDialog
from studio.gui.settings.amounts import AmountControl
from studio.gui.settings.controls import SwitchControl
from studio.gui.settings.rule_rows import RuleRows
from tests.gui.settings.conftest import Desk

pytestmark = pytest.mark.promise("H2")


def rules(desk: Desk) -> RuleRows:
    desk.settings.show_page("checks")
    control = desk.settings.page.rows["rules"].control
    assert isinstance(control, RuleRows)
    return control


def shown(control: RuleRows) -> list[str]:
    return [id for id, row in control.rows.items() if not row.isHidden()]


def test_a_rule_is_switched_off_at_once_and_for_the_next_run(desk: Desk) -> None:
    control = rules(desk)
    assert shown(control) == list(RULES)
    control.rows["loop.growth"].box.choose("off")
    assert desk.workspace.settings.rules == {"loop.growth": "off"}
    assert desk.again().settings.rules == {"loop.growth": "off"}
    control.rows["loop.growth"].box.choose(None)
    assert desk.again().settings.rules == {}


def test_a_rule_that_holds_requests_back_is_lowered_only_after_one_more_yes(desk: Desk) -> None:
    control, id = rules(desk), "history.missing_result"
    control.rows[id].box.choose("warning")
    assert desk.workspace.settings.rules == {}
    assert control.rows[id].box.value() is None
    asked = desk.settings.findChild(RuleLoweredDialog)
    assert asked is not None
    assert "are sent in all sessions" in asked.said.text()
    assert asked.focusWidget() is asked.cancel
    asked.cancel.click()
    assert desk.workspace.settings.rules == {}
    control.rows[id].box.choose("off")
    asked = desk.settings.findChildren(RuleLoweredDialog)[-1]
    asked.agree.click()
    assert desk.workspace.settings.rules == {id: "off"}
    assert control.rows[id].box.value() == "off"


def test_rules_are_found_by_words_and_by_id_and_those_that_are_changed_alone(desk: Desk) -> None:
    control = rules(desk)
    QTest.keyClicks(control.search, "two tools turns")
    assert shown(control) == ["loop.ping_pong"]
    control.search.clear()
    desk.port.chosen.put("rules", {"tool.alike": "hint"})
    control.look_for("")
    assert shown(control) == ["tool.alike"]
    control.look_for("history.role_order")
    assert shown(control) == ["history.role_order"]


def test_reset_puts_all_rules_back(desk: Desk) -> None:
    control = rules(desk)
    desk.port.chosen.put("rules", {"tool.alike": "hint"})
    assert control.rows["tool.alike"].box.value() == "hint"
    desk.settings.page.rows["rules"].reset.click()
    assert control.rows["tool.alike"].box.value() is None


def test_the_words_follow_the_language(desk: Desk) -> None:
    control = rules(desk)
    desk.look.use_language("zh_CN")
    assert control.search.accessibleName()
    desk.look.use_language("en")
    assert control.rows["loop.growth"].box.currentText() == "As usual: hint"


def test_limits_and_stops_of_new_sessions_are_kept(desk: Desk) -> None:
    desk.settings.show_page("run")
    rows = desk.settings.page.rows
    cost, stop = rows["cost"].control, rows["before_request"].control
    assert isinstance(cost, AmountControl)
    assert isinstance(stop, SwitchControl)
    assert cost.box.text() == "no limit"
    cost.box.setValue(0.25)
    stop.switch.click()
    running = desk.again().settings.running
    assert (running.cost, running.before_request) == (0.25, True)
    rows["cost"].reset.click()
    assert desk.again().settings.running.cost == 0
