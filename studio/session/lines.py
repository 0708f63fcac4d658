"""Events and notes as lines of JSON, and back. Pure bytes.

Above: `journal`, `store`. Below: `events`. The fast codec refuses lone surrogates and integers beyond 64 bits; the slow one takes them.
"""

import json
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from studio.problems import StudioError
from studio.said import plain, said
from studio.session.events import Event, Header, RequestSent
from studio.session.notes import AnyNote

Line = Event | AnyNote | Header
KINDS = frozenset(str(each.__struct_config__.tag) for each in get_args(Line))
"""The kinds of lines that this version knows."""


class LineError(StudioError):
    """A line is not what it should be."""


@cache
def _decoder() -> msgspec.json.Decoder[Line]:
    return msgspec.json.Decoder(Line)


_encode = msgspec.json.Encoder(enc_hook=plain).encode


def encode(line: Line) -> bytes:
    """One line, without its newline; `kind`, `id` and `parent` stand first."""
    try:
        return _encode(line)
    except (UnicodeEncodeError, OverflowError):
        return _encode_slowly(line)


def _encode_slowly(line: Line) -> bytes:
    """The pieces of a request body are JSON already, and stand last."""
    if not isinstance(line, RequestSent):
        return _compact(msgspec.to_builtins(line, enc_hook=plain))
    rest = _compact(msgspec.to_builtins(replace(line, body=()), enc_hook=plain))
    return rest[:-1] + b',"body":[' + b",".join(map(bytes, line.body)) + b"]}"


def _compact(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def decode(raw: bytes) -> Line:
    """The event, note or header in a line. Raises LineError when it is none that this version knows."""
    try:
        return _decoder().decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return _decode_slowly(raw)


def _decode_slowly(raw: bytes) -> Line:
    try:
        value: Any = json.loads(raw.decode("utf-8", "replace"))
        if isinstance(value, dict) and isinstance(value.get("body"), list):
            value["body"] = [msgspec.Raw(_compact(piece)) for piece in value["body"]]
        found: Line = msgspec.convert(value, Line)
        return found
    except (ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise LineError(said("The line could not be read: {why}", why=error)) from error
