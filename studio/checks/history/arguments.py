"""Arguments of a call in a body: as text, or as the object that a format wants.

Above: the files of the formats. Below: `messages/arguments`. A text that is no JSON object is sent as it is where the format wants a text:
servers that only pass it on take it, those that fill a template with it do not.
"""

from typing import Any

import msgspec

from studio.checks.history.item import Wrong
from studio.checks.history.server import Server
from studio.messages.arguments import read_arguments

_OBJECT: msgspec.json.Decoder[dict[str, msgspec.Raw]] = msgspec.json.Decoder(dict[str, msgspec.Raw])
_NOT_AN_OBJECT = ("not_an_object", "double_encoded")


def text_wrongs(value: Any, where: str, nth: int, id: str, name: str, server: Server) -> list[Wrong]:
    """What is wrong with arguments that have to be a text."""
    if not isinstance(value, str):
        return [Wrong("arguments_not_text", where, "error" if server.strict else "warning", nth, id, name)]
    try:
        _OBJECT.decode(value)
    except (msgspec.MsgspecError, UnicodeError):
        code = _code(value)
        return [Wrong(code, where, "warning", nth, id, name)] if code else []
    return []


def _code(text: str) -> str:
    problem = read_arguments(text).problem
    if problem is None:
        return ""
    return "arguments_not_object" if problem in _NOT_AN_OBJECT else "arguments_invalid_json"


def value_wrongs(value: Any, where: str, nth: int, id: str, name: str) -> list[Wrong]:
    """What is wrong with arguments that have to be an object; left out they are none."""
    if value is None or isinstance(value, dict):
        return []
    return [Wrong("arguments_not_object", where, "error", nth, id, name)]
