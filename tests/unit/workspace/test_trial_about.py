"""What an error is about: the words of many servers, as their users report them."""

import pytest

from studio.messages.reply import ProviderError
from studio.workspace.trial_about import about


def error(status: int | None, message: str, type: str = "") -> ProviderError:
    return ProviderError("http" if status else "provider", message, status, type)


@pytest.mark.parametrize(
    ("status", "message", "type"),
    [
        (404, "The model `gpt-9` does not exist or you do not have access to it.", "invalid_request_error"),
        (404, "not there", "model_not_found"),
        (404, 'model "qwen9" not found, try pulling it first', ""),
        (404, "model: claude-9", "not_found_error"),
        (404, "models/gemini-9 is not found for API version v1main, or is not supported for generateContent.", ""),
        (404, "The model `x` does not exist.", "NotFoundError"),
        (400, "Model Not Exist", "invalid_request_error"),
        (400, "Invalid model: mistral-9", "invalid_model"),
        (400, "foo/bar is not a valid model ID", ""),
        (404, "The API deployment for this resource does not exist. Wait a moment.", "DeploymentNotFound"),
        (400, "The provided model identifier is invalid.", ""),
        (403, "Project `p` does not have access to model `m`", "model_not_found"),
        (
            400,
            "The model `llama3-70b-8192` has been decommissioned and is no longer supported.",
            "model_decommissioned",
        ),
        (None, "The model `x` does not exist.", ""),
    ],
)
def test_an_unknown_model_is_about_the_model(status: int | None, message: str, type: str) -> None:
    assert about(error(status, message, type)) == "model"


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (401, "Incorrect API key provided"),
        (401, "anything at all"),
        (403, "Forbidden"),
        (400, "API key not valid. Please pass a valid API key."),
    ],
)
def test_a_refused_key_is_about_the_key(status: int, message: str) -> None:
    assert about(error(status, message)) == "key"


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "registry.ollama.ai/library/gemma:2b does not support tools"),
        (400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
        (404, "No endpoints found that support tool use. Try disabling it."),
    ],
)
def test_a_refusal_of_tools_is_about_tools_though_it_names_the_model(status: int, message: str) -> None:
    assert about(error(status, message)) == "tools"


@pytest.mark.parametrize(
    ("status", "message", "said"),
    [
        (404, "404 page not found", "path"),
        (405, "Method Not Allowed", "path"),
        (400, "temperature has to be below 2", "other"),
        (400, "This model's maximum context length is 8192 tokens.", "other"),
        (429, "You exceeded your current quota", "other"),
        (500, "The model is overloaded", "other"),
        (None, "overloaded", "other"),
    ],
)
def test_what_is_not_plain_is_the_address_or_something_else(status: int | None, message: str, said: str) -> None:
    assert about(error(status, message)) == said


def test_without_an_answer_it_is_the_line_or_the_setup() -> None:
    assert about(ProviderError("connection", "Nothing listens")) == "line"
    assert about(ProviderError("timeout", "No connection")) == "line"
    assert about(ProviderError("timeout", "No answer in 60 s", 200)) == "other"
    assert about(ProviderError("setup", "No key")) == "setup"
    assert about(None) == "nothing"
