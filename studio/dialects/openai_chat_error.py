"""What went wrong, as OpenAI-style servers, gateways and proxies put it into a body.

Above: `openai_chat`, `openai_chat_stream`. Below: `messages/reply`. Knows no headers: when to try again is said there.
"""

import re
from html import unescape
from http import HTTPStatus
from typing import Any

from studio.dialects.json_bytes import dump_text, loads
from studio.messages.reply import ProviderError

LONGEST_MESSAGE = 300
LONGEST_BODY = 4000


def read_error(status: int, body: bytes) -> ProviderError:
    """The error in the body of an answer with `status`: JSON of any usual form, HTML, plain text or nothing."""
    text = body.decode("utf-8", "replace")
    message, kind = _message_and_type(text)
    return ProviderError("http", message or _phrase(status), status, kind, shortened(text, LONGEST_BODY))


def error_in(chunk: dict[str, Any]) -> ProviderError | None:
    """The error in a chunk or whole body that came with status 200, None when it holds none."""
    error = chunk.get("error")
    if not error and "choices" not in chunk and (chunk.get("object") == "error" or "detail" in chunk):
        error = chunk
    if not error:
        return None
    message, kind = _from_json({"error": error})
    code = error.get("code") if isinstance(error, dict) else None
    status = code if isinstance(code, int) and 100 <= code <= 599 else None
    return ProviderError("provider", message or "The provider sent an error without words.", status, kind)


def shortened(text: str, length: int = LONGEST_MESSAGE) -> str:
    """At most `length` characters and a sign that there were more."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "The server gave no reason."


def _message_and_type(text: str) -> tuple[str, str]:
    try:
        value = loads(text)
    except ValueError:
        return _from_text(text), ""
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, dict):
        return _from_json(value)
    return shortened(str(value)) if isinstance(value, str) else "", ""


def _from_json(value: dict[str, Any]) -> tuple[str, str]:
    error = value.get("error", value)
    if isinstance(error, str):
        return shortened(_first_text(value, "message", "detail") or error), ""
    if not isinstance(error, dict):
        return "", ""
    message = _first_text(error, "message", "msg", "detail", "error", "title") or _details(error.get("detail"))
    return shortened(message or dump_text(error)), _first_text(error, "type", "code", "status")


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
