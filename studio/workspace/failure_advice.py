"""What to do about a request that failed, as far as the error tells: the same advice that the test of a profile gives.

Above: both fronts. Below: `trial_about`, `present/trial_words`. Asks nothing, and knows no profile.
"""

from studio.messages.reply import ProviderError
from studio.present.trial_words import ADVICE
from studio.workspace.trial_about import about

_CODES = {"tools": "tools_refused", "key": "key_refused", "model": "model_unknown", "path": "not_there"}


def advice_code(error: ProviderError) -> str:
    """The code of an advice of `present/trial_words`; empty where the error itself says what to do, or nothing is known."""
    said = about(error)
    if said in _CODES:
        return _CODES[said]
    if said == "line":
        return "" if error.message.endswith("?") else "unreachable"
    if said == "other" and error.status is not None and error.kind == "http":
        return "refused_limit" if error.status in (402, 429) else "refused_server" if error.status >= 500 else ""
    return "broken" if said == "other" and error.kind == "not_json" else ""


def advice_template(error: ProviderError) -> str:
    """The same as an English text, which the window looks up under the context `trial`; empty where there is none."""
    code = advice_code(error)
    return ADVICE[code] if code else ""
