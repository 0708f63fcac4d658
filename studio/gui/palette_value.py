"""`=` in the palette: a JMESPath worked out at the step that is looked at, its value to be read, copied or watched.

Above: `palette`. Below: `bridge`, `workspace/watching`. Changes nothing but the watches, when that is chosen.
"""

import json
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from studio.gui.palette_entry import Doors, Entry
from studio.gui.words import sentence
from studio.session.breakpoints import BreakpointError

translate = QCoreApplication.translate
_LONGEST = 20_000


class ValueEntries:
    """`detail` is the value of what was asked last, laid out; empty where there is none."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors
        self.detail = ""

    def __call__(self, typed: str) -> list[Entry]:
        """What can be done with the value of an expression, or what is wrong with it."""
        self.detail = ""
        session, text = self._doors.bridge.session, typed.strip()
        if session is None:
            return [
                Entry(
                    "none",
                    translate("PaletteValue", "No session is open."),
                    reason=translate("PaletteValue", "Open a session first."),
                )
            ]
        if not text:
            hint = translate("PaletteValue", "Type an expression, such as {example}").format(
                example="reply.calls[0].arguments"
            )
            return [
                Entry("none", hint, reason=translate("PaletteValue", "It is worked out at the step that is looked at."))
            ]
        node = self._doors.bridge.selection
        try:
            found = session.evaluated(text, node if node is not None and node in session.tree else None)
        except BreakpointError as error:
            return [Entry("none", sentence(error.said), reason=sentence(error.advice))]
        if found.error:
            return [Entry("none", sentence(found.error), reason=translate("PaletteValue", "Nothing was worked out."))]
        self.detail = _laid_out(found.value)
        whole = json.dumps(found.value, ensure_ascii=False, indent=2)
        copied = found.value if isinstance(found.value, str) else whole
        entries = [Entry("copy_value", translate("PaletteValue", "Copy the value"), partial(_copy, copied))]
        if not session.read_only:
            entries.append(Entry("watch_value", translate("PaletteValue", "Watch this"), partial(self._watch, text)))
        return entries

    def _watch(self, expression: str) -> None:
        if self._doors.bridge.do(lambda opened: opened.set_watch(expression)):
            self._doors.go_to("watch")


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def _laid_out(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}\n…"
