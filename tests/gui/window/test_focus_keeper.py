"""The keyboard after a step that takes away the widget it was on: on what is due, never on what would undo or remove."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from studio.gui.panes.call_card import CallCard
from studio.session.setup import Setup
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, says
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def _focus() -> QWidget | None:
    return QApplication.focusWidget()


def _due(stage: Stage) -> CallCard:
    return next(card for card in stage.window.panes.response.calls.cards() if card.facts.is_due)


async def _at_the_demo(stage: Stage) -> CallCard:
    await stage.demo()
    await stage.until(stage.window.isActiveWindow)
    card = _due(stage)
    await stage.until(card.bar.execute.isVisible)
    return card


async def _ran(stage: Stage, card: CallCard) -> None:
    await stage.until(lambda: card.facts.phase == "done" and not stage.window.bridge.is_busy)
    await stage.frame()


def test_after_executing_a_call_the_next_one_has_the_keyboard(live: Live) -> None:
    async def play(stage: Stage) -> None:
        card = await _at_the_demo(stage)
        card.bar.execute.setFocus()
        QTest.keyClick(card.bar.execute, Qt.Key.Key_Space)
        await _ran(stage, card)
        if any(each.facts.is_due for each in stage.window.panes.response.calls.cards()):
            assert _focus() is _due(stage).bar.main_button()
        else:
            assert _focus() is stage.window.centre

    live(play)


def test_who_steps_from_the_arguments_of_a_call_is_at_the_next_one_not_in_the_past(live: Live) -> None:
    async def play(stage: Stage) -> None:
        card = await _at_the_demo(stage)
        card.arguments.editor.setFocus()
        await stage.go("step")
        await _ran(stage, card)
        assert _due(stage) is not card
        assert _focus() is _due(stage).bar.main_button()
        _due(stage).arguments.editor.setFocus()
        stage.trigger("step_back")
        await stage.until(lambda: card.facts.is_due)
        await stage.frame()
        other = stage.window.panes.response.calls.cards()[1]
        assert _focus() is other.arguments.editor, "going back leaves the keyboard where it is"

    live(play)


def test_the_keyboard_that_waited_on_the_centre_goes_to_the_call_that_waits_for_approval(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await _at_the_demo(stage)
        stage.window.centre.setFocus()
        stage.trigger("run_to_end")
        await stage.stopped("approval")
        await stage.until(lambda: _focus() is _due(stage))
        assert _due(stage).facts.call.call.name == "issue_refund"

    live(play)


def test_after_a_mock_the_keyboard_is_on_what_is_due(live: Live) -> None:
    async def play(stage: Stage) -> None:
        card = await _at_the_demo(stage)
        card.bar.mock.click()
        QTest.keyClicks(card.answer.text, "fine")
        assert _focus() is card.answer.text
        card.answer.give()
        await stage.frame()
        await stage.frame()
        found = [each for each in stage.window.panes.response.calls.cards() if each.facts.is_due]
        assert _focus() is (found[0].bar.main_button() if found else stage.window.centre)

    live(play)


def test_the_person_may_take_the_keyboard_elsewhere_meanwhile(live: Live) -> None:
    async def play(stage: Stage) -> None:
        card = await _at_the_demo(stage)
        card.bar.execute.setFocus()
        card.bar.execute.click()
        await stage.until(lambda: card.facts.phase != "open")
        await stage.frame()
        stage.window.timeline.view.setFocus()
        await _ran(stage, card)
        assert _focus() is stage.window.timeline.view

    live(play)


def test_a_button_that_comes_back_has_the_keyboard_again(live: Live) -> None:
    async def play(stage: Stage) -> None:
        card = await _at_the_demo(stage)
        card.bar.reject.show()
        card.bar.mock.setFocus()
        card.bar.mock.hide()
        card.bar.mock.show()
        await stage.frame()
        assert _focus() is card.bar.mock
        card.bar.mock.hide()
        await stage.frame()
        assert _focus() is card.bar.execute

    live(play)


def test_after_a_step_the_keyboard_is_not_on_a_pencil(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await _at_the_demo(stage)
        for _ in range(12):
            if stage.session.stop is not None and stage.session.stop.reason in ("finished", "approval"):
                break
            await stage.go("step")
            await stage.frame()
            cards = stage.window.panes.response.calls.cards()
            unwanted = [stage.window.panes.response.calls.add, stage.window.panes.request.line.pencil]
            unwanted += [card.bar.revert for card in cards]
            assert _focus() not in unwanted

    live(play)


def test_who_sends_a_message_writes_the_next_one_where_it_is_seen(live: Live) -> None:
    async def play(stage: Stage) -> None:
        with ChatServer(*[says("Fine.\n\n" + "- more\n" * 40)] * 2) as server:
            profile = read_profile({"name": "local", "base_url": server.url, "model": "tiny"})
            stage.program.workspace.save_profile(profile)
            stage.window.desk.new(Setup(responder=stage.program.workspace.choice(profile)), "")
            composer = stage.window.panes.request.chat.composer.editor
            for _ in range(2):
                await stage.until(lambda: _focus() is composer)
                QTest.keyClicks(composer, "Well?")
                QTest.keyClick(composer, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
                await stage.stopped("finished")
            await stage.until(lambda: _focus() is composer)
            assert not composer.visibleRegion().isEmpty()

    live(play)
