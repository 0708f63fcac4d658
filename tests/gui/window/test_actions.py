"""Every action has words, a place, and a reason when it is not allowed; none does nothing."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu

from studio.gui.action_set import shortcuts
from studio.gui.actions import ACTIONS, BY_ID, MENUS
from studio.gui.look.icon_shapes import SHAPES
from studio.gui.look.theme import theme
from studio.session.setup import Setup
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def test_ids_are_unique_and_menus_are_known() -> None:
    assert len({spec.id for spec in ACTIONS}) == len(ACTIONS)
    assert {spec.menu for spec in ACTIONS} <= {place for place, _ in MENUS}


def test_no_key_means_two_things(qapp: object) -> None:
    taken: dict[str, str] = {}
    for spec in ACTIONS:
        for key in shortcuts(spec):
            assert taken.setdefault(key.toString(), spec.id) == spec.id
    assert taken["F5"] == "run"
    assert taken["F10"] == "step"


def test_every_action_has_words_a_hint_and_a_known_icon() -> None:
    for spec in ACTIONS:
        assert spec.words, spec.id
        assert spec.hint.endswith("."), spec.id
        assert not spec.icon or spec.icon in SHAPES, spec.id


def _check_reasons(stage: Stage) -> None:
    for spec, action in stage.window.actions_:
        reason = stage.window.actions_.reasons[spec.id]
        assert action.isEnabled() == (reason == ""), spec.id
        if reason:
            assert reason in action.toolTip(), spec.id
            assert action.statusTip() == reason, spec.id


def test_disabled_actions_say_why_on_the_start_page(live: Live) -> None:
    async def play(stage: Stage) -> None:
        _check_reasons(stage)
        assert "No session is open." in stage.window.actions_["step"].toolTip()
        assert stage.window.actions_["new"].isEnabled()

    live(play)


def test_disabled_actions_say_why_in_a_session(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        _check_reasons(stage)
        assert stage.window.actions_["step"].isEnabled()
        assert "no recording" in stage.window.actions_["model_recorded"].toolTip()

    live(play)


def test_every_action_stands_in_a_menu(live: Live) -> None:
    async def play(stage: Stage) -> None:
        found: set[str] = set()
        todo = [action.menu() for action in stage.window.menuBar().actions()]
        while todo:
            menu = todo.pop()
            assert isinstance(menu, QMenu)
            assert menu.title()
            found |= {action.objectName() for action in menu.actions() if action.menu() is None}
            todo += [action.menu() for action in menu.actions() if action.menu() is not None]
        assert {spec.id for spec in ACTIONS} <= found

    live(play)


def test_the_palette_finds_every_action_by_its_words_and_shows_reasons(live: Live) -> None:
    async def play(stage: Stage) -> None:
        palette = stage.window.palette_
        palette.open_at()
        rows = palette._list.topLevelItemCount()
        assert rows == len(ACTIONS)
        palette._field.setText("step back")
        item = palette._list.topLevelItem(0)
        assert item is not None
        assert "No session is open." in item.text(0)
        palette._field.setText("console")
        item = palette._list.topLevelItem(0)
        assert item is not None
        assert item.text(0).startswith("Go to the console")
        palette._field.setText("no such words")
        item = palette._list.topLevelItem(0)
        assert item is not None
        assert (item.text(0), item.isDisabled()) == ("Nothing found", True)
        palette._field.setText("high contrast")
        palette._field.returnPressed.emit()
        assert not palette.isVisible()
        assert stage.program.workspace.settings.theme != "high_contrast"
        await stage.until(lambda: stage.program.workspace.settings.theme == "high_contrast")

    live(play)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("theme", "Theme: Dark"),
        ("dark", "Theme: Dark"),
        ("language", "Language: 简体中文"),
        ("chinese", "Language: 简体中文"),
        ("text size", "Text size: Larger text"),
        ("breakpoint", "Stop places: Stop before each request"),
    ],
)
def test_the_palette_finds_by_menu_and_by_other_words(live: Live, typed: str, shown: str) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        palette = stage.window.palette_
        palette.open_at(typed)
        count = palette._list.topLevelItemCount()
        assert 0 < count < len(ACTIONS) / 2
        found = [palette._list.topLevelItem(at).text(0) for at in range(count)]  # type: ignore[union-attr]
        assert any(text.startswith(shown) for text in found), found
        palette.hide()

    live(play)


def test_memory_and_passages_are_reached_by_their_words_alone(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        window = stage.window
        assert window.actions_.reasons["attach"].startswith("A passage goes along with a message")
        stage.trigger("memory")
        form = window.panes.request.form
        await stage.until(lambda: QApplication.focusWidget() is form.memory.kind)
        assert not form.memory.visibleRegion().isEmpty()
        window.desk.new(Setup(), "")
        await stage.until(lambda: len(stage.program.windows) == 2)
        other = stage.program.windows[1]
        await stage.until(lambda: not other.actions_.reasons["attach"])
        other.actions_["attach"].trigger()
        composer = other.panes.request.chat.composer
        assert composer.dialog is not None
        composer.dialog.reject()

    live(play)


def test_the_palette_dims_what_is_not_allowed(live: Live) -> None:
    async def play(stage: Stage) -> None:
        palette = stage.window.palette_
        palette.open_at("step back")
        item = palette._list.topLevelItem(0)
        assert item is not None
        assert item.foreground(0).color() == theme().color("muted")
        assert item.isDisabled()
        palette.hide()

    live(play)


@pytest.mark.parametrize("id", ["stop_before_request", "stop_after_result"])
def test_stop_places_are_switched_and_kept_in_the_session(live: Live, id: str) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        action: QAction = stage.window.actions_[id]
        assert not action.isChecked()
        stage.trigger(id)
        await stage.frame()
        assert getattr(stage.session.state.setup.stops, id.removeprefix("stop_"))
        assert action.isChecked()

    live(play)


def test_every_dock_has_a_switch_and_a_key_or_entry_that_goes_there(live: Live) -> None:
    async def play(stage: Stage) -> None:
        names = set(stage.window.docks.all)
        assert {f"show_{name}" for name in names} <= set(BY_ID)
        assert {f"focus_{name}" for name in names} <= set(BY_ID)
        await stage.demo()
        stage.trigger("show_console")
        assert stage.window.docks["console"].isHidden()
        assert not stage.window.actions_["show_console"].isChecked()
        assert stage.window.actions_["show_bottom"].isChecked()

    live(play)
