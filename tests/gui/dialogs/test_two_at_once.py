"""Dialogs whose ground moves: double clicks, a session that is closed, a tool that changes or goes while its page is open."""

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.gui.dialogs.loop_settings import LoopDialog
from studio.gui.dialogs.text_entry import TextEntry
from studio.gui.dialogs.tool_page import ToolPage
from studio.gui.dialogs.tool_trust import TrustExecutorsDialog
from studio.messages.toolspec import ToolSpec
from studio.session.executors import CommandLine
from studio.session.mocks import MockRule
from studio.session.policies import Policy
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
D = TypeVar("D")


def _current(stage: Stage, kind: type[D]) -> D:
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, kind)
    return dialog


async def _page(stage: Stage, name: str) -> ToolPage:
    stage.window.tools.page_wanted.emit(name)
    await stage.frame()
    return _current(stage, ToolPage)


def _commands(stage: Stage) -> None:
    for name in ("one", "two"):
        stage.session.declare(ToolSpec(name), CommandLine(("echo", name)))


def test_a_double_click_on_trust_trusts_one_tool(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        _commands(stage)
        stage.window.tools.executors_wanted.emit(("one", "two"))
        dialog = _current(stage, TrustExecutorsDialog)
        await stage.until(dialog.trust.isEnabled)
        QTest.mouseClick(dialog.trust, Qt.MouseButton.LeftButton)
        QTest.mouseClick(dialog.trust, Qt.MouseButton.LeftButton)
        QTest.keyClick(dialog, Qt.Key.Key_Return)
        QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert dialog.name == "two"
        assert stage.session.untrusted_executors() == ("two",)
        await stage.until(dialog.trust.isEnabled)
        dialog.trust.click()
        assert stage.session.untrusted_executors() == ()

    live(play)


def test_enter_that_adds_a_tool_does_not_trust_it_too(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.session.declare(ToolSpec("one"), CommandLine(("echo", "one")))
        stage.window.tools.executors_wanted.emit(("one",))
        dialog = _current(stage, TrustExecutorsDialog)
        for _ in range(3):
            QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
        assert stage.session.untrusted_executors() == ("one",)
        assert dialog.isVisible()
        dialog.reject()

    live(play)


def test_what_became_another_command_meanwhile_is_shown_before_it_is_trusted(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        _commands(stage)
        stage.window.tools.executors_wanted.emit(("one",))
        dialog = _current(stage, TrustExecutorsDialog)
        await stage.until(dialog.trust.isEnabled)
        stage.session.set_executor("one", CommandLine(("rm", "all")))
        dialog.trust.click()
        assert "one" in stage.session.untrusted_executors()
        assert "rm" in dialog.text.toPlainText()
        dialog.reject()

    live(play)


def test_a_dialog_about_a_session_goes_with_it(live: Live) -> None:
    async def play(stage: Stage) -> None:
        for id in (
            "loop",
            "mocks",
            "add_by_hand",
            "add_http",
            "add_command",
            "import_tools",
            "add_tools",
            "answer_open",
        ):
            await stage.demo()
            stage.trigger(id)
            assert stage.window.dialogs.current is not None
            await stage.window.desk.close()
            assert stage.window.dialogs.current is None, id

    live(play)


def test_an_answer_begun_for_one_session_never_reaches_another(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.trigger("answer_open")
        entry = _current(stage, TextEntry)
        given: list[str] = []
        entry.given.connect(given.append)
        stage.window.bridge.show(stage.program.workspace.new("another"))
        assert given == []
        assert stage.window.dialogs.current is None

    live(play)


def test_a_page_whose_tool_was_taken_away_says_so_and_brings_nothing_back(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.session.declare(ToolSpec("mine", "Old."))
        page = await _page(stage, "mine")
        page.declaration.description.setPlainText("New.")
        stage.session.undeclare("mine")
        page.ok.click()
        assert "not in the session" in page._said.text()
        assert stage.session.state.setup.tool("mine") is None
        page.reject()

    live(play)


def test_a_tool_that_changed_under_its_page_is_replaced_at_the_second_ok_only(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        old = ToolSpec("mine", "Old.")
        stage.session.declare(old)
        page = await _page(stage, "mine")
        page.declaration.description.setPlainText("Mine.")
        stage.session.declare(replace(old, description="Theirs."))
        page.ok.click()
        assert "changed while" in page._said.text()
        assert stage.session.state.setup.tools[-1].description == "Theirs."
        page.ok.click()
        assert stage.session.state.setup.tools[-1].description == "Mine."

    live(play)


def test_what_nobody_touched_in_a_dialog_stays_as_it_became_meanwhile(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.session.declare(ToolSpec("mine", " Spaces around.\n"))
        page = await _page(stage, "mine")
        stage.session.change_setup(policies=(Policy("mine", "ask"),), call_seconds=7.0)
        page.ok.click()
        assert stage.session.state.setup.policies == (Policy("mine", "ask"),)
        assert stage.session.state.setup.tools[-1].description == " Spaces around.\n"
        stage.trigger("loop")
        loop = _current(stage, LoopDialog)
        stage.session.change_setup(compensation=True)
        loop.limits.fields["tokens"].setValue(900)
        loop.ok.click()
        assert stage.session.state.setup.compensation
        assert stage.session.state.setup.limits.tokens == 900

    live(play)


def test_a_rule_can_be_edited_while_the_call_that_it_answers_waits_for_its_delay(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.session.add_mock(MockRule("", "get_order", text="first", delay=0.4))
        stage.trigger("mocks")
        dialog = stage.window.dialogs.current
        stage.window.bridge.start("step", lambda opened: opened.step())
        await stage.until(lambda: stage.window.bridge.running)
        dialog.form.answer.text.insertPlainText("and not ")  # type: ignore[union-attr]
        dialog.save.click()  # type: ignore[union-attr]
        await stage.stopped()
        opened = stage.session.state.open
        assert opened is not None
        assert opened.calls[0].result is not None
        assert opened.calls[0].result.text == "first"
        dialog.reject()  # type: ignore[union-attr]

    live(play)


def test_a_foreign_name_is_never_read_as_rich_text_and_widens_no_page(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        name = "<b>" + "n" * 1000
        stage.session.declare(ToolSpec(name, "<img src='file:///x.png'>"))
        await stage.frame()
        page = await _page(stage, name)
        assert page.width() <= stage.window.width()
        assert page._frame.title.textFormat() == Qt.TextFormat.PlainText
        page.reject()
        model = stage.window.tools.model
        said = model.index(model.row_of(name), 0).data(Qt.ItemDataRole.ToolTipRole)
        assert "&lt;img" in said

    live(play)
