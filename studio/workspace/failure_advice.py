"""What to do about a request that failed, as far as the error tells: the same advice that the test of a profile gives.

Above: both fronts. Below: `trial_about`, `present/trial_words`. Asks nothing, and knows no profile.
"""

import re
from typing import Literal

from studio.messages.reply import ProviderError
from studio.present.trial_words import ADVICE, NO_KEY
from studio.workspace.trial_about import about

Situation = Literal[
    "no_key", "key", "model", "rate", "request", "time", "broke", "nobody", "certificate", "setup", "other"
]
_MESSAGE = re.compile(r"\b(messages|input|contents)(?:\[(\d{1,6})\]|\.(\d{1,6})\b)")
_TOO_MANY = 429
_REFUSING = (400, 413, 422)
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


def situation(error: ProviderError) -> Situation:
    """What the person stands before, as far as the error tells."""
    said = about(error)
    if error.kind == "setup":
        return "no_key" if error.type == NO_KEY else "setup"
    if said == "line":
        return _of_line(error)
    if said in ("key", "model"):
        return "key" if said == "key" else "model"
    if error.kind in ("timeout", "incomplete"):
        return "time" if error.kind == "timeout" else "broke"
    if error.kind != "http" or said == "tools":
        return "other"
    return "rate" if error.status == _TOO_MANY else "request" if error.status in _REFUSING else "other"


def named_message(error: ProviderError) -> tuple[str, int] | None:
    """The member of the body and the number (from 0) of the message that the error names (`messages[5]`); None where it names none."""
    found = _MESSAGE.search(error.message) if situation(error) == "request" else None
    return (found[1], int(found[2] or found[3])) if found is not None else None


def _of_line(error: ProviderError) -> Situation:
    if error.kind == "timeout":
        return "time"
    return "certificate" if "certificate" in error.message.lower() else "nobody"
