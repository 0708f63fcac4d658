"""The dialects by name, each loaded when it is first asked for: a window that opens speaks one of them at most.

Above: `responders`, `engine`, `workspace`. Below: each dialect. One of the places with imports inside functions.
"""

from collections.abc import Callable
from typing import Any

from studio.dialects.dialect import Dialect
from studio.dialects.dialect_error import DialectError
from studio.messages.message import Message
from studio.messages.remark import Remark
from studio.said import said

NAMES: tuple[str, ...] = ("openai_chat", "openai_responses", "ollama_chat", "anthropic_messages")
"""The names that `make` knows."""

Fit = Callable[[Message, int], tuple[Message | None, tuple[Remark, ...]]]


def make(name: str, text_form: str = "") -> Dialect:
    """The dialect of that name; with `text_form`, over it the calls printed in that form. DialectError when there is no such
    dialect or form."""
    dialect = _plain(name)
    if not text_form:
        return dialect
    from studio.dialects.printed import forms
    from studio.dialects.prompted import Prompted

    return Prompted(dialect, forms.form(text_form))


def _plain(name: str) -> Dialect:
    match name:
        case "openai_chat":
            from studio.dialects.openai_chat import OpenAIChat

            return OpenAIChat()
        case "openai_responses":
            from studio.dialects.openai_responses import OpenAIResponses

            return OpenAIResponses()
        case "ollama_chat":
            from studio.dialects.ollama_chat import OllamaChat

            return OllamaChat()
        case "anthropic_messages":
            from studio.dialects.anthropic_messages import AnthropicMessages

            return AnthropicMessages()
        case _:
            raise DialectError(
                said("There is no dialect named {name}. Known are: {names}.", name=f"{name!r}", names=", ".join(NAMES))
            )


def fit(name: str, params: dict[str, Any]) -> Fit | None:
    """What the provider of that dialect refuses of its own messages under the request's parameters, as a function that leaves it
    out; None where there is nothing of the kind."""
    if name != "openai_responses":
        return None
    from studio.dialects.openai_responses_store import sendable

    return lambda message, place: sendable(params, message, place)
