"""The marks of a tool in a list: asks, denied, mocked, answers at once, undoes another, what its server says; each an icon with its words.

Above: the tools pane. Below: `session` (policies, mocks), `present/declared_tools`. Words are those of the context `ToolMarks`.
"""

from fnmatch import fnmatchcase

import msgspec
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QPainter, QPixmap

from studio.gui.look.icons import pixmap
from studio.gui.look.theme import theme
from studio.gui.panes.tool_hints import hint_words, said_hints
from studio.gui.words import fill, say
from studio.messages.toolspec import ToolSpec
from studio.present.declared_tools import kind_sentence, tool_kind
from studio.session.mcp_servers import server_of
from studio.session.policies import decision
from studio.session.setup import Setup

translate = QCoreApplication.translate

_KIND_ICONS = {"deferred": "clock", "hosted": "globe", "tool_search": "search", "custom": "message", "group": "folder"}
_GAP = 4


class ToolMark(msgspec.Struct, frozen=True):
    """An icon in the colour of a token. `words` say what it means, `short` the same in a word for a row that is read aloud."""

    icon: str
    colour: str
    words: str
    short: str


def tool_marks(tool: ToolSpec, setup: Setup) -> list[ToolMark]:
    """The marks of a tool as the session is set up, from left to right."""
    found = [_approval(tool, setup), _kind(tool), _mocked(tool, setup), _returns(tool, setup), _undoes(tool)]
    return [*(mark for mark in found if mark is not None), *_hinted(tool, setup)]


def paint_marks(marks: list[ToolMark], ratio: float) -> QPixmap:
    """The icons in a row, for a list's cell; a null picture without marks."""
    size, gap = theme().px(16), theme().px(_GAP)
    if not marks:
        return QPixmap()
    made = QPixmap(round(marks_width(len(marks)) * ratio), round(size * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill("transparent")
    painter = QPainter(made)
    for at, mark in enumerate(marks):
        painter.drawPixmap(at * (size + gap), 0, pixmap(mark.icon, mark.colour, size, ratio))
    painter.end()
    return made


def marks_width(count: int) -> int:
    """The width of so many icons in a row."""
    return count * theme().px(16) + max(count - 1, 0) * theme().px(_GAP)


def _approval(tool: ToolSpec, setup: Setup) -> ToolMark | None:
    match decision(setup.policies, tool):
        case "ask" if tool.sensitive:
            return ToolMark(
                "lock",
                "warn",
                translate("ToolMarks", "Sensitive: asks before it runs"),
                translate("ToolMarks", "sensitive"),
            )
        case "ask":
            return ToolMark(
                "lock",
                "warn",
                translate("ToolMarks", "Asks before it runs, by a rule of approval"),
                translate("ToolMarks", "asks"),
            )
        case "deny":
            return ToolMark(
                "reject",
                "error",
                translate("ToolMarks", "Denied: it is not offered to the model and does not run"),
                translate("ToolMarks", "denied"),
            )
        case _:
            return None


def _kind(tool: ToolSpec) -> ToolMark | None:
    kind, why = tool_kind(tool), kind_sentence(tool)
    return ToolMark(_KIND_ICONS[kind], "muted", say(why), "") if kind and why is not None else None


def _hinted(tool: ToolSpec, setup: Setup) -> list[ToolMark]:
    """What its MCP server says of it, where it says yes."""
    if not setup.servers or server_of(setup.servers, tool) is None:
        return []
    said = [hint for hint, says in said_hints(tool) if says]
    return [
        ToolMark(hint.icon, hint.colour, hint_words(hint, True), translate("ToolHints", hint.short)) for hint in said
    ]


def _mocked(tool: ToolSpec, setup: Setup) -> ToolMark | None:
    rules = sum(rule.on and fnmatchcase(tool.name, rule.tool) for rule in setup.mocks)
    if not rules:
        return None
    said = (
        translate("ToolMarks", "Mocked by 1 rule")
        if rules == 1
        else fill(translate("ToolMarks", "Mocked by {n} rules"), n=rules)
    )
    return ToolMark("mock", "mock", said, translate("ToolMarks", "mocked"))


def _returns(tool: ToolSpec, setup: Setup) -> ToolMark | None:
    match setup.chosen(tool.name).return_behavior or tool.return_behavior:
        case "immediate":
            return ToolMark(
                "bolt",
                "accent",
                translate("ToolMarks", "Its result goes to the caller at once"),
                translate("ToolMarks", "returns at once"),
            )
        case "immediate_if_last":
            said = translate("ToolMarks", "Its result goes to the caller at once when it is the last call")
            return ToolMark("bolt", "accent", said, translate("ToolMarks", "returns at once when last"))
        case _:
            return None


def _undoes(tool: ToolSpec) -> ToolMark | None:
    if not tool.compensates:
        return None
    said = fill(translate("ToolMarks", "Undoes {tool}"), tool=tool.compensates)
    return ToolMark("rollback", "muted", said, said)
