"""*Send n times*: nothing goes before Start, what comes is counted while it comes, cancelled is kept, and the window stays free."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.dialogs.sample import SampleDialog
from studio.gui.dialogs.sample_form import SampleForm
from studio.messages.message import user
from studio.messages.toolspec import ToolSpec
from studio.session.samples import SampleArm, SampleBudget, SamplePlan, SampleProbe
from studio.session.setup import Setup
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, hangs, says
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
TOOLS = (ToolSpec("get_weather", "The weather."), ToolSpec("get_time", "The time."))
OSLO = says("", ("get_weather", '{"city": "Oslo"}'))


def opened(stage: Stage, url: str, *, asked: bool = True) -> SampleDialog:
    """The dialog over a session whose first request is due, or over one that is empty."""
    workspace = stage.program.workspace
    workspace.save_profile(read_profile({"name": "near", "base_url": url, "model": "tiny"}))
    session = workspace.new(setup=Setup(responder=workspace.choice(workspace.profiles[0]), tools=TOOLS))
    if asked:
        session.add_message(user("Weather in Oslo?"))
    stage.window.bridge.show(session)
    stage.window.refresh()
    stage.trigger("sample")
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, SampleDialog)
    return dialog


@pytest.mark.promise("F8")
def test_it_is_estimated_then_sent_counted_copied_and_there_again_when_it_is_opened_again(live: Live) -> None:
    async def scene(stage: Stage) -> None:
        with ChatServer(*[OSLO] * 4, says("No.")) as server:
            dialog = opened(stage, server.url)
            dialog.form.times.setValue(5)
            await stage.until(lambda: dialog.said.text().startswith("5 request"))
            assert "to tiny: about " in dialog.said.text()
            assert (server.requests, dialog.isModal()) == ([], False)
            dialog.start.click()
            await stage.until(lambda: not dialog.is_asking)
            pane = stage.window.side.late.sample
            assert pane.isVisible(), "what comes is seen while it comes"
            shown = pane.text.toPlainText()
            assert "4 (80 %)" in shown
            assert "no tool" in shown
            pane.copy.click()
            assert "| as it is | get_weather | 4 (80 %) | 4 (80 %) |" in QApplication.clipboard().text()
            stage.trigger("sample")
            assert stage.window.dialogs.current is dialog
            dialog._close.click()
            stage.trigger("sample")
            again = stage.window.dialogs.current
            assert isinstance(again, SampleDialog)
            assert again is not dialog
            assert pane.said.text() == "All 5 requests came to their end."

    live(scene)


def test_esc_ends_what_is_under_way_and_keeps_it_and_nothing_can_be_asked_of_an_empty_session(live: Live) -> None:
    async def scene(stage: Stage) -> None:
        with ChatServer(OSLO, hangs("I")) as server:
            empty = opened(stage, server.url, asked=False)
            assert "Write a message first." in empty.said.text()
            assert not empty.start.isEnabled()
            empty.form.probes.rows_[0].prompt.setText("Weather?")
            await stage.until(empty.start.isEnabled)
            empty.start.click()
            await stage.until(lambda: len(server.requests) == 2)
            QTest.keyClick(empty, Qt.Key.Key_Escape)
            await stage.until(lambda: not empty.is_asking)
            assert empty.isVisible()
            assert stage.window.side.late.sample.said.text() == "Cancelled after 2 of 10 requests."
            QTest.keyClick(empty, Qt.Key.Key_Escape)
            assert not empty.isVisible()

    live(scene)


def test_what_is_typed_is_settled_first_and_a_cancel_at_once_sends_nothing(live: Live) -> None:
    async def scene(stage: Stage) -> None:
        with ChatServer(hangs("I")) as server:
            dialog = opened(stage, server.url)
            dialog.settle = lambda: "Something is typed."
            dialog.start.click()
            assert (dialog.is_asking, dialog.said.text()) == (False, "Something is typed.")
            dialog.settle = lambda: ""
            dialog.form.times.selectAll()
            QTest.keyClick(dialog.form.times, Qt.Key.Key_Delete)
            dialog.estimate()
            QTest.keyClicks(dialog.form.times, "7")
            assert dialog.form.plan().times == 7, "an estimate in between types nothing"
            dialog.start.click()
            dialog.start.click()
            await stage.until(lambda: not dialog.is_asking)
            assert (server.requests, dialog.said.text()) == ([], "Nothing was sent.")
            assert dialog.form.isEnabled()
            dialog.start.click()
            await stage.until(lambda: server.requests)
            stage.window.close()
            box = stage.window.closing.box
            assert box is not None, "what is under way is not ended unasked"
            box.reject()
            stage.trigger("language_zh_CN")
            await stage.frame()
            assert stage.window.dialogs.current is dialog, "it goes on asking"
            dialog.start.click()
            await stage.until(lambda: stage.window.dialogs.current is not dialog)
            again = stage.window.dialogs.current
            assert isinstance(again, SampleDialog)
            assert (again.form.plan().times, again.start.text() != "Start") == (7, True)
            stage.trigger("language_en")
            await stage.until(lambda: stage.window.dialogs.current is not again)

    live(scene)


def test_the_form_gives_the_plan_that_it_shows(qtbot: QtBot) -> None:
    form = SampleForm(Setup(tools=TOOLS, system="Be kind."))
    qtbot.addWidget(form)
    form.show_profiles("As the session: near", [("far", "big")])
    assert form.plan().arms == (SampleArm("as it is"),)
    assert form.plan().probes == (SampleProbe(),)
    form.whom.item(1).setCheckState(Qt.CheckState.Checked)
    form.variants.add_button.click()
    form.variants.add_button.click()
    form.variants.rows_[0].text.setPlainText("Be brief.")
    form.variants.rows_[1].what.choose("get_time")
    form.probes.rows_[0].expects.expect(("get_weather", "get_time"))
    form.probes.add_button.click()
    form.probes.rows_[1].prompt.setText("Thanks!")
    form.probes.rows_[1].expects.expect(())
    form.probes.add_button.click()
    form.cost.setValue(0.5)
    form.times.setValue(3)
    again = SampleForm(Setup(tools=TOOLS, system="Be kind."))
    qtbot.addWidget(again)
    again.show_profiles("As the session: near", [("far", "big")])
    again.take_over(form)
    assert again.plan() == form.plan()
    plan = form.plan()
    for _ in range(2):  # over what stands there, too
        again.show_plan(SamplePlan((SampleArm("as it is"),)))
        assert again.plan().arms == (SampleArm("as it is"),)
        again.show_plan(plan)
        assert again.plan() == plan
    assert [(arm.profile, arm.system, arm.descriptions) for arm in plan.arms[3:]] == [
        ("far", SampleArm("").system, {}),
        ("far", "Be brief.", {}),
        ("far", SampleArm("").system, {"get_time": "The time."}),
    ]
    assert len({arm.name for arm in plan.arms}) == 6
    assert plan.probes == (SampleProbe("", ("get_weather", "get_time")), SampleProbe("Thanks!", ()))
    assert plan.budget == SampleBudget(cost=0.5)
