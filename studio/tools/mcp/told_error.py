"""An error that an MCP server answered with, as the model reads it. Pure.

Above: `connection`. Below: `tool`. Knows no SDK: code, message and data as they stand in the answer.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from studio.tools.tool import Outcome

URL_REQUIRED = -32042
_CHECKED = re.compile(r":? *\d+ validation errors? for .*", re.DOTALL)
"""What the SDK adds where it could not read an answer: pieces of it, in which half a key may stand."""
_LONGEST_DATA = 4_000


def outcome_of_error(code: int, message: str, data: Any) -> Outcome:
    """The outcome of a call that was answered by a JSON-RPC error."""
    if code == URL_REQUIRED:
        return Outcome("error", _addresses(message, data), _detail(data))
    return Outcome("error", f"MCP error {code}: {short(message) or 'no message'}", _detail(data))


def short(message: str) -> str:
    """The message of an error without what the SDK found out about the form of an answer."""
    return _CHECKED.sub("", message)


def _addresses(message: str, data: Any) -> str:
    """Where somebody has to go before the call can be made."""
    lines = [f"- {url}{f' ({why})' if why else ''}" for url, why in _asked(data)]
    first = f"MCP error {URL_REQUIRED}: {message or 'the user has to visit an address first'}"
    return "\n".join((first, "To be visited first by the user, then call again:", *lines)) if lines else first


def _asked(data: Any) -> Iterator[tuple[str, str]]:
    listed = data.get("elicitations") if isinstance(data, dict) else None
    for each in listed if isinstance(listed, list) else ():
        url = each.get("url") if isinstance(each, dict) else None
        if isinstance(url, str):
            why = each.get("message")
            yield url, why if isinstance(why, str) else ""


def _detail(data: Any) -> str:
    if data is None or data == "":
        return ""
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, indent=2)
    return text if len(text) <= _LONGEST_DATA else f"{text[:_LONGEST_DATA]}\n[cut here: {len(text):,} characters]"
