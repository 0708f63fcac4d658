"""What to do about a failed request: each kind of error leads to the advice that fits, or to none."""

import pytest

from studio.messages.reply import ProviderError
from studio.present.trial_words import ADVICE
from studio.workspace.failure_advice import advice_code, advice_template


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ProviderError("http", "tiny does not support tools", 400), "tools_refused"),
        (ProviderError("http", "bad key", 401), "key_refused"),
        (ProviderError("http", "The model `x` does not exist", 404), "model_unknown"),
        (ProviderError("http", "no such page", 404), "not_there"),
        (ProviderError("http", "slow down", 429), "refused_limit"),
        (ProviderError("http", "boom", 502), "refused_server"),
        (ProviderError("connection", "The name of the server is not known."), "unreachable"),
        (ProviderError("not_json", "The server answered (200) with an empty body.", 200), "broken"),
    ],
)
def test_an_error_leads_to_the_advice_that_fits(error: ProviderError, code: str) -> None:
    assert (advice_code(error), advice_template(error)) == (code, ADVICE[code])


@pytest.mark.parametrize(
    "error",
    [
        ProviderError("connection", "Nothing listens at 127.0.0.1:9. Is the local server started?"),
        ProviderError("incomplete", "The reply broke off after 12 bytes. What arrived is kept."),
        ProviderError("cancelled", ""),
        ProviderError("http", "Unsupported parameter: foo", 400),
    ],
)
def test_where_nothing_is_known_or_the_error_says_it_itself_there_is_no_advice(error: ProviderError) -> None:
    assert (advice_code(error), advice_template(error)) == ("", "")
