"""The gist of a message of the protocol in one line: of a call its tool and arguments, of an answer what came, of noise its first line.

Above: the protocol view. Below: `session/server_view`. Never raises: a message may be cut, or be none at all.
"""

from typing import Any

import msgspec

from studio.session.server_view import WireMessage

LONGEST = 160
"""Characters of a gist."""
_LISTS = {"tools": "name", "prompts": "name", "resources": "uri", "resourceTemplates": "uriTemplate"}
_DECODED = 300_000
"""Characters up to which a message is read; of longer ones the text itself is shown."""


def gist(message: WireMessage) -> str:
    """One line of at most `LONGEST` characters; empty where there is nothing beyond the method."""
    value = _read(message)
    if value is None:
        return _line(message.text)
    match message.kind:
        case "request" | "notification":
            return _line(_of_params(message.method, value.get("params")))
        case "error":
            error = value.get("error")
            said = error if isinstance(error, dict) else {"message": error}
            return _line(" ".join(str(each) for each in (said.get("code", ""), said.get("message", ""))).strip())
        case _:
            return _line(_of_result(value.get("result")))


def _read(message: WireMessage) -> dict[str, Any] | None:
    if message.kind in ("noise", "stderr", "state") or message.cut or len(message.text) > _DECODED:
        return None
    try:
        value = msgspec.json.decode(message.text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
    return value if isinstance(value, dict) else None


def _of_params(method: str, params: Any) -> str:
    if not isinstance(params, dict):
        return "" if params is None else _compact(params)
    shown = {name: value for name, value in params.items() if name != "_meta"}
    match method:
        case "tools/call" | "prompts/get":
            return f"{shown.get('name', '?')}({_members(shown.get('arguments'))})"
        case "resources/read":
            return str(shown.get("uri", ""))
        case "notifications/message":
            return f"{shown.get('level', '')}: {_text(shown.get('data'))}"
        case "notifications/progress":
            of = f" / {shown['total']}" if "total" in shown else ""
            return f"{shown.get('progress', '')}{of} {shown.get('message') or ''}".strip()
        case _:
            return _compact(shown) if shown else ""


def _of_result(result: Any) -> str:
    if isinstance(result, dict) and isinstance(result.get("content"), list):
        texts = [each["text"] for each in result["content"] if isinstance(each, dict) and "text" in each]
        if texts:
            return " ".join(str(each) for each in texts)
    listed = _listed(result) if isinstance(result, dict) else None
    return _compact(result) if listed is None else listed


def _listed(result: dict[str, Any]) -> str | None:
    """The names of what a list holds; None where the result is no list."""
    for kind, name in _LISTS.items():
        items = result.get(kind)
        if isinstance(items, list):
            named = [str(each.get(name, "?")) for each in items if isinstance(each, dict)]
            return f"{kind}: {', '.join(named)}" if named else f"{kind}: –"
    return None


def _members(arguments: Any) -> str:
    if not isinstance(arguments, dict):
        return "" if arguments is None else _compact(arguments)
    return ", ".join(f"{name}={_compact(value)}" for name, value in arguments.items())


def _text(value: Any) -> str:
    return value if isinstance(value, str) else _compact(value)


def _compact(value: Any) -> str:
    try:
        return msgspec.json.encode(value).decode("utf-8", "replace")
    except (TypeError, ValueError, RecursionError):
        return str(value)


def _line(text: str) -> str:
    """One line; line ends are blanks."""
    flat = " ".join(text[: 4 * LONGEST].split())
    return f"{flat[: LONGEST - 1]}…" if len(flat) > LONGEST or len(text) > 4 * LONGEST else flat
