"""An exchange's request as a command for curl and as a piece of Python; in place of a key stands the name of a variable.

Above: both fronts. Below: `session/events`, `wire/redact`. What is written here holds no secret: it is made from what is kept.
"""

import json
import pprint
import re
import shlex
from typing import Any

from studio.session.kept_exchange import KeptExchange
from studio.wire.redact import BLANK

VARIABLE = "API_KEY"
_OWN = frozenset(("host", "content-length", "connection", "accept-encoding", "user-agent", "transfer-encoding"))
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LONGEST = 100_000
"""Bytes of an argument that every system takes."""
_COMPACT = (",", ":")
_WAYS: dict[str, dict[str, Any]] = {
    ', ensure_ascii=False, separators=(",", ":")': {"ensure_ascii": False, "separators": _COMPACT},
    ', separators=(",", ":")': {"separators": _COMPACT},
    ", ensure_ascii=False": {"ensure_ascii": False},
    "": {},
}
"""How a value may have been written, by what the call of `json.dumps` says."""
_IN_DOUBLE_QUOTES = re.compile(r'([\\"$`!])')


def as_curl(kept: KeptExchange, body: bytes, variable: str = "") -> str:
    """A command for a POSIX shell. `variable` is the environment variable of the key; `API_KEY` when it is empty."""
    name = _variable(variable)
    lines = [f"curl {_quoted(kept.url, name)}"]
    if kept.method != "POST":
        lines[0] += f" -X {shlex.quote(kept.method)}"
    lines += [f"-H {_quoted(f'{key}: {value}' if value else f'{key};', name)}" for key, value in _headers(kept)]
    if _is_stream(body):
        lines.append("--no-buffer")
    piped = _piped(body)
    lines.append("--data-binary @-" if piped else f"--data-binary {shlex.quote(body.decode())}")
    return piped + " \\\n  ".join(lines)


def _piped(body: bytes) -> str:
    """What hands curl a body that can be no argument: one that is too long for any, that would name a file, or that is no text."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        return f"printf '{''.join(f'{chr(92)}{byte:03o}' for byte in body)}' | "
    return f"printf %s {shlex.quote(text)} | " if len(body) > _LONGEST or text.startswith("@") else ""


def as_python(kept: KeptExchange, body: bytes, variable: str = "") -> str:
    """A small program that uses httpx and prints the answer as it comes."""
    name = _variable(variable)
    headers = "".join(f"    {key!r}: {_literal(value, name)},\n" for key, value in _headers(kept))
    needs_key = any(BLANK in value for _, value in (*_headers(kept), ("", kept.url)))
    asked = f"{kept.method!r}, {_literal(kept.url, name)}, headers=headers, content=content, timeout=60"
    made = _content(body)
    own = [*(["import json"] if "json.dumps" in made else []), *(["import os"] if needs_key else [])]
    return (
        "".join(f"{line}\n" for line in own)
        + ("\n" if own else "")
        + f"import httpx\n\nheaders = {{\n{headers}}}\n{made}\n\n"
        + f"with httpx.stream({asked}) as response:\n"
        + "    print(response.status_code)\n    for text in response.iter_text():\n"
        + '        print(text, end="", flush=True)\n'
    )


def _variable(wanted: str) -> str:
    return wanted if _NAME.fullmatch(wanted) else VARIABLE


def _headers(kept: KeptExchange) -> list[tuple[str, str]]:
    """The headers that have to be given; a blanked Authorization is said to be a Bearer token."""
    found = [(key, value) for key, value in kept.request_headers if key.lower() not in _OWN]
    return [
        (key, f"Bearer {BLANK}" if key.lower() == "authorization" and value == BLANK else value) for key, value in found
    ]


def _quoted(text: str, variable: str) -> str:
    """A word for the shell, with the variable where the key stood."""
    if BLANK not in text:
        return shlex.quote(text)
    parts = (_IN_DOUBLE_QUOTES.sub(r"\\\1", part) for part in text.split(BLANK))
    return '"' + f"${{{variable}}}".join(parts) + '"'


def _literal(text: str, variable: str) -> str:
    """An expression of Python, with the variable where the key stood."""
    made: list[str] = []
    for at, part in enumerate(text.split(BLANK)):
        made += ([f"os.environ[{variable!r}]"] if at else []) + ([repr(part)] if part or not text else [])
    return " + ".join(made)


def _content(body: bytes) -> str:
    """Lines that make the very bytes: from a value where one of the usual ways to write it gives them, else as they are."""
    try:
        value = json.loads(body)
        way = next((way for way, told in _WAYS.items() if _dumped(value, told) == body), None)
        shown = pprint.pformat(value, width=100, sort_dicts=False) if way is not None else ""
    except (ValueError, RecursionError):
        way = None
    if way is not None:
        return f"body = {shown}\ncontent = json.dumps(body{way}).encode()"
    try:
        return f"content = {body.decode()!r}.encode()"
    except UnicodeDecodeError:
        return f"content = {body!r}"


def _dumped(value: Any, told: dict[str, Any]) -> bytes:
    return json.dumps(value, allow_nan=False, **told).encode()


def _is_stream(body: bytes) -> bool:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and value.get("stream") is True
