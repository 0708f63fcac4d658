"""Why a tool is offered to the model or not, in few words.

Above: the rows of the Tools dock. Below: `session/toolbox`. Words are those of the context `OfferedWords`.
"""

from typing import assert_never

from PySide6.QtCore import QCoreApplication

from studio.gui.words import fill
from studio.session.toolbox import LeftTool, OfferedTool

translate = QCoreApplication.translate


def why_words(tool: OfferedTool) -> str:
    """Why it is in."""
    match tool.why:
        case "always":
            return translate("OfferedWords", "always offered")
        case "visible":
            return translate("OfferedWords", "always visible")
        case "pinned":
            return translate("OfferedWords", "kept in by hand")
        case "own":
            return translate("OfferedWords", "a tool of this program")
        case "group":
            return fill(translate("OfferedWords", "group {name}"), name=tool.by)
        case "source":
            return fill(translate("OfferedWords", "named by source {name}"), name=tool.by)
        case "skill":
            return fill(translate("OfferedWords", "skill {name}"), name=tool.by)
        case "found":
            return fill(translate("OfferedWords", "found by search for “{query}”"), query=tool.by)
        case _:
            assert_never(tool.why)


def why_not_words(tool: LeftTool) -> str:
    """Why it is left out, and by what it would come in."""
    match tool.why:
        case "off":
            return translate("OfferedWords", "left out by hand")
        case "agent":
            return fill(translate("OfferedWords", "not a tool of the agent {name}"), name=tool.by)
        case "denied":
            return translate("OfferedWords", "denied by a rule of approval")
        case "undoes":
            return translate("OfferedWords", "only undoes a call, never offered")
        case "group":
            return fill(translate("OfferedWords", "closed: group {name}"), name=tool.by)
        case "source":
            return fill(translate("OfferedWords", "not named by source {name}"), name=tool.by)
        case "search":
            return translate("OfferedWords", "not found by search yet")
        case "skill":
            return fill(translate("OfferedWords", "skill {name} is not activated"), name=tool.by)
        case "server":
            return fill(translate("OfferedWords", "MCP server {name} is switched off"), name=tool.by)
        case _:
            assert_never(tool.why)
