"""Somebody at the window: keys go to what has the keyboard, clicks to what lies at a place of the screen, and eyes see what is shown.

Nothing here calls a method of the program to act. Above: the journeys. Below: the stage of the window's tests, Qt.
"""

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QInputMethodEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from studio.gui.app import picture
from studio.gui.window import StudioWindow
from tests.gui.window.conftest import Stage

PICTURES = "JOURNEY_PICTURES"
"""The variable that names the folder of the pictures; `JOURNEY_THEME` names the theme."""
_MOST_STOPS, _PATIENCE = 90, 1500


class Person:
    """With a `mouse` buttons are clicked where they lie; without one the keyboard goes to them and presses them."""

    def __init__(self, stage: Stage, *, mouse: bool = False) -> None:
        self.stage, self.has_mouse = stage, mouse
        self.window: StudioWindow = stage.window
        """The window that is worked in."""

    def goes_to(self, window: StudioWindow) -> None:
        """Work in another window: it came to the front, as a desktop would have it."""
        self.window = window
        window.resize(1600, 1000)
        window.activateWindow()

    # ---- the keyboard

    def focus(self) -> QWidget:
        """What has the keyboard."""
        popup = QApplication.activePopupWidget()
        inside = popup.focusWidget() if popup is not None else QApplication.focusWidget()
        found = popup if inside is None else inside
        assert found is not None, "The keyboard is nowhere."
        return found

    def press(self, *keys: str) -> None:
        """Press keys, each as it is written in a menu: `Ctrl+Shift+D`."""
        for each in keys:
            combined = QKeySequence(each)[0]  # type: ignore[index] # it is
            QTest.keyClick(self.focus(), combined.key(), combined.keyboardModifiers())

    def type(self, text: str) -> None:
        """Type where the keyboard is; what no key writes comes through the input method."""
        if text.isascii():
            for at, line in enumerate(text.split("\n")):
                if at:
                    self.press("Return")
                QTest.keyClicks(self.focus(), line)
            return
        event = QInputMethodEvent()
        event.setCommitString(text)
        QApplication.sendEvent(self.focus(), event)

    def write(self, text: str) -> None:
        """Type over all that stands there."""
        self.press("Ctrl+A")
        self.type(text)

    async def tab_to(self, name: str, *, back: bool = False) -> QWidget:
        """Tab until what has that name has the keyboard."""
        for _ in range(_MOST_STOPS):
            if is_named(self.focus(), name):
                return self.focus()
            self.press("Shift+Tab" if back else "Tab")
            await asyncio.sleep(0)
        raise AssertionError(f"Tab never comes to {name!r}.")

    async def command(self, words: str) -> None:
        """By the palette: its words, and Enter."""
        self.press("Ctrl+K")
        await self.until(lambda: isinstance(QApplication.focusWidget(), QLineEdit))
        self.type(words)
        self.press("Return")
        await asyncio.sleep(0)

    # ---- the mouse

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Click on a widget that is in sight, where nothing else lies over it."""
        place = at or widget.visibleRegion().boundingRect().center()
        assert widget.isEnabled(), f"{name_of(widget)} cannot be clicked."
        top = widget.window()
        there = top.childAt(widget.mapTo(top, place))
        assert there is not None, f"{name_of(widget)} is not in sight."
        assert there is widget or widget.isAncestorOf(there), f"{name_of(there)} lies over {name_of(widget)}."
        QTest.mouseClick(there, Qt.MouseButton.LeftButton, pos=there.mapFrom(top, widget.mapTo(top, place)))

    # ---- either

    async def take(self, words: str, *, inside: QWidget | None = None) -> None:
        """Press the button with these words: a click, or the keyboard goes there by Tab and Space."""
        await self.until(lambda: self.sees_button(words, inside))
        button = next(self._buttons(words, inside))
        if self.has_mouse:
            self.click(button)
        else:
            await self._go_to(button)
            self.press("Space")
        await asyncio.sleep(0)

    async def _go_to(self, button: QWidget) -> None:
        """By Tab, whichever way is shorter; from another part of the window by F6 first."""
        for _ in range(_MOST_STOPS):
            if self.focus() is button:
                return
            self.press("Tab")
            await asyncio.sleep(0)
        raise AssertionError(f"Tab never comes to {name_of(button)!r}.")

    async def step(self, words: str = "Step over") -> None:
        """Step over, by its key or its button in the toolbar, and wait until the session stands still elsewhere."""
        before = self._where()
        await self.take(words) if self.has_mouse else self.press("F10")
        await self.until(lambda: self._where() != before)
        await self.stands()

    async def stands(self) -> None:
        """Wait until the session stands still, and is shown so."""
        session = self.window.bridge.session
        await self.until(lambda: session is not None and session.standing and not self.window.bridge.running)
        await self.stage.frame()

    def _where(self) -> object:
        session = self.window.bridge.session
        assert session is not None
        return (len(session.tree), session.head, session.standing)

    async def part(self, holds: QWidget) -> None:
        """F6 until the keyboard is inside a part of the window."""
        for _ in range(16):
            if holds is self.focus() or holds.isAncestorOf(self.focus()):
                return
            self.press("F6")
            await asyncio.sleep(0.01)
        raise AssertionError(f"F6 never comes to {name_of(holds)!r}.")

    # ---- eyes

    def seen(self, name: str) -> QWidget:
        """What has that name and is in sight."""
        root = self.window.dialogs.current or self.window
        found = [each for each in root.findChildren(QWidget) if _seen(each) and is_named(each, name)]
        assert found, f"{name!r} is not in sight."
        return found[0]

    def sees_button(self, words: str, inside: QWidget | None = None) -> bool:
        """Whether a button with these words is in view and can be pressed."""
        return next(self._buttons(words, inside), None) is not None

    def _buttons(self, words: str, inside: QWidget | None) -> Iterator[QAbstractButton]:
        root = inside or self.window.dialogs.current or self.window
        shown = (each for each in root.findChildren(QAbstractButton) if each.isVisible() and each.isEnabled())
        return (each for each in shown if is_named(each, words) and not each.visibleRegion().isEmpty())

    def reads(self, words: str) -> bool:
        """Whether these words stand somewhere in sight."""
        tops = [top for top in QApplication.topLevelWidgets() if top.isVisible()]
        return any(words in name_of(each) for top in tops for each in (top, *top.findChildren(QWidget)) if _seen(each))

    async def until(self, what: Callable[[], object]) -> None:
        """Wait for something."""
        for _ in range(_PATIENCE):
            if what():
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"It never came to that. {self._here()}")

    def _here(self) -> str:
        focus = QApplication.focusWidget()
        return f"The banner says {self.banner()!r}, the keyboard is at {name_of(focus) if focus else focus!r}."

    async def until_reads(self, words: str) -> None:
        """Wait until these words stand in sight."""
        try:
            await self.until(lambda: self.reads(words))
        except AssertionError:
            raise AssertionError(f"{words!r} is never read. {self._here()}") from None
        await self.stage.frame()  # nobody presses a key in the same instant

    async def opened(self) -> QDialog:
        """The dialog that comes up, once it has the keyboard."""
        await self.until(lambda: self.window.dialogs.current is not None and self._holds_keyboard())
        found = self.window.dialogs.current
        assert found is not None
        return found

    def _holds_keyboard(self) -> bool:
        shown, focus = self.window.dialogs.current, QApplication.focusWidget()
        return shown is not None and focus is not None and shown.isAncestorOf(focus)

    async def closed(self) -> None:
        """Wait until no dialog is there. Off screen nobody gives the keyboard back to the window; a desktop does."""
        await self.until(lambda: self.window.dialogs.current is None)
        self.window.activateWindow()
        await self.until(lambda: QApplication.focusWidget() is not None)
        await self.stage.frame()

    def is_at(self, name: str) -> bool:
        """Whether what has that name has the keyboard."""
        focus = QApplication.focusWidget()
        return focus is not None and is_named(focus, name)

    def card(self) -> QWidget:
        """The card of the call that is due."""
        return next(card for card in self.window.panes.response.calls.cards() if card.is_due)

    def all_texts(self) -> list[str]:
        """All that stands in the windows, also what one would have to scroll to, and in tooltips."""
        widgets = [each for top in QApplication.topLevelWidgets() for each in (top, *top.findChildren(QWidget))]
        texts = [text for each in widgets for text in (name_of(each), each.toolTip(), shown_text(each))]
        fields = [each for each in widgets if isinstance(each, QLineEdit)]
        long = [each for each in widgets if isinstance(each, QPlainTextEdit | QTextEdit)]
        return [*texts, *(each.displayText() for each in fields), *(each.toPlainText() for each in long)]

    def timeline_row(self) -> str:
        """What is told of the row of the timeline that the keyboard is at."""
        view = self.window.timeline.view
        index = view.model().index(view.current_row, 0)
        return str(index.data(Qt.ItemDataRole.AccessibleTextRole))

    def pictured(self, name: str) -> None:
        """Keep a picture of a decisive stop, where somebody wants to look at them (see `tests/screens/journeys`)."""
        folder = os.environ.get(PICTURES)
        if folder:
            way = "mouse" if self.has_mouse else "keyboard"
            for top in (self.window, self.window.dialogs.current):
                if top is not None:
                    picture(top, Path(folder) / f"{name}_{way}{'' if top is self.window else '_dialog'}.png")

    def banner(self) -> str:
        """What the banner above the panes says."""
        bar = self.window.centre.banner
        return bar.bar.words() if bar.isVisible() else ""


def _seen(widget: QWidget) -> bool:
    return widget.isVisible() and not widget.visibleRegion().isEmpty()


def is_named(widget: QWidget, name: str) -> bool:
    """Whether the words on a widget, or the name that a screen reader says, are these."""
    return name in (widget.accessibleName(), shown_text(widget))


def name_of(widget: QWidget) -> str:
    """The name that a screen reader says; else its words."""
    return widget.accessibleName() or shown_text(widget)


def shown_text(widget: QWidget) -> str:
    """The words on a widget."""
    if isinstance(widget, QComboBox):
        return widget.currentText()
    text = widget.text() if isinstance(widget, QLabel | QAbstractButton) else ""
    return str(text).replace("&", "")
