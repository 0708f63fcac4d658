"""The mock editor in the running program: what is saved there answers calls, and each change is a step that Undo takes back."""

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from studio.gui.dialogs.mocks import MocksDialog
from studio.session.events import ResultRecorded
from studio.session.mocks import MockRule
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]

ANSWER = MockRule("", "get_order", "order_id == '48213'", text="delivered")
LATER = MockRule("", "get_*", text="general")


async def _opened(stage: Stage, *rules: MockRule) -> MocksDialog:
    await stage.demo()
    for rule in rules:
        stage.session.add_mock(rule)
    stage.trigger("mocks")
    return _dialog(stage)


def _dialog(stage: Stage) -> MocksDialog:
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, MocksDialog)
    return dialog


def _texts(stage: Stage) -> list[str]:
    return [rule.text for rule in stage.session.state.setup.mocks]


def _rows(dialog: MocksDialog, column: int) -> list[str]:
    items = (dialog.list.topLevelItem(at) for at in range(dialog.list.topLevelItemCount()))
    return [item.text(column) for item in items if item is not None]


def test_a_rule_is_typed_saved_and_answers_the_call_that_waits(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage)
        assert not dialog.save.isEnabled()
        dialog.form.calls.tool.setEditText("get_order")
        QTest.keyClicks(dialog.form.answer.text, "delivered")
        dialog.save.click()
        (rule,) = stage.session.state.setup.mocks
        assert (rule.tool, rule.text, rule.answer) == ("get_order", "delivered", "text")
        assert "answers" in _rows(dialog, 2)
        assert dialog.trial.answer.text() == "delivered"
        dialog.reject()
        await stage.go("step")
        event = stage.session.tree.event(stage.session.head)
        assert isinstance(event, ResultRecorded)
        assert (event.source, event.rule, event.text) == ("mock", rule.id, "delivered")

    live(play)


def test_each_rule_says_what_it_makes_of_the_call_also_while_one_is_typed(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage, ANSWER, LATER, MockRule("", "send_*"))
        assert _rows(dialog, 2) == ["answers", "comes later", "other tool"]
        dialog.form.calls.when.setText("order_id == '1'")
        await stage.until(lambda: _rows(dialog, 2) == ["does not hold", "answers", "other tool"])
        assert dialog.trial.answer.text() == "general"
        assert stage.session.state.setup.mocks[0].when == ANSWER.when
        dialog.reject()

    live(play)


def test_a_wrong_condition_is_said_while_it_is_typed_and_its_right_spelling_is_taken(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage, ANSWER)
        calls = dialog.form.calls
        calls.when.setText('order_id == "48213" && paid == true')
        assert "double quotes" in calls.rows["when"].problem()
        assert calls.mend.isVisible()
        calls.mend.click()
        assert calls.when.text() == "order_id == '48213' && paid == `true`"
        assert calls.rows["when"].problem() == ""
        assert not calls.mend.isVisible()
        calls.when.setText("order_id ==")
        dialog.save.click()
        assert dialog.focusWidget() is calls.when
        assert stage.session.state.setup.mocks[0].when == ANSWER.when
        dialog.reject()

    live(play)


def test_an_answer_that_is_not_json_is_refused_beside_its_field(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage, ANSWER)
        dialog.form.answer.kind.choose("json")
        dialog.save.click()
        assert "not JSON" in dialog.form.answer.rows["text"].problem()
        assert _texts(stage) == ["delivered"]
        dialog.form.answer.json.set_text('{"state": 1}')
        dialog.save.click()
        rule = stage.session.state.setup.mocks[0]
        assert (rule.answer, json.loads(rule.text)) == ("json", {"state": 1})
        dialog.reject()

    live(play)


def test_rules_are_moved_doubled_removed_and_switched_and_undo_takes_each_back(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage, ANSWER, LATER)
        assert not dialog.undo.isEnabled()
        dialog.order.down.click()
        assert _texts(stage) == ["general", "delivered"]
        assert not dialog.order.down.isEnabled()
        dialog.order.double.click()
        assert _texts(stage) == ["general", "delivered", "delivered"]
        dialog.order.remove.click()
        dialog.order.remove.click()
        assert _texts(stage) == ["general"]
        item = dialog.list.topLevelItem(0)
        assert item is not None
        item.setCheckState(0, Qt.CheckState.Unchecked)
        assert [rule.on for rule in stage.session.state.setup.mocks] == [False]
        for _ in range(5):
            dialog.undo.click()
        assert _texts(stage) == ["delivered", "general"]
        assert not dialog.undo.isEnabled()
        dialog.reject()

    live(play)


def test_all_rules_of_a_tool_are_switched_at_once(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage, ANSWER, LATER, MockRule("", "send_*"))
        dialog.order.make_menu().actions()[0].trigger()
        assert [rule.on for rule in stage.session.state.setup.mocks] == [False, False, True]
        assert dialog.order.make_menu().actions()[0].text().endswith("switch on")
        dialog.reject()

    live(play)


