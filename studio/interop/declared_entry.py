"""What reading one declaration of a file comes to, and the error that names the place in the file.

Above: `declarations`, `entries`, `rendered`. Below: `messages`.
"""

from typing import Literal

import msgspec

from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.said import ended, said

Format = Literal[
    "openai_chat", "openai_responses", "anthropic_messages", "gemini", "functions", "langchain", "mcp", "json_schema"
]

FORMS = said(
    "Tools are read from an OpenAI, Anthropic or Gemini list or request, LangChain's tools as JSON, "
    "an MCP tools/list answer, a JSON Schema, or a file that says how they run: with http, command "
    "or agent."
)


class DeclarationsError(StudioError):
    """A file whose declarations cannot be read: which file, where in it, and why."""

    def __init__(self, name: str, place: str, why: str) -> None:
        super().__init__(
            ended(said("{where}: {why}", where=", ".join(filter(None, (name, place))), why=why)),
            FORMS if FORMS not in why else "",
        )
        self.place = place


class Read(msgspec.Struct, frozen=True):
    """One declaration; `spec` is None when it cannot be taken, `notes` then say why."""

    spec: ToolSpec | None
    format: Format
    place: str
    notes: tuple[str, ...] = ()
