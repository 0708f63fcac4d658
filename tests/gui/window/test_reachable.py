"""The window at every size of window and text, in both languages and three themes: nothing is cut or covered, and all has a name."""

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QMessageBox,
    QWidget,
)

from studio.gui.docks import BOTTOM, SIDES
from studio.gui.look.theme import ThemeName, theme
from tests.gui.window.conftest import Play, Stage
from tests.gui.window.seen import faults, in_view

_AROUND = 4
Live = Callable[[Play], None]
SIZES = ((1280, 800), (1600, 1000), (1024, 680))
THEMES: tuple[ThemeName, ...] = ("light", "dark", "high_contrast")


def _keyboard() -> QWidget:
    focus = QApplication.focusWidget()
    assert focus is not None
    return focus


async def _look(stage: Stage, size: tuple[int, int], scale: int, language: str, name: ThemeName) -> None:
    """Give the window another size and look, and wait until all has its place."""
    look = stage.program.look
    stage.window.resize(*size)
    stage.program.workspace.settings.text_scale = scale
    if look.language != language:
        look.use_language(language)
    look.use_theme(name)
    for _ in range(3):
        await stage.frame()


@pytest.mark.promise("G5")
def test_nothing_is_cut_or_covered_at_any_size_language_and_theme(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        found = []
        for at, (language, scale, size) in enumerate(product(("en", "zh_CN"), (100, 200), SIZES)):
            name = THEMES[(at + at // 3) % 3]  # each size of text in each of them, in both languages
            await _look(stage, size, scale, language, name)
            assert (stage.window.width(), stage.window.height()) == size, "nothing forces the window larger"
            found += [f"{size} {scale} {language} {name}: {fault}" for fault in faults(stage.window)]
        assert found == []

    live(play)


@pytest.mark.promise("G5")
def test_docks_without_room_are_a_strip_that_opens_them_over_the_panes(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        side = stage.window.side
        docks, strip = side.docks, side.docks.strip
        assert strip.isHidden()
        assert not docks["tools"].isHidden()
        stage.window.resize(1280, 800)
        await stage.frame()
        assert docks.aside.names == set(SIDES)
        assert strip.isVisible()
        assert all(docks[name].isHidden() for name in SIDES)
        panes = side.centre.width()
        for name in SIDES:
            strip.button(name).click()
            await stage.frame()
            assert docks.aside.open_name == name
            assert docks[name].isAncestorOf(_keyboard())
            assert strip.button(name).isChecked()
            assert side.centre.width() == panes, "it lies over the panes"
            assert faults(docks[name]) == []
        QTest.keyClick(_keyboard(), Qt.Key.Key_Escape)
        await stage.frame()
        assert strip.button(SIDES[-1]).hasFocus()
        assert docks[SIDES[-1]].isHidden()
        stage.trigger("focus_tools")
        assert docks.aside.open_name == "tools"
        side.timeline.view.setFocus()
        assert docks.aside.open_name == "", "the keyboard went elsewhere"
        side.save()
        stage.window.resize(1600, 1000)
        await stage.frame()
        assert strip.isHidden()
        assert not docks["tools"].isHidden()
        assert stage.window.dockWidgetArea(docks["tools"]) is Qt.DockWidgetArea.RightDockWidgetArea

    live(play)


def _nameless(root: QWidget) -> Iterator[str]:
    """What takes the keyboard and tells a screen reader nothing, be it by a name, by its words or by a label before it."""
    for widget in (root, *root.findChildren(QWidget)):
        inner = isinstance(widget.parent(), QAbstractScrollArea | QComboBox | QAbstractSpinBox)
        takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if not takes or inner or not in_view(widget):
            continue
        known = QAccessible.queryAccessibleInterface(widget)
        if not known.text(QAccessible.Text.Name):
            yield f"{type(widget).__name__} {widget.objectName()} in {type(widget.parent()).__name__}"
        if isinstance(widget, QAbstractItemView):
            yield from _silent_rows(widget)


def _silent_rows(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    for row in range(min(model.rowCount(), 20)):
        index = model.index(row, 0)
        if not (index.data(Qt.ItemDataRole.AccessibleTextRole) or index.data(Qt.ItemDataRole.DisplayRole)):
            yield f"row {row} of {view.accessibleName()}"


@pytest.mark.promise("G5")
def test_every_part_and_every_dialog_tells_what_each_of_its_controls_is(live: Live) -> None:
    async def play(stage: Stage) -> None:
        assert list(_nameless(stage.window)) == []
        await stage.demo()
        side = stage.window.side
        found = []
        for part in ("timeline", "request", "response", *SIDES, *BOTTOM):
            stage.window.go_to(part)
            await stage.frame()
            found += [f"{part}: {words}" for words in _nameless(stage.window)]
        opened = set()
        for id in stage.window.dialogs.table():
            if not stage.window.actions_[id].isEnabled():
                continue
            before = stage.window.dialogs.current
            stage.window.actions_[id].trigger()
            await stage.frame()
            dialog = stage.window.dialogs.current
            if dialog is None or dialog is before or not dialog.isVisible():
                continue
            if not isinstance(dialog, QFileDialog | QMessageBox):  # those of Qt
                opened.add(type(dialog).__name__)
                found += [f"{id}: {words}" for words in _nameless(dialog)]
                found += [f"{id}: {words}" for words in faults(dialog)]
            _close(dialog)
            await stage.frame()
        assert found == []
        assert len(opened) > 8, opened
        assert side.bridge.session is stage.session

    live(play)


def _close(dialog: QDialog) -> None:
    dialog.reject()
    if dialog.isVisible():
        dialog.done(0)


@pytest.mark.promise("G5")
def test_the_current_row_and_every_control_of_the_centre_wear_a_ring_in_every_theme(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        side = stage.window.side
        stage.window.activateWindow()
        for name in THEMES:
            await _look(stage, (1600, 1000), 100, "en", name)
            rings = {theme().color("accent").rgb(), theme().color("text").rgb()}
            bare = [words for root in (side.centre, side.tools) for words in _ringless(root, rings)]
            assert bare == [], name

    live(play)


def _ringless(root: QWidget, rings: set[int]) -> Iterator[str]:
    for widget in root.findChildren(QWidget):
        inner = isinstance(widget.parent(), QAbstractScrollArea | QComboBox | QAbstractSpinBox)
        takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isEnabled()
        if not takes or inner or not in_view(widget) or isinstance(widget, QAbstractItemView):
            continue
        widget.clearFocus()
        before = _column(widget)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        after = _column(widget)
        changed = [new for old, new in zip(before, after, strict=False) if new != old and new in rings]
        if widget.hasFocus() and len(changed) < 2:
            yield f"{type(widget).__name__} «{widget.accessibleName()}»"


def _column(widget: QWidget) -> list[int]:
    """The colours from above a widget to below it, in its middle, as the window shows them."""
    window, middle = widget.window(), widget.rect().center().x()
    top = widget.mapTo(window, QPoint(middle, -_AROUND))
    image = window.grab(QRect(top, QSize(1, widget.height() + 2 * _AROUND))).toImage()
    return [image.pixel(0, y) for y in range(image.height())]
