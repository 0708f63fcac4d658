"""What went wrong, as providers, gateways and proxies put it into a body: JSON of any usual form, HTML, plain text, nothing.

Above: the dialects. Below: `messages/reply`. Knows no headers: when to try again is said there. What only one format sends is read in its
own `<dialect>_error`.
"""

import json
import re
from html import unescape
from http import HTTPStatus
from typing import Any

from studio.dialects.json_bytes import loads
from studio.messages.reply import ProviderError
from studio.said import said

LONGEST_MESSAGE = 300
LONGEST_BODY = 4000


def read_error(status: int, body: bytes) -> ProviderError:
    """The error in the body of an answer with `status`: JSON of any usual form, HTML, plain text or nothing."""
    text = body.decode("utf-8", "replace")
    message, kind = _message_and_type(text)
    return ProviderError("http", message or _phrase(status), status, kind, shortened(text, LONGEST_BODY))


def shortened(text: str, length: int = LONGEST_MESSAGE) -> str:
    """At most `length` characters and a sign that there were more."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


def message_and_type(value: dict[str, Any]) -> tuple[str, str]:
    """Words and type of the error in a JSON object, either empty when it says none: in its member `error`, or its own."""
    error = value.get("error", value)
    if isinstance(error, str):
        return shortened(_first_text(value, "message", "detail") or error), ""
    if not isinstance(error, dict):
        return "", ""
    message = _first_text(error, "message", "msg", "detail", "error", "title") or _details(error.get("detail"))
    return shortened(message or json.dumps(error, ensure_ascii=False, separators=(",", ":"))), _first_text(
        error, "type", "code", "status"
    )


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return said("The server gave no reason.")


def _message_and_type(text: str) -> tuple[str, str]:
    try:
        value = loads(text)
    except ValueError:
        return _from_text(text), ""
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, dict):
        return message_and_type(value)
    return shortened(str(value)) if isinstance(value, str) else "", ""


def _first_text(value: dict[str, Any], *names: str) -> str:
    for name in names:
        found = value.get(name)
        if isinstance(found, str) and found:
            return found
        if isinstance(found, int) and not isinstance(found, bool) and name == "code":
            return str(found)
    return ""


def _details(detail: Any) -> str:
    """FastAPI's list of what does not fit: where and why."""
    if isinstance(detail, dict):
        return _first_text(detail, "message", "msg", "error")
    if not isinstance(detail, list):
        return ""
    return "; ".join(_detail(entry) for entry in detail if isinstance(entry, dict))


def _detail(entry: dict[str, Any]) -> str:
    steps = entry.get("loc")
    place = ".".join(str(step) for step in steps if step != "body") if isinstance(steps, list) else ""
    words = str(entry.get("msg", ""))
    return f"{place}: {words}" if place else words


def _from_text(text: str) -> str:
    if "<" not in text[:200]:
        return shortened(" ".join(text.split()))
    title = re.search(r"<title[^>]*>(.*?)</title>", text[:20000], re.IGNORECASE | re.DOTALL)
    words = title.group(1) if title else re.sub(r"(?s)<(script|style)\b.*?</\1>|<[^>]*>", " ", text[:20000])
    return shortened(" ".join(unescape(words).split()))
