"""A monkey at the window: random actions, keys, clicks, wheel, drags, sizes, looks and texts, as plain Qt events with a seed.

`python -m tests.gui.monkey --minutes 10 [--seed N]` lets it play that long in each of the tests of `test_monkey`. It works from a timer, as
a person's events come: never from inside a task.
"""

import argparse
import asyncio
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QWidget

from studio.gui.window import StudioWindow
from tests.gui.monkey_docks import ACTS

PAUSE = 15
"""Milliseconds between two acts."""
LEFT_ALONE = {"quit", "open", "save_as", "replay", "export_archive", "export_json"}
"""Actions that end everything or could write outside the home of the test."""
KEYS = (
    *(Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Escape, Qt.Key.Key_Delete),
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End),
    *(Qt.Key.Key_A, Qt.Key.Key_R, Qt.Key.Key_T, Qt.Key.Key_F2, Qt.Key.Key_F10, Qt.Key.Key_F5, Qt.Key.Key_F6),
    *(Qt.Key.Key_F, Qt.Key.Key_F3, Qt.Key.Key_F9, Qt.Key.Key_D, Qt.Key.Key_Z, Qt.Key.Key_PageDown, Qt.Key.Key_F1),
)
MODIFIERS = (Qt.KeyboardModifier.NoModifier,) * 6 + (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
)
TEXTS = ("a", "{", '"', "48213", "[]", "退款 ", "e\u0301\U0001f600", "-1e999", "\t", "]} ,")
DIALOGS = (
    *("loop", "mocks", "add_by_hand", "add_http", "add_command", "import_tools", "add_tools", "review_tools"),
    *("tool_groups", "tool_search", "tool_notes", "skills", "summary", "add_agent", "leave_agent"),
    *("answer_open", "run_open", "profiles", "send_as", "a page", "rules of a tool", "a menu", "a card"),
    *("sample", "compare", "export_test", "branch_form", "new_breakpoint", "what the history says", "a view"),
    *("export_transcript", "expressions", "first_steps", "report", "settings", "about", "keys"),
    *(
        "a page of the settings",
        "a setting",
        "a part",
        "a part",
        "a comparison",
        "a comparison",
        "words in the console",
    ),
)
"""Actions that open a dialog, and ways to one that are no action."""
LOOKS = (
    *("theme_light", "theme_dark", "theme_high_contrast", "theme_system", "larger", "smaller", "usual_size"),
    *("language_zh_CN", "language_en", "stacked", "alone", "show_bottom", "reset_layout", "full_screen"),
)
AREAS = (
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)
RUNS = (
    "run",
    "step",
    "step_into",
    "step_out",
    "run_to_end",
    "stop",
    "pause",
    "step_back",
    "rewind",
    "fork",
    "undo",
    "redo",
)


