"""What a tool gets where it is not what the model wrote: each value that is made to fit, as it was and as it is.

Above: the call card. Below: `checks/change`, `json`. Hidden where the tool gets what stands in the call. Knows no session.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QEvent
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.checks.change import Change
from studio.checks.sentences import shorten
from studio.gui.look.theme import theme
from studio.gui.widgets.folded_text import FoldedText
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import fill

_MOST = 12


class ChangesShown(msgspec.Struct, frozen=True):
    """`changes` before a call runs (`offered`: only when the person takes them); `ran_with` is the JSON text that a tool got instead
    of the call's `arguments`."""

    changes: tuple[Change, ...] = ()
    offered: bool = False
    arguments: str = ""
    ran_with: str = ""


class CallChanges(QWidget):
    """A line for each value."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ChangesShown()
        self._sign, self._title = IconSign("bolt", "call", self), QLabel(self)
        self._title.setProperty("role", "small")
        self._title.setWordWrap(True)
        self.lines = FoldedText(self, lines=_MOST)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self._sign)
        head.addWidget(self._title, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 8)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.lines)
        self.hide()

    def show_changes(self, shown: ChangesShown) -> None:
        """Show what the tool gets, or got."""
        if shown != self._shown:
            self._shown = shown
            self._reword()

    def text(self) -> str:
        """The lines."""
        return "\n".join(self._lines())

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line above."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("raised"))
        painter.fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _reword(self) -> None:
        lines = self._lines()
        self.setVisible(bool(lines))
        self._title.setText(self._heading())
        self.lines.set_text("\n".join(lines), code=True)
        self.setAccessibleName(f"{self._heading()} {'; '.join(lines)}")

    def _heading(self) -> str:
        if self._shown.ran_with:
            return self.tr("The tool got other values than the model wrote:")
        if self._shown.offered:
            return self.tr("These values could be made to fit; take them with Fix types:")
        return self.tr("The tool will get these values; the model's text stays as it is:")

    def _lines(self) -> list[str]:
        shown = self._shown
        changes: Sequence[Change] = shown.changes
        if shown.ran_with:
            changes = differences(shown.arguments, shown.ran_with)
        return [self._line(change) for change in changes]

    def _line(self, change: Change) -> str:
        place = change.pointer.removeprefix("/").replace("~1", "/").replace("~0", "~") or "."
        if not change.new:
            return fill(self.tr("{place}: {old} is left out"), place=place, old=shorten(change.old))
        if not change.old:
            return f"{place}: {shorten(change.new)}"
        return f"{place}: {shorten(change.old)} → {shorten(change.new)}"


def differences(before: str, after: str) -> list[Change]:
    """Where two JSON texts differ, place by place; the whole where the first is no JSON object."""
    try:
        old, new = json.loads(before), json.loads(after)
    except (ValueError, RecursionError):
        return [Change("", json.dumps(before, ensure_ascii=False), after)]
    return list(_differences(old, new, ""))


def _differences(old: Any, new: Any, at: str) -> Iterator[Change]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            place = f"{at}/{str(key).replace('~', '~0').replace('/', '~1')}"
            if key not in new:
                yield Change(place, _json(old[key]), "")
            elif key not in old:
                yield Change(place, "", _json(new[key]))
            else:
                yield from _differences(old[key], new[key], place)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for n, (first, second) in enumerate(zip(old, new, strict=True)):
            yield from _differences(first, second, f"{at}/{n}")
    elif _json(old) != _json(new):
        yield Change(at, _json(old), _json(new))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
