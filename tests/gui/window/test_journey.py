"""The window from the start page to the end of the demo, with the keyboard alone, and what it shows on the way."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def _key(widget: QWidget, key: Qt.Key, with_: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(widget, key, with_)


def _moved(stage: Stage, before: object) -> bool:
    return stage.window.bridge.running or stage.session.stop != before


def test_it_opens_on_the_start_page_with_the_demo_as_the_default(live: Live) -> None:
    async def play(stage: Stage) -> None:
        assert stage.window.start.isVisible()
        await stage.until(lambda: QApplication.focusWidget() is stage.window.start.demo)
        assert not stage.window.docks["timeline"].isVisible()

    live(play)


def test_the_demo_is_stepped_to_its_end_by_keyboard(live: Live) -> None:
    async def play(stage: Stage) -> None:
        _key(stage.window.start.demo, Qt.Key.Key_Return)
        await stage.stopped("breakpoint")
        banner = stage.window.centre.banner
        assert banner.content is not None
        assert banner.content.headline == "Paused before get_order"
        for _ in range(40):
            stop = stage.session.stop
            assert stop is not None
            if stop.reason == "finished":
                break
            if stop.reason == "approval":
                banner.focus_main()
                _key(banner.bar, Qt.Key.Key_A)
            else:
                _key(stage.window, Qt.Key.Key_F10)
            await stage.until(partial(_moved, stage, stop))
            await stage.stopped()
        assert banner.content is not None
        assert banner.content.headline == "Finished"
        assert not stage.window.actions_["step"].isEnabled()
        assert "finished" in stage.window.actions_["step"].toolTip()

    live(play)


def test_a_sensitive_call_waits_and_is_rejected_with_a_reason(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        while stage.session.stop is not None and stage.session.stop.reason != "approval":
            await stage.go("run_to_end")
        banner = stage.window.centre.banner
        banner.bar.setFocus()
        _key(banner.bar, Qt.Key.Key_R)
        dialog = stage.window.dialogs.current
        assert dialog is not None
        call = stage.session.stop.call if stage.session.stop is not None else None
        assert call is not None
        dialog._field.setPlainText("too much")  # type: ignore[attr-defined]
        dialog._accept()  # type: ignore[attr-defined]
        await stage.frame()
        found = stage.session.state.call(call)
        assert found is not None
        assert found.result is not None
        assert found.result.source == "rejected"
        assert "too much" in found.result.text

    live(play)


def test_going_back_and_forth_runs_nothing(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        await stage.go("step")
        count, head = len(stage.session.tree), stage.session.head
        stage.trigger("step_back")
        await stage.frame()
        assert stage.session.head < head
        stage.trigger("undo")
        await stage.frame()
        assert stage.session.head == head
        assert len(stage.session.tree) == count

    live(play)


def test_the_status_bar_and_the_title_agree_with_the_session(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        status = stage.window.status
        assert status._state.text() == "Paused"
        assert status._round.text() == f"Round {stage.session.state.rounds}"
        assert "of 100" in status._round.toolTip()
        assert stage.session.title in stage.window.windowTitle()

    live(play)


def test_f6_goes_round_the_parts_and_back(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        window = stage.window
        window.go_to("timeline")
        assert QApplication.focusWidget() is window.timeline.view
        seen = []
        for _ in range(8):
            stage.trigger("next_part")
            seen.append(QApplication.focusWidget())
        assert window.timeline.view in seen
        assert len({id(widget) for widget in seen}) >= 4
        stage.trigger("previous_part")
        assert QApplication.focusWidget() is seen[-2]

    live(play)


def test_an_error_for_the_person_is_shown_and_kept_in_the_console(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        path = stage.program.workspace.world.sessions / "none.tcsession"
        stage.window.desk.open(path)
        await stage.until(lambda: stage.window.centre.trouble.text)
        assert "none.tcsession" in stage.window.centre.trouble.text
        assert "none.tcsession" in stage.window.console.text.toPlainText()
        _key(stage.window.centre.trouble.close_button, Qt.Key.Key_Escape)
        assert stage.window.centre.trouble.text == ""

    live(play)
