"""The messages of a request as something that a find bar looks into: all of them, also those that have no block now.

Above: the Chat view. Below: `texts_target`, `find_lines`. The message of a hit is brought into view first; then the place in it is shown.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from studio.gui.panes.find_place_shown import show_place
from studio.gui.panes.message_entries import Entry
from studio.gui.widgets.find_text import Cover, Hit
from studio.present.find_lines import found_lines

_MADE_AFTER = 30
"""Milliseconds after which the block of a message that came into view is surely there."""


class Chat(Protocol):
    """What is asked of the Chat view."""

    def shown(self) -> list[Entry]: ...
    def reveal(self, index: int, part: int | None = None) -> None: ...
    def block_of(self, index: int, part: int | None = None) -> QWidget | None: ...
    def setFocus(self) -> None: ...


class ChatTarget:
    """`current` is the message that one stands on, from which the search begins."""

    def __init__(self, chat: Chat, owner: QObject, current: Callable[[], tuple[int, int | None] | None]) -> None:
        self._chat, self._owner, self._current = chat, owner, current
        self._entries: list[Entry] = []
        self._starts: list[int] = []

    def search_text(self) -> str:
        """All messages from the first to the last that are listed, an empty line between them."""
        self._entries, self._starts, at = self._chat.shown(), [], 0
        for entry in self._entries:
            self._starts.append(at)
            at += _units(entry.text) + 2
        return "\n\n".join(entry.text for entry in self._entries)

    def search_covers(self) -> Sequence[Cover]:
        """None."""
        return ()

    def search_start(self) -> int:
        """The beginning of the current message, else of the last one: it is what the person looks at."""
        key = self._current()
        found = next((at for at, each in enumerate(self._entries) if (each.index, each.part) == key), None)
        if found is None:
            return 0
        return self._starts[found]

    def chosen_words(self) -> str:
        """Nothing is selected here."""
        return ""

    def show_hits(self, hits: Sequence[Hit], current: int) -> None:
        """The place one stands on is shown when it is gone to."""

    def go_to_hit(self, hit: Hit, *, chosen: bool) -> None:
        """Bring the message into view, then the place in it."""
        at = max(bisect_right(self._starts, hit[0]) - 1, 0)
        if at >= len(self._entries):
            return
        entry, start = self._entries[at], self._starts[at]
        self._chat.reveal(entry.index, entry.part)
        span = (_characters(entry.text, hit[0] - start), _characters(entry.text, hit[1] - start))
        QTimer.singleShot(_MADE_AFTER, self._owner, lambda: self._show(entry, span))

    def can_replace(self) -> bool:
        """Never: messages are changed one by one."""
        return False

    def replace(self, changes: Sequence[tuple[int, int, str]]) -> None:
        """Nothing can be replaced."""

    def take_focus(self) -> None:
        """The keyboard goes to the messages."""
        self._chat.setFocus()

    def _show(self, entry: Entry, span: tuple[int, int]) -> None:
        block = self._chat.block_of(entry.index, entry.part)
        line = next(found_lines(entry.text, [span]), None)
        if block is not None and line is not None:
            show_place(block, line)


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _characters(text: str, units: int) -> int:
    if text.isascii():
        return units
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore"))