class Monkey:
    """Acts until `seconds` are over or `acts` are done; `log` tells what it did, newest last."""

    def __init__(self, windows: Callable[[], list[StudioWindow]], seed: int, seconds: float) -> None:
        self.log: list[str] = []
        self.count = 0
        self._windows, self._random, self._end = windows, random.Random(seed), time.monotonic() + seconds
        self._over = asyncio.Event()
        self._timer = QTimer()
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._act)
        self._inside = False

    async def play(self) -> None:
        """Begin, and return when it is over; popups and dialogs that were left open are closed then."""
        self._timer.start()
        await self._over.wait()
        for _ in range(20):
            for widget in QApplication.topLevelWidgets():
                if widget.isVisible() and not isinstance(widget, StudioWindow):
                    widget.close()
            await asyncio.sleep(0.01)

    def _act(self) -> None:
        popup = QApplication.activePopupWidget()
        if self._inside:  # a menu that blocks: play inside it, then close it
            if popup is not None:
                popup.close()
            return
        if time.monotonic() > self._end:
            self._timer.stop()
            self._over.set()
            return
        self._inside = True
        try:
            self._one(popup)
        finally:
            self._inside = False

    def _one(self, popup: QWidget | None) -> None:
        windows = [window for window in self._windows() if window.isVisible()]
        if not windows:
            return
        window = self._random.choice(windows)
        target = popup or QApplication.activeModalWidget() or self._beside(window)
        if isinstance(target, QFileDialog):
            target.reject()
            return
        self.count += 1
        acts: list[Callable[[QWidget], None]] = [
            self._key,
            self._type,
            self._click,
            self._click,
            self._wheel,
            self._drag,
        ]
        if target is window:
            acts += [self._run, self._run, self._run, self._use, self._resize, self._open, self._open, self._in_docks]
            acts += [self._look] if self._random.random() < 0.3 else [self._move_dock]
        elif self._random.random() < 0.05:
            self._run(window)  # the session goes on, back, or away under an open dialog
            return
        elif self._random.random() < 0.2 or (isinstance(target, QDialog) and self._random.random() < 0.1):
            self._say("close", target)
            target.close()
            return
        self._random.choice(acts)(target)

    def _beside(self, window: StudioWindow) -> QWidget:
        """The window, or now and then a dialog that stands beside it."""
        loose = [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()]
        return self._random.choice(loose) if loose and self._random.random() < 0.3 else window

    def _say(self, what: str, widget: QWidget) -> None:
        self.log.append(f"{what} {type(widget).__name__}")

    def _run(self, window: QWidget) -> None:
        self._trigger(window, self._random.choice(RUNS))

    def _use(self, window: QWidget) -> None:
        assert isinstance(window, StudioWindow)
        ids = [spec.id for spec, action in window.actions_ if action.isEnabled() and spec.id not in LEFT_ALONE]
        self._trigger(window, self._random.choice(ids))

    def _open(self, window: QWidget) -> None:
        """Open one of the dialogs, whichever way leads to it."""
        assert isinstance(window, StudioWindow)
        id, session = self._random.choice(DIALOGS), window.bridge.session
        if " " not in id:
            self._trigger(window, id)
            return
        if session is None or not session.state.setup.tools:
            return
        name = self._random.choice(session.state.setup.tools).name
        self._say(f"{id}: {name}", window)
        match id:
            case "a page":
                window.tools.page_wanted.emit(name)
            case "rules of a tool":
                window.bridge.mocks_wanted.emit(name, None)
            case "what the history says":
                self._choose_truth(window)
            case "a view":
                self._random.choice((window.panes.request, window.panes.response)).show_view(
                    self._random.choice(("chat", "json", "diff"))
                )
            case "a menu":
                menu = window.tools.make_menu(name)
                usable = [action for action in menu.actions() if action.isEnabled()] if menu is not None else []
                if usable:
                    self._random.choice(usable).trigger()
            case _:
                self._on_card(window)

    def _in_docks(self, window: QWidget) -> None:
        """Do something in the docks or in the settings."""
        assert isinstance(window, StudioWindow)
        act = self._random.choice(tuple(ACTS))
        self._say(act, window)
        ACTS[act](window, self._random)

    def _on_card(self, window: StudioWindow) -> None:
        """Use what a call's card offers beside its buttons."""
        cards = window.panes.response.calls.cards()
        if cards:
            acts = (
                "fix",
                "rules",
                "mock",
                "reject",
                *(f"fault:{kind}" for kind in ("timeout", "error", "truncated", "slow")),
            )
            self._random.choice(cards).act(self._random.choice(acts))

    def _choose_truth(self, window: StudioWindow) -> None:
        """Open or use the choice on a card."""
        cards = [card for card in window.panes.response.calls.cards() if card.truth.link.isVisible()]
        if cards:
            truth = self._random.choice(cards).truth
            self._random.choice((truth.link, truth.default, *truth.buttons.values())).click()

    def _trigger(self, window: QWidget, id: str) -> None:
        assert isinstance(window, StudioWindow)
        if window.actions_[id].isEnabled():
            self._say(f"action {id}", window)
            window.actions_[id].trigger()

    def _key(self, target: QWidget) -> None:
        widget = QApplication.focusWidget()
        if widget is None or widget.window() is not target:
            widget = target
        key, modifier = self._random.choice(KEYS), self._random.choice(MODIFIERS)
        self._say(f"key {key.name} {modifier.name}", widget)
        QTest.keyClick(widget, key, modifier)

    def _type(self, target: QWidget) -> None:
        widget = QApplication.focusWidget()
        if widget is not None and widget.window() is target:
            text = self._random.choice(TEXTS)
            self._say(f"type {text!r}", widget)
            QApplication.clipboard().setText(text)
            if text.isascii():
                QTest.keyClicks(widget, text)
            else:
                QTest.keyClick(widget, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)

    def _click(self, target: QWidget) -> None:
        at, widget = self._spot(target)
        button = self._random.choice((Qt.MouseButton.LeftButton,) * 5 + (Qt.MouseButton.RightButton,))
        how = QTest.mouseDClick if self._random.random() < 0.1 else QTest.mouseClick
        name = widget.accessibleName() or widget.objectName()
        self._say(f"{how.__name__} {button.name} {name!r}", widget)
        how(widget, button, Qt.KeyboardModifier.NoModifier, widget.mapFrom(target, at))

    def _wheel(self, target: QWidget) -> None:
        at, widget = self._spot(target)
        by = QPoint(0, self._random.choice((-360, -120, 120, 360)))
        modifier = self._random.choice((Qt.KeyboardModifier.NoModifier,) * 4 + (Qt.KeyboardModifier.ControlModifier,))
        self._say(f"wheel {by.y()} {modifier.name}", widget)
        here = widget.mapFrom(target, at)
        moved = QWheelEvent(
            QPointF(here),
            QPointF(widget.mapToGlobal(here)),
            QPoint(),
            by,
            Qt.MouseButton.NoButton,
            modifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, moved)

    def _drag(self, target: QWidget) -> None:
        at, widget = self._spot(target)
        here, there = (
            widget.mapFrom(target, at),
            QPoint(self._random.randrange(-200, 200), self._random.randrange(-80, 80)),
        )
        self._say(f"drag {there.x()} {there.y()}", widget)
        QTest.mousePress(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, here)
        QTest.mouseMove(widget, here + there / 2)
        QTest.mouseMove(widget, here + there)
        QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, here + there)

    def _spot(self, target: QWidget) -> tuple[QPoint, QWidget]:
        """A place in a window, and the widget there."""
        at = QPoint(self._random.randrange(max(1, target.width())), self._random.randrange(max(1, target.height())))
        return at, target.childAt(at) or target

    def _look(self, window: QWidget) -> None:
        self._trigger(window, self._random.choice(LOOKS))

    def _move_dock(self, window: QWidget) -> None:
        """Take a dock elsewhere, or let it float."""
        assert isinstance(window, StudioWindow)
        if window.bridge.session is None:
            return
        name = self._random.choice(sorted(window.docks.all))
        dock, area = window.docks[name], self._random.choice(AREAS)
        if self._random.random() < 0.3:
            self._say(f"float {name}", window)
            dock.setFloating(not dock.isFloating())
        else:
            self._say(f"dock {name} {area.name}", window)
            window.addDockWidget(area, dock)

    def _resize(self, window: QWidget) -> None:
        wide, high = self._random.randrange(900, 1700), self._random.randrange(560, 1100)
        self._say(f"resize {wide} {high}", window)
        window.resize(wide, high)


def main() -> int:
    """Let it play for some minutes, half of them over the demo and half over a live session."""
    read = argparse.ArgumentParser(description="Lets a monkey play with the window.")
    read.add_argument("--minutes", type=float, default=10)
    read.add_argument("--seed", type=int, default=0)
    given = read.parse_args()
    os.environ["TOOLCALL_STUDIO_MONKEY"] = str(given.minutes * 60 / 2)
    os.environ["TOOLCALL_STUDIO_SEED"] = str(given.seed)
    test = Path(__file__).with_name("test_monkey.py")
    return int(pytest.main([str(test), "-q", "-s", "-p", "no:cacheprovider", "--no-header"]))


if __name__ == "__main__":
    sys.exit(main())
