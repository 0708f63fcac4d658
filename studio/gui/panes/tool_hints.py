"""What an MCP server says of its tool: that it only reads, may destroy, can be called twice, reaches beyond. Words, and marks for a row.

Above: `tool_marks`, the page of a tool. Below: `messages/toolspec`. Servers say it of themselves, so each sentence says who says it.
"""

from typing import Any

import msgspec
from PySide6.QtCore import QCoreApplication

from studio.messages.toolspec import ToolSpec
from studio.present.labels import QT_TRANSLATE_NOOP


class Hint(msgspec.Struct, frozen=True):
    """A hint by the name that MCP gives it. `yes` and `no` are what it says, `short` the word for a row that is read aloud, `icon` its mark
    where it says yes."""

    name: str
    icon: str
    colour: str
    short: str
    yes: str
    no: str


HINTS = (
    Hint(
        "readOnlyHint",
        "eye",
        "muted",
        QT_TRANSLATE_NOOP("ToolHints", "read-only"),
        QT_TRANSLATE_NOOP("ToolHints", "Read-only, its server says: it changes nothing"),
        QT_TRANSLATE_NOOP("ToolHints", "Not read-only, its server says: it may change something"),
    ),
    Hint(
        "destructiveHint",
        "trash",
        "warn",
        QT_TRANSLATE_NOOP("ToolHints", "destructive"),
        QT_TRANSLATE_NOOP("ToolHints", "Destructive, its server says: it may delete or overwrite"),
        QT_TRANSLATE_NOOP("ToolHints", "Not destructive, its server says: it only adds"),
    ),
    Hint(
        "idempotentHint",
        "retry",
        "muted",
        QT_TRANSLATE_NOOP("ToolHints", "idempotent"),
        QT_TRANSLATE_NOOP("ToolHints", "Idempotent, its server says: twice does no more than once"),
        QT_TRANSLATE_NOOP("ToolHints", "Not idempotent, its server says: each call does something anew"),
    ),
    Hint(
        "openWorldHint",
        "globe",
        "muted",
        QT_TRANSLATE_NOOP("ToolHints", "open world"),
        QT_TRANSLATE_NOOP("ToolHints", "Open world, its server says: it reaches other systems, such as the web"),
        QT_TRANSLATE_NOOP("ToolHints", "Closed world, its server says: it stays within the server's own data"),
    ),
)


def said_hints(tool: ToolSpec) -> list[tuple[Hint, bool]]:
    """The hints that a tool's server gives, in their order; what is no yes or no is none."""
    given = _annotations(tool)
    return [(hint, given[hint.name]) for hint in HINTS if isinstance(given.get(hint.name), bool)]


def hint_words(hint: Hint, says: bool) -> str:
    """What a hint says, in the language of the window."""
    return QCoreApplication.translate("ToolHints", hint.yes if says else hint.no)


def title_of(tool: ToolSpec) -> str:
    """The title that a server gives its tool for people; empty without one."""
    found = (tool.metadata.get("title"), _annotations(tool).get("title"))
    return next((each for each in found if isinstance(each, str) and each), "")


def _annotations(tool: ToolSpec) -> dict[str, Any]:
    found = tool.metadata.get("annotations")
    return found if isinstance(found, dict) else {}
