"""Why a called tool that the session knows was not offered to the model, as a sentence, and whether it can be offered now. Pure.

Above: `edited`, `offered`, the fronts. Below: `engine/offering`, `checks/sentences`. Sentences keep their template for the window.
"""

from typing import assert_never

from studio.engine.offering import offering
from studio.said import QT_TRANSLATE_NOOP, Sentence, said
from studio.session.state import SessionState
from studio.session.toolbox import LeftTool

_OFF = QT_TRANSLATE_NOOP("checks", "{tool} is known but was not offered: it is switched off")
_DENIED = QT_TRANSLATE_NOOP("checks", "{tool} is known but was not offered: a policy of yours denies it")
_UNDOES = QT_TRANSLATE_NOOP("checks", "{tool} is known but was not offered: it only undoes calls")
_GROUP = QT_TRANSLATE_NOOP("checks", "{tool} is known but was not offered: its group {by} is closed")
_GROUPS = QT_TRANSLATE_NOOP("checks", "{tool} is known but was not offered: its groups are closed ({by})")
_SOURCE = QT_TRANSLATE_NOOP("checks", "{tool} is known but was not offered: the source {by} did not name it")
_SEARCH = QT_TRANSLATE_NOOP("checks", "{tool} is known but was not offered: the model did not find it by search yet")
_SKILL = QT_TRANSLATE_NOOP("checks", "{tool} is known but was not offered: the skill {by} is not activated")
_SERVER = QT_TRANSLATE_NOOP("checks", "{tool} is known but was not offered: its MCP server {by} is switched off")
_AGENT = QT_TRANSLATE_NOOP("checks", "{tool} is known but was not offered: the agent {by} has no such tool")
_NEXT = QT_TRANSLATE_NOOP("checks", "{tool} is known, but only the next request offers it")


def not_offered(state: SessionState, name: str) -> Sentence | None:
    """Why the requests of this turn did not offer the tool of that name; None where they did, or where there is none."""
    if state.setup.tool(name) is not None or not _is_known(state, name):
        return None
    left = next((left for left in offering(state).left if left.name == name), None)
    return said(_NEXT, tool=name) if left is None else _why(left)


def can_offer(state: SessionState, name: str) -> bool:
    """Whether a tool that was not offered can be: nothing but groups, sources, search, skills or a switch keeps it out."""
    if not_offered(state, name) is None:
        return False
    return not any(left.name == name and left.why in ("denied", "undoes", "server") for left in offering(state).left)


def _is_known(state: SessionState, name: str) -> bool:
    return any(tool.name == name for tool in (*state.setup.own_tools, *state.setup.tools))


def _why(left: LeftTool) -> Sentence:
    match left.why:
        case "off":
            return said(_OFF, tool=left.name)
        case "agent":
            return said(_AGENT, tool=left.name, by=left.by)
        case "denied":
            return said(_DENIED, tool=left.name)
        case "undoes":
            return said(_UNDOES, tool=left.name)
        case "group":
            return said(_GROUPS if ", " in left.by else _GROUP, tool=left.name, by=left.by)
        case "source":
            return said(_SOURCE, tool=left.name, by=left.by)
        case "search":
            return said(_SEARCH, tool=left.name)
        case "server":
            return said(_SERVER, tool=left.name, by=left.by)
        case "skill":
            return said(_SKILL, tool=left.name, by=left.by)
        case _:
            assert_never(left.why)
