"""Actions of the part that has the keyboard: allowed there alone, reached from the menu as by their keys; places and rounds are gone to."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.gui.panes.call_answer import CallAnswer
from studio.session.state import CallState
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def _key(key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, modifiers)


def _call(stage: Stage) -> CallState:
    """The first call of the open reply."""
    opened = stage.session.state.open
    assert opened is not None
    return opened.calls[0]


async def _focus(stage: Stage, part: str) -> None:
    stage.window.go_to(part)
    await stage.frame()


def test_views_of_a_pane_are_changed_by_menu_and_by_key_where_the_keyboard_is(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        window = stage.window
        await _focus(stage, "timeline")
        assert window.actions_.reasons["view_json"].startswith("Go to the request or the response first")
        await _focus(stage, "request")
        stage.trigger("view_json")
        assert window.panes.request.switch.current() == "json"
        _key(Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
        assert window.panes.request.switch.current() == "diff"
        _key(Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
        assert window.panes.request.switch.current() == "chat"
        assert window.panes.response.switch.current() == "calls"
        window.panes.response.switch.setFocus()
        await stage.frame()
        stage.trigger("view_parts")
        await stage.frame()
        stage.trigger("view_diff")
        assert window.panes.response.switch.current() == "diff"

    live(play)


def test_json_is_laid_out_from_the_menu_in_the_editor_that_has_the_keyboard(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        window = stage.window
        assert window.actions_.reasons["format_json"].startswith("Click into JSON")
        card = window.panes.response.calls.cards()[0]
        editor = card.arguments.editor
        editor.setFocus()
        editor.replace_text('{"a":1,"b":[2]}')
        await stage.frame()
        window.menuBar().setFocus()
        assert not window.actions_.reasons["format_json"]
        assert not window.actions_.reasons["paste"]
        stage.trigger("format_json")
        assert '"a": 1' in editor.text()
        card.revert()

    live(play)


def test_rounds_and_places_are_gone_to_by_keys(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        await stage.go("step")
        window = stage.window
        await _focus(stage, "timeline")
        assert window.actions_.reasons["place_back"]
        _key(Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        first = window.timeline.model.row_at(window.timeline.view.current_row)
        assert first is not None
        assert first.kind == "round"
        await stage.frame()
        looked_at = stage.window.bridge.selection
        assert looked_at is not None
        stage.trigger("place_back")
        assert stage.window.bridge.selection is None
        await stage.frame()
        _key(Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
        assert stage.window.bridge.selection == looked_at
        await stage.frame()
        assert window.actions_.reasons["place_forward"]

    live(play)


def test_a_step_is_copied_as_text_and_json_and_what_never_went_over_http_says_so(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        window = stage.window
        said: list[str] = []
        window.bridge.notice.connect(said.append)
        call = _call(stage)
        window.timeline.select_call(call.key)
        await stage.frame()
        stage.trigger("copy_text")
        assert QApplication.clipboard().text() == f"{call.call.name}({call.call.arguments})"
        stage.trigger("copy_json")
        assert '"kind"' in QApplication.clipboard().text()
        stage.trigger("copy_curl")
        assert said == ["Nothing of this round went over HTTP."]

    live(play)


def test_an_edited_reply_is_given_back_as_the_model_said_it_and_a_typed_change_is_committed_with_the_step(
    live: Live,
) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        window, session = stage.window, stage.session
        assert window.actions_.reasons["revert_step"] == "The open reply is as the model said it."
        call = _call(stage)
        editor = window.panes.response.calls.cards()[0].arguments.editor
        editor.setFocus()
        editor.replace_text('{"order_id": "7"}')
        await stage.frame()
        before = len(session.tree)
        _key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        await stage.until(lambda: len(session.tree) > before + 1)
        await stage.stopped()
        assert '"7"' in _call(stage).call.arguments
        assert _call(stage).status == "done"
        stage.trigger("revert_step")
        assert _call(stage).call == call.call
        await stage.frame()
        assert window.actions_.reasons["revert_step"]

    live(play)


def test_the_window_takes_the_whole_screen_and_gives_it_back(live: Live) -> None:
    async def play(stage: Stage) -> None:
        size = stage.window.size()
        stage.trigger("full_screen")
        await stage.frame()
        assert stage.window.isFullScreen()
        assert stage.window.actions_["full_screen"].isChecked()
        stage.trigger("full_screen")
        await stage.frame()
        assert not stage.window.isFullScreen()
        await stage.until(lambda: stage.window.size() == size)

    live(play)


def test_ctrl_m_in_the_timeline_answers_the_call_that_is_due_when_no_step_is_selected(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        await _focus(stage, "timeline")
        assert stage.window.timeline.view.current_row == -1
        assert stage.window.actions_["row_mock_tool"].isEnabled(), stage.window.actions_.reasons["row_mock_tool"]
        _key(Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
        await stage.until(lambda: any(answer.isVisible() for answer in stage.window.findChildren(CallAnswer)))
        assert stage.window.dialogs.current is None, "no rule is made of one answer"

    live(play)
