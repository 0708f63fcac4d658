"""What the palette finds in the session: rounds, tools, places by number, and steps in which the typed words stand.

Above: `palette`. Below: `bridge`, `present/round_list`, `present/find_session`. Looks for some milliseconds only; *Find* goes on.
"""

import time
from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from studio.checks.sought import Sought
from studio.gui.models.find_model import kind_words
from studio.gui.palette_entry import Doors, Entry
from studio.gui.words import fill
from studio.present.find_session import FindAsked, SessionFind
from studio.present.fuzzy import fit
from studio.present.round_list import RoundLine, RoundList
from studio.session.nodes import NodeId

translate = QCoreApplication.translate
_MOST = 60
_STEPS = 6
_LOOKS = 0.015
"""Seconds that a letter may take to find steps."""


class SessionEntries:
    """`editor` is the text that had the keyboard before the palette came, in which a line can be gone to."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors
        self._rounds = RoundList()
        self.editor: QPlainTextEdit | None = None
        self.more = False
        """Whether there are rounds that are not listed yet: to be asked again in a moment."""

    def rounds(self, typed: str) -> list[Entry]:
        """`#`: the rounds of the branch, by number or by what was called in them."""
        session = self._doors.bridge.session
        if session is None:
            return [self._nothing_open()]
        end = time.perf_counter() + _LOOKS
        self.more = not self._rounds.follow(session.tree, session.head, enough=lambda: time.perf_counter() > end)
        text = typed.strip().lower()
        if not text or text[0].isdigit():
            lines = self._rounds.lines(text, _MOST)
        else:
            lines = [line for line in self._rounds.lines("", 400) if fit(text, line.said.lower()) is not None][:_MOST]
        return [self._round(line) for line in lines]

    def places(self, typed: str) -> list[Entry]:
        """`:`: a round by its number, or a line of the text that had the keyboard."""
        number = typed.strip()
        lines = list(self._line(number)) if number.isdigit() else []
        return [*self.rounds(number), *lines]

    def tools(self, typed: str) -> list[Entry]:
        """`@`: the tools of the session."""
        session = self._doors.bridge.session
        if session is None:
            return [self._nothing_open()]
        text = typed.strip().lower()
        fits = [
            ((fit(text, tool.name.lower()) is None, rank), at, tool)
            for at, tool in enumerate(session.state.setup.tools)
            if (rank := fit(text, f"{tool.name} {tool.description}".lower())) is not None
        ]
        fits.sort(key=lambda each: each[:2])
        return [
            Entry(f"tool {tool.name}", tool.name, partial(self._doors.show_tool, tool.name), tool.source)
            for _, _, tool in fits[:_MOST]
        ]

    def steps(self, typed: str) -> list[Entry]:
        """Steps in which the words stand, as many as are found at once, and the way to all of them."""
        session, words = self._doors.bridge.session, typed.strip()
        if session is None or len(words) < 2:
            return []
        branch = session.branch
        find = SessionFind(
            session.journal, FindAsked(Sought(words), branch=branch.start if branch is not None else None)
        )
        end = time.perf_counter() + _LOOKS
        find.work(lambda: len(find.hits) >= 4 * _STEPS or time.perf_counter() > end)
        seen: dict[NodeId, Entry] = {}
        for hit in find.hits:
            shown = fill(
                translate("PaletteSession", "{kind} {name}: {text}"),
                kind=kind_words(hit),
                name=hit.name,
                text=hit.line.shown.strip(),
            )
            place = fill(translate("PaletteSession", "round {n}"), n=hit.round) if hit.round else ""
            seen.setdefault(
                hit.node, Entry(f"step {hit.node}", " ".join(shown.split()), partial(self._go, hit.node), place)
            )
        everywhere = fill(translate("PaletteSession", "Find “{words}” in the session"), words=words)
        return [
            *list(seen.values())[:_STEPS],
            Entry("find", everywhere, partial(self._doors.find, words), "Ctrl+Shift+F"),
        ]

    def _round(self, line: RoundLine) -> Entry:
        shown = (
            fill(translate("PaletteSession", "Round {n}: {said}"), n=line.label, said=line.said) if line.said else ""
        )
        return Entry(
            f"round {line.label}",
            shown or fill(translate("PaletteSession", "Round {n}"), n=line.label),
            partial(self._go, line.node),
        )

    def _line(self, number: str) -> Iterator[Entry]:
        editor = self.editor
        if editor is not None and 0 < int(number[:9]) <= editor.blockCount():
            yield Entry(
                f"line {number}",
                fill(translate("PaletteSession", "Line {n} of this text"), n=number),
                partial(_go_to_line, editor, int(number)),
            )

    def _go(self, node: NodeId) -> None:
        self._doors.look_at(node)
        self._doors.go_to("timeline")

    def _nothing_open(self) -> Entry:
        return Entry(
            "none",
            translate("PaletteSession", "No session is open."),
            reason=translate("PaletteSession", "Open a session first."),
        )


def _go_to_line(editor: QPlainTextEdit, number: int) -> None:
    editor.setTextCursor(QTextCursor(editor.document().findBlockByNumber(number - 1)))
    editor.centerCursor()
    editor.setFocus()
