"""Names of tools and ids of calls as the providers want them.

Above: the files of the formats. Below: `item`, `server`. Sources: the error texts and API pages of OpenAI, Anthropic and Mistral. Servers
that only speak their formats take more, so that it is a warning there.
"""

import re

from studio.checks.history.item import Wrong
from studio.checks.history.problem import Severity
from studio.checks.history.server import Server

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ANTHROPIC_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
_ANTHROPIC_ID = re.compile(r"[a-zA-Z0-9_-]+")
_NINE = re.compile(r"[a-zA-Z0-9]{9}")
SHORT_ID = 40
"""The longest id of a call that is taken everywhere."""
_LONGEST_ID = {"openai_chat": SHORT_ID, "openai_responses": 64}


def is_plain_name(name: str) -> bool:
    """Whether a name is taken everywhere."""
    return _NAME.fullmatch(name) is not None


def name_wrong(name: str, where: str, nth: int, id: str, server: Server) -> Wrong | None:
    """What is wrong with a tool's name; None when it is taken."""
    if _NAME.fullmatch(name) or server.dialect == "ollama_chat":
        return None
    longer = server.dialect == "anthropic_messages" and _ANTHROPIC_NAME.fullmatch(name) is not None
    severity: Severity = "error" if server.strict and not longer else "warning"
    return Wrong("bad_tool_name", where, severity, nth, id, name)


def id_wrong(id: str, where: str, nth: int, name: str, server: Server) -> Wrong | None:
    """What is wrong with the id of a call; None when it is taken."""
    if server.nine:
        severity: Severity = "error" if server.refuses_ids else "warning"
        return None if _NINE.fullmatch(id) else Wrong("bad_call_id", where, severity, nth, id, name)
    if server.dialect == "anthropic_messages":
        good = _ANTHROPIC_ID.fullmatch(id) is not None
    else:
        good = 0 < len(id) <= _LONGEST_ID.get(server.dialect, len(id) or 1)
    return None if good else Wrong("bad_call_id", where, "error" if server.strict else "warning", nth, id, name)