def test_nothing_moves_while_something_typed_is_not_saved(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage, ANSWER, LATER)
        dialog.form.answer.text.insertPlainText("not ")
        QTest.keyClick(dialog.list, Qt.Key.Key_Down)
        await stage.frame()
        assert "not saved" in dialog._said.text()
        current = dialog.list.currentItem()
        assert current is not None
        assert current.text(0) == "get_order"
        assert dialog.form.rule().text == "not delivered"
        dialog.reject()
        assert _texts(stage) == ["delivered", "general"]

    live(play)


def test_a_switch_does_not_lose_what_is_typed(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage, ANSWER)
        dialog.form.answer.text.insertPlainText("not ")
        dialog.list.switched.emit(stage.session.state.setup.mocks[0].id, False)
        dialog.save.click()
        (rule,) = stage.session.state.setup.mocks
        assert (rule.text, rule.on) == ("not delivered", False)
        dialog.reject()

    live(play)


def test_what_plays_no_part_is_not_shown(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage, ANSWER)
        answer = dialog.form.answer
        answer.fault.choose("timeout")
        assert not answer.text.isVisible()
        assert not answer.is_error.isVisible()
        answer.fault.choose("")
        answer.kind.choose("real")
        assert not answer.text.isVisible()
        answer.kind.choose("template")
        assert answer.text.isVisible()
        dialog.reject()

    live(play)


def test_a_recorded_result_becomes_the_first_rule_and_is_shown(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        await stage.go("step")
        stage.session.add_mock(LATER)
        node = next(e.id for e in stage.session.tree.events(stage.session.head) if isinstance(e, ResultRecorded))
        stage.window.bridge.rule_wanted.emit(node)
        dialog = _dialog(stage)
        rule = stage.session.state.setup.mocks[0]
        assert (rule.tool, rule.when) == ("get_order", "order_id == '48213'")
        assert dialog.form.rule() == rule
        dialog.reject()

    live(play)


def test_mocking_a_tool_begins_a_rule_for_it_or_shows_the_one_there_is(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.window.bridge.mocks_wanted.emit("get_customer", None)
        dialog = _dialog(stage)
        assert dialog.form.rule() == MockRule("", "get_customer")
        assert dialog.save.isEnabled()
        dialog.reject()
        id = stage.session.add_mock(MockRule("", "get_customer", text="Ada"))
        stage.window.bridge.mocks_wanted.emit("get_customer", None)
        assert _dialog(stage).form.rule().id == id
        _dialog(stage).reject()

    live(play)


def test_rules_go_out_to_a_file_and_come_back(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage, ANSWER)
        for key in ("export", "import"):
            dialog.order.pressed.emit(key)
            chooser = dialog.findChildren(QFileDialog)[-1]
            chooser.fileSelected.emit(str(tmp_path / "rules.json"))
            chooser.reject()
            await stage.frame()
        assert _texts(stage) == ["delivered", "delivered"]
        (tmp_path / "rules.json").write_text('{"mocks": [{"tool": "a", "nth": "x"}]}', encoding="utf-8")
        dialog._import(tmp_path / "rules.json")
        assert "mocks[0].nth" in dialog._said.text()
        dialog.reject()

    live(play)


def test_a_rule_that_nobody_touched_is_not_changed(live: Live) -> None:
    async def play(stage: Stage) -> None:
        rules = (
            MockRule("", "get_order", answer="json", text='{"a":1}', delay=0.125, nth=3),
            MockRule("", "get_order", answer="template", text="{a}\r\n", fault="slow", is_error=True),
            MockRule("", "x", answer="real", fault="huge"),
        )
        dialog = await _opened(stage, *rules)
        for rule in stage.session.state.setup.mocks:
            dialog.show_rule(rule.id)
            assert dialog.form.rule() == rule
            assert not dialog.save.isEnabled()
        dialog.reject()

    live(play)


def test_a_tool_s_row_leads_to_its_rules_and_switches_them(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()

        def entry(words: str) -> QAction:
            menu = stage.window.tools.make_menu("get_order")
            assert menu is not None
            return next(each for each in menu.actions() if each.text() == words)

        assert not entry("Switch its mock rules on").isVisible()
        stage.session.add_mock(LATER)
        entry("Switch its mock rules off").trigger()
        assert [rule.on for rule in stage.session.state.setup.mocks] == [False]
        entry("Switch its mock rules on").trigger()
        assert [rule.on for rule in stage.session.state.setup.mocks] == [True]
        entry("Mock rules…").trigger()
        assert _dialog(stage).form.rule() == MockRule("", "get_order")
        _dialog(stage).reject()

    live(play)


def test_a_fault_from_the_card_is_a_result_that_says_so(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        assert stage.session.state.open is not None
        call = stage.session.state.open.calls[0]
        card = stage.window.panes.response.calls.card(call.key)
        assert card is not None
        card.act("fault:timeout")
        await stage.until(lambda: card.facts.call.result)
        event = stage.session.tree.event(stage.session.head)
        assert isinstance(event, ResultRecorded)
        assert (event.source, event.fault, event.status) == ("mock", "timeout", "timeout")
        assert card.head.chip.text() == "MOCK ERROR"

    live(play)
