"""What a line of a server's output is: JSON-RPC messages, or noise. Pure.

Above: `stdio`. Below: the SDK's message types, `lines`. A line is read leniently where nothing is lost by it (bad UTF-8, a list of
messages); an answer that cannot be read becomes an error answer, so that whoever waits for it learns why.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
from mcp_types import INTERNAL_ERROR, ErrorData, JSONRPCError, JSONRPCMessage, jsonrpc_message_adapter
from pydantic import ValidationError

from studio.said import said
from studio.tools.mcp.lines import MOST_LINE, Lines, Lost

BIG = 1_000_000
"""From this many characters on a text is read so that other threads go on meanwhile."""
_END = 1_000
_ID = rb'"id"\s*:\s*(\d{1,18}|"[\w-]{1,100}")'
_ID_FIRST = re.compile(
    rb'\s*\{(?:\s*"jsonrpc"\s*:\s*"2.0"\s*,)?\s*' + _ID + rb'\s*,\s*(?:"jsonrpc"\s*:\s*"2.0"\s*,\s*)?"(?:result|error)"'
)
_ID_LAST = re.compile(
    rb'[}\]]\s*,\s*(?:"jsonrpc"\s*:\s*"2.0"\s*,\s*)?' + _ID + rb'\s*(?:,\s*"jsonrpc"\s*:\s*"2.0"\s*)?\}\s*\Z'
)
"""Where an answer says whose it is: as the SDKs write it, first or last."""


class Message(msgspec.Struct, frozen=True):
    """A message, and the text that it stood in."""

    message: JSONRPCMessage
    text: str


class Noise(msgspec.Struct, frozen=True):
    """A line that is no message."""

    text: str


class Output:
    """A server's standard output; the result does not depend on where the bytes are cut."""

    def __init__(self, most: int = MOST_LINE) -> None:
        self._lines = Lines(most)

    def feed(self, data: bytes) -> Iterator[Message | Noise]:
        """What the lines say that `data` ends; empty lines say nothing."""
        for line in self._lines.feed(data):
            yield from read_line(line)

    def end(self) -> Iterator[Message | Noise]:
        """What the last line says, where it was not ended."""
        for line in self._lines.end():
            yield from read_line(line)


def read_line(line: bytes | Lost) -> Iterator[Message | Noise]:
    """The messages of a line, or the line as noise."""
    if isinstance(line, Lost):
        yield _lost(line)
        return
    text = line.decode("utf-8", "replace")
    if not text or text.isspace():
        return
    if len(text) < BIG:
        try:
            yield Message(jsonrpc_message_adapter.validate_json(text, by_name=False), text)
            return
        except ValueError:
            pass  # what else it may be is looked at below
    yield from _otherwise(text)


def _lost(line: Lost) -> Message | Noise:
    """A line that was too long; where it was an answer, whoever waits for it learns so."""
    why = said("The server sent a line of {size} bytes, which is too long and was thrown away.", size=f"{line.size:,}")
    text = f"{line.head.decode('utf-8', 'replace')} … {why}"
    return _not_read(line.head, line.tail, why, text)


def _not_read(head: bytes, tail: bytes, why: str, text: str) -> Message | Noise:
    """A line that was not read, by its beginning and its end: an answer that is an error, where it was one."""
    found = _ID_FIRST.match(head) or _ID_LAST.search(tail)
    if found is None:
        return Noise(text)
    error = ErrorData(code=INTERNAL_ERROR, message=why)
    return Message(JSONRPCError(jsonrpc="2.0", id=json.loads(found[1]), error=error), text)


def _otherwise(text: str) -> Iterator[Message | Noise]:
    try:
        value = _parsed(text)
    except (ValueError, RecursionError) as error:
        deep = isinstance(error, RecursionError)
        nested = said("The server's answer cannot be read: it is nested too deep.")
        why = nested if deep else said("The server's answer cannot be read: it is no JSON.")
        yield _not_read(text[:_END].encode("utf-8"), text[-_END:].encode("utf-8"), why, text)
        return
    messages = [_message(each) for each in (value if isinstance(value, list) else [value])]
    known = [each for each in messages if each is not None]
    if not known or len(known) < len(messages):
        yield Noise(text)
    elif isinstance(value, list):
        yield from (Message(each, _written(each)) for each in known)
    else:
        yield Message(known[0], text)


def _parsed(text: str) -> Any:
    """JSON; half a surrogate pair becomes a replacement character. A big text is read in small steps, so that a window lives on."""
    steps: dict[str, Any] = {"object_pairs_hook": _members, "parse_int": _integer, "parse_float": _number}
    value = json.loads(text, **(steps if len(text) >= BIG else {}))
    return _whole(value) if "\\ud" in text or "\\uD" in text else value


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Written in Python, like the next two, for only between its steps another thread comes in turn."""
    return dict(pairs)


def _integer(text: str) -> int:
    return int(text)


def _number(text: str) -> float:
    return float(text)


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_whole(each) for each in value]
    if isinstance(value, dict):
        return {_whole(name): _whole(each) for name, each in value.items()}
    return value


def _message(value: Any) -> JSONRPCMessage | None:
    """The message that a value is; None when it is none. An id of 30.0 is 30: some write every number so."""
    if not isinstance(value, dict):
        return None
    id = value.get("id")
    if isinstance(id, float) and id.is_integer():
        value = {**value, "id": int(id)}
    try:
        return jsonrpc_message_adapter.validate_python(value, by_name=False)
    except ValidationError:
        return _broken_answer(value)


def _broken_answer(value: dict[str, Any]) -> JSONRPCError | None:
    id = value.get("id")
    if "method" in value or not ("result" in value or "error" in value or value.get("jsonrpc") == "2.0"):
        return None
    if not isinstance(id, int | str) or isinstance(id, bool):
        return None
    why = said("The server's answer is no JSON-RPC answer: {why}.", why=_why(value))
    return JSONRPCError(jsonrpc="2.0", id=id, error=ErrorData(code=INTERNAL_ERROR, message=why))


def _why(value: dict[str, Any]) -> str:
    if value.get("jsonrpc") != "2.0":
        return said('its member "jsonrpc" is not "2.0"')
    if "result" in value:
        return said('its member "result" is no object')
    if "error" not in value:
        return said('it has neither a "result" nor an "error"')
    return said('its member "error" is no object with a number "code" and a text "message"')


def _written(message: JSONRPCMessage) -> str:
    return message.model_dump_json(by_alias=True, exclude_unset=True)
