"""Which errors say that a provider takes no tools."""

import pytest

from studio.dialects.refusals import refuses_tools
from studio.messages.reply import ProviderError


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, "registry.ollama.ai/library/gemma3:1b does not support tools"),
        (400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
        (404, "No endpoints found that support tool use. To learn more about provider routing, see the page."),
        (500, "tools param requires --jinja flag"),
        (400, "Function calling is not enabled for this model"),
        (400, "`tool_choice` is not supported in this model"),
        (400, "This model doesn't support function calling."),
        (501, "Tool use not supported"),
    ],
)
def test_a_refusal_of_tools_is_known_by_its_words(status: int, words: str) -> None:
    assert refuses_tools(ProviderError("http", words, status))
    assert refuses_tools(ProviderError("http", "Bad request", status, body='{"error": ' + words + "}"))


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, "Invalid schema for function 'x': additionalProperties is not allowed"),
        (400, "Unsupported parameter: 'parallel_tool_calls' is not supported with this model."),
        (400, "An assistant message with 'tool_calls' must be followed by tool messages"),
        (400, "Tool messages are not allowed to be empty"),
        (429, "tools not supported"),
        (401, "tools are not available to this key"),
        (400, "No support for images, use a function"),
    ],
)
def test_other_errors_that_speak_of_tools_are_no_refusal(status: int, words: str) -> None:
    assert not refuses_tools(ProviderError("http", words, status))


def test_a_broken_connection_is_no_refusal() -> None:
    assert not refuses_tools(ProviderError("connection", "tools are not supported"))
