"""The dialects by name.

Above: `responders`, `engine`, `workspace`. Below: each dialect.
"""

from studio.dialects.anthropic_messages import AnthropicMessages
from studio.dialects.dialect import Dialect
from studio.dialects.dialect_error import DialectError
from studio.dialects.ollama_chat import OllamaChat
from studio.dialects.openai_chat import OpenAIChat
from studio.dialects.openai_responses import OpenAIResponses
from studio.dialects.printed import forms
from studio.dialects.prompted import Prompted

_DIALECTS: dict[str, type[Dialect]] = {
    OpenAIChat.name: OpenAIChat,
    OpenAIResponses.name: OpenAIResponses,
    OllamaChat.name: OllamaChat,
    AnthropicMessages.name: AnthropicMessages,
}

NAMES: tuple[str, ...] = tuple(_DIALECTS)
"""The names that `make` knows."""


def make(name: str, text_form: str = "") -> Dialect:
    """The dialect of that name; with `text_form`, over it the calls printed in that form. DialectError when there is no such
    dialect or form."""
    if name not in _DIALECTS:
        raise DialectError(f"There is no dialect named {name!r}. Known are: {', '.join(NAMES)}.")
    dialect = _DIALECTS[name]()
    return Prompted(dialect, forms.form(text_form)) if text_form else dialect
