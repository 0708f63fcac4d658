"""What the error of a request is about, as far as its status and words tell: the line, the key, the model, tools, the address.

Above: `trial`, `trial_findings`. Below: `dialects/refusals`, `messages/reply`. The words are those of many servers; doubt is `other`.
"""

import re
from typing import Literal

from studio.dialects.refusals import refuses_tools
from studio.messages.reply import ProviderError

About = Literal["nothing", "setup", "line", "key", "model", "tools", "path", "other"]
"""Nothing went wrong, nothing was sent, no connection, the key, the name of the model, tools, the address, anything else."""

_NOUN = r"\b(?:models?|deployment)\b"
_GONE = (
    r"(?:not (?:be )?found|(?:not|n't) exist|not a valid|is invalid|is unknown|not (?:available|loaded|allowed)|no longer"
    r"|deprecated|decommissioned|have access)\b"
)
_MODEL = re.compile(
    rf"model_not_found|deploymentnotfound|^model: |{_NOUN}.{{0,160}}?\b{_GONE}"
    r"|\b(?:unknown|invalid|no such|unsupported|nonexistent|not a valid) model\b",
    re.IGNORECASE | re.DOTALL,
)
_KEY = re.compile(r"api[ _-]?key|authenticat|credential|unauthori[sz]ed", re.IGNORECASE)
_OF_A_MODEL = (None, 200, 400, 403, 404, 410, 422)


def about(error: ProviderError | None) -> About:
    """What an error is about."""
    if error is None:
        return "nothing"
    if error.kind == "setup":
        return "setup"
    if error.status is None and error.kind in ("connection", "timeout"):
        return "line"
    return _about_answer(error)


def _about_answer(error: ProviderError) -> About:
    if error.status == 401:
        return "key"
    if refuses_tools(error):
        return "tools"
    if error.status in _OF_A_MODEL and (_MODEL.search(error.message) or _MODEL.search(error.type)):
        return "model"
    if error.status == 403 or (error.status == 400 and _KEY.search(f"{error.type} {error.message}")):
        return "key"
    return "path" if error.status in (404, 405) else "other"
