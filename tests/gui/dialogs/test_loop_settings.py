"""The settings of the loop: what stands in the pages becomes one change that can be undone."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.gui.dialogs.loop_settings import LoopDialog
from studio.messages.toolspec import ToolSpec
from studio.session.events import SetupChanged
from studio.session.policies import Limits, Policy, Strategies
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


async def _opened(stage: Stage, page: str = "limits", field: str = "") -> LoopDialog:
    await stage.demo()
    stage.window.dialogs.loop(page, field)
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, LoopDialog)
    return dialog


def test_all_pages_together_are_one_change_that_undo_takes_back(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage)
        before, last = stage.session.state.setup, stage.session.tree.last
        dialog.limits.fields["tokens"].setValue(5000)
        dialog.limits.fields["cost"].setValue(0.5)
        dialog.errors.boxes["unknown_tool"].choose("tell")
        dialog.errors.boxes["tool_error"].choose("again")
        dialog.values.choice.choose("ask")
        dialog.calls.order.choose("once")
        dialog.ok.click()
        await stage.frame()
        setup = stage.session.state.setup
        assert setup.limits == Limits(tokens=5000, cost=0.5)
        assert setup.strategies == Strategies("tell", "", "again")
        assert (setup.coercion, setup.concurrent) == ("ask", True)
        assert stage.session.tree.parent(stage.session.head) == last
        assert isinstance(stage.session.tree.event(stage.session.head), SetupChanged)
        stage.trigger("undo")
        assert stage.session.state.setup == before

    live(play)


def test_settings_that_were_only_looked_at_change_nothing(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage)
        head = stage.session.head
        dialog.ok.click()
        assert stage.session.head == head

    live(play)


def test_an_emptied_limit_is_no_limit(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage, "limits", "tokens")
        field = dialog.limits.fields["tokens"]
        field.setValue(700)
        field.selectAll()
        QTest.keyClick(field, Qt.Key.Key_Delete)
        dialog.ok.click()
        assert stage.session.state.setup.limits.tokens == 0

    live(play)


def test_the_limit_that_stopped_has_the_keyboard(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage, "limits", "cost_unknown")
        assert dialog.focusWidget() is dialog.limits.fields["cost"]
        assert dialog.limits.fields["cost"].lineEdit().hasSelectedText()
        dialog.reject()

    live(play)


def test_how_often_again_is_asked_only_where_it_counts(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage, "errors")
        assert not dialog.errors.again.isVisible()
        dialog.errors.boxes["tool_error"].choose("again")
        assert dialog.errors.again.isVisible()
        dialog.reject()

    live(play)


def test_rules_of_approval_are_ordered_and_say_what_they_decide(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage, "approval")
        page = dialog.approval
        page.add_button.click()
        assert dialog.focusWidget() is page.rows_[0].pattern
        QTest.keyClicks(page.rows_[0].pattern, "get_*")
        page.add_button.click()
        QTest.keyClicks(page.rows_[1].pattern, "get_order")
        page.rows_[1].decision.choose("deny")
        assert "a rule above" in page.rows_[1].pattern.accessibleDescription()
        assert _holds(dialog, "get_order") == "ask"
        page.rows_[1].up.click()
        assert _holds(dialog, "get_order") == "deny"
        assert _holds(dialog, "get_customer") == "ask"
        dialog.ok.click()
        assert stage.session.state.setup.policies == (Policy("get_order", "deny"), Policy("get_*", "ask"))
        assert "get_order" not in [tool.name for tool in stage.session.state.setup.sent_tools]

    live(play)


def test_a_rule_without_a_pattern_is_left_out(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _opened(stage, "approval")
        dialog.approval.add_button.click()
        dialog.ok.click()
        assert stage.session.state.setup.policies == ()

    live(play)


def _holds(dialog: LoopDialog, tool: str) -> str:
    table = dialog.approval.table
    items = (table.topLevelItem(at) for at in range(table.topLevelItemCount()))
    return next(item.text(1) for item in items if item is not None and item.text(0) == tool)


def test_undoing_with_a_wrong_declaration_is_refused_in_the_dialog(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        setup = stage.session.state.setup
        wrong = ToolSpec("undo_all", compensates="no_such_tool")
        stage.session.change_setup(tools=(*setup.tools, wrong))
        stage.window.dialogs.loop("calls")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, LoopDialog)
        dialog.calls.undo.setChecked(True)
        dialog.ok.click()
        assert "no_such_tool" in dialog._said.text()
        assert dialog._said.isVisible()
        assert not stage.session.state.setup.compensation
        dialog.calls.undo.setChecked(False)
        dialog.ok.click()
        assert stage.window.dialogs.current is None

    live(play)
