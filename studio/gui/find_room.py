"""Find in the session: starts and ends the search, and goes to what was found, to its step and to its place there.

Above: `window`. Below: `find_pane`, `workspace/session_search`, `bridge`, `views`. Changes no session: the head stays where it is.
"""

import asyncio
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from studio.checks.sought import SoughtError
from studio.gui.bridge import Bridge
from studio.gui.panes.find_pane import FindPane
from studio.gui.panes.find_place_shown import show_place
from studio.gui.panes.texts_target import TextsTarget
from studio.gui.session_panes import SessionPanes
from studio.gui.views import Views
from studio.gui.words import sentence
from studio.present.find_session import FindAsked, Hit, SessionFind
from studio.session.nodes import Node, NodeId
from studio.workspace.session_search import look_through

_TOLD = 0.06
"""Seconds between two looks at what was found by now."""
_SHOWN_AFTER = 50
"""Milliseconds after which the panes surely show the step that was chosen."""
_OF_CALLS = frozenset({"call", "arguments", "result", "error"})


class FindRoom(QObject):
    """`look_at` selects a step in the timeline and the panes."""

    def __init__(
        self, window: QWidget, bridge: Bridge, parts: tuple[SessionPanes, Views], look_at: Callable[[NodeId], object]
    ) -> None:
        super().__init__(window)
        self._bridge, self._look_at = bridge, look_at
        self._panes, self._views = parts
        self.pane = FindPane(window)
        self._task: asyncio.Task[None] | None = None
        self._marked: TextsTarget | None = None
        self.pane.wanted.connect(self.search)
        self.pane.stopped.connect(self.stop)
        self.pane.hit_wanted.connect(self.go_to)
        bridge.session_changed.connect(self._other_session)
        bridge.happened.connect(self._happened)
        self._other_session()

    def open(self, words: str = "") -> None:
        """Show the Find part and put the keyboard into it; `words`, or what is selected in a text, is looked for."""
        words = words or _selected()
        self._views.go_to("find")
        self.pane.open(words)

    def search(self) -> None:
        """Look for what the fields say, from the beginning; a search that is under way ends."""
        session, fields = self._bridge.session, self.pane.fields
        self._end_task()
        if session is None or not fields.field.text():
            self.pane.refuse("")
            return
        here = session.branch
        branch = here.start if here is not None and not fields.everywhere else None
        try:
            find = SessionFind(session.journal, FindAsked(fields.sought(), fields.chosen_kinds(), branch))
        except SoughtError as error:
            self.pane.refuse(sentence(error.said))
            return
        self.pane.begin(find)
        self._task = self._bridge.spawn("find", self._look(find))

    def stop(self) -> None:
        """End the search that is under way; what was found stays."""
        if self._task is not None:
            self._end_task()
            self.pane.end(cancelled=True)

    def go_to(self, hit: Hit) -> None:
        """Look at the step of a hit, and bring its place there into view, with the keyboard."""
        if self._bridge.session is None:
            return
        self._look_at(hit.node)
        if hit.kind == "note":
            self._views.go_to("branches")
            return
        part = "request" if hit.kind == "message" else "response"
        if hit.call is not None and hit.kind in _OF_CALLS:
            self._views.show_call(hit.call)
        else:
            self._views.go_to(part)
            self._panes.of(part).show_view("chat")  # type: ignore[attr-defined]
        QTimer.singleShot(_SHOWN_AFTER, self, lambda: self._show(part, hit))

    def _show(self, part: str, hit: Hit) -> None:
        """Bring the place into sight; of many messages only those in view are there, so its message is brought there first."""
        if self._bridge.session is None or self._mark(part, hit) or part == "response":
            return
        chat = self._panes.request.chat
        found = next((each for each in reversed(chat.shown()) if hit.line.found in each.text), None)
        if found is not None:
            chat.reveal(found.index, found.part)
            QTimer.singleShot(_SHOWN_AFTER, self, lambda: self._mark(part, hit))

    def _mark(self, part: str, hit: Hit) -> bool:
        """Give the place a ground, and take it from the one before."""
        if self._marked is not None:
            self._marked.show_hits((), -1)
        self._marked = show_place(self._panes.of(part), hit.line)
        return self._marked is not None

    async def _look(self, find: SessionFind) -> None:
        told = time.perf_counter()

        def tell() -> None:
            nonlocal told
            if time.perf_counter() - told > _TOLD:
                told = time.perf_counter()
                self.pane.go_on()

        await look_through(find, tell)
        self._task = None
        self.pane.end(cancelled=False)

    def _end_task(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()

    def _other_session(self) -> None:
        self._end_task()
        self._marked = None
        session = self._bridge.session
        self.pane.fields.show_branches(session is not None and len(session.branches) > 1)
        self.pane.refuse("")

    def _happened(self, change: object) -> None:
        session = self._bridge.session
        if isinstance(change, Node) and session is not None:
            self.pane.fields.show_branches(len(session.branches) > 1)
            self.pane.grow_old()


def _selected() -> str:
    """What is selected in the text that has the keyboard, where that is one line."""
    focus = QApplication.focusWidget()
    if isinstance(focus, QLineEdit):
        text = focus.selectedText()
    elif isinstance(focus, QPlainTextEdit):
        text = focus.textCursor().selectedText()
    else:
        return ""
    return "" if "\u2029" in text or len(text) > 200 else text
