"""A tool as it would be sent, read off the session, with the changes and problems in words and their places.

Above: the page of a tool. Below: `workspace` (the shaping), `present/schema_words`.
"""

from PySide6.QtCore import QCoreApplication

from studio.gui.dialogs.tool_sent import ToolSent
from studio.gui.words import say
from studio.messages.toolspec import ToolSpec
from studio.present.schema_words import schema_words
from studio.workspace.opened import OpenedSession

_TARGETS = {
    "openai": "OpenAI",
    "openai_strict": "OpenAI (strict)",
    "anthropic": "Anthropic",
    "anthropic_strict": "Anthropic (strict)",
    "gemini_compat": "Gemini",
    "ollama": "Ollama",
}


def shown_as_sent(panel: ToolSent, session: OpenedSession, spec: ToolSpec) -> None:
    """Show in the panel how this declaration would be sent by the session as it is set up."""
    found = session.shaped(spec)
    changes = [_said(say(schema_words(each)), each.at) for each in found.changes]
    problems = [_said(say(schema_words(each)), each.at) for each in found.problems]
    who = _TARGETS.get(found.target or "", "")
    if not who:
        panel.show_sent(found.schema, QCoreApplication.translate("ToolSent", "the model, as text"), changes, problems)
        return
    panel.show_sent(found.schema, who, changes, problems)


def _said(sentence: str, at: str) -> str:
    place = at.removeprefix("/").replace("properties/", "").replace("~1", "/").replace("~0", "~")
    return f"{place}: {sentence}" if place else sentence
