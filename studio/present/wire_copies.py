"""An exchange's request as a command for curl and as a piece of Python; in place of a key stands the name of a variable.

Above: both fronts. Below: `session/events`, `wire/redact`. What is written here holds no secret: it is made from what is kept.
"""

import json
import pprint
import re
import shlex

from studio.session.kept_exchange import KeptExchange
from studio.wire.redact import BLANK

VARIABLE = "API_KEY"
_OWN = frozenset(("host", "content-length", "connection", "accept-encoding", "user-agent", "transfer-encoding"))
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_IN_DOUBLE_QUOTES = re.compile(r'([\\"$`!])')


def as_curl(kept: KeptExchange, body: bytes, variable: str = "") -> str:
    """A command for a POSIX shell. `variable` is the environment variable of the key; `API_KEY` when it is empty."""
    name = _variable(variable)
    lines = [f"curl {_quoted(kept.url, name)}"]
    if kept.method != "POST":
        lines[0] += f" -X {shlex.quote(kept.method)}"
    lines += [f"-H {_quoted(f'{key}: {value}', name)}" for key, value in _headers(kept)]
    if _is_stream(body):
        lines.append("--no-buffer")
    lines.append(f"--data-binary {shlex.quote(body.decode('utf-8', 'replace'))}")
    return " \\\n  ".join(lines)


def as_python(kept: KeptExchange, body: bytes, variable: str = "") -> str:
    """A small program that uses httpx and prints the answer as it comes."""
    name = _variable(variable)
    headers = "".join(f"    {key!r}: {_literal(value, name)},\n" for key, value in _headers(kept))
    needs_key = any(BLANK in value for _, value in (*_headers(kept), ("", kept.url)))
    asked = f"{kept.method!r}, {_literal(kept.url, name)}, headers=headers, {_content(body)}, timeout=60"
    return (
        ("import os\n\n" if needs_key else "")
        + f"import httpx\n\nheaders = {{\n{headers}}}\nbody = {_value(body)}\n\n"
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


def _value(body: bytes) -> str:
    try:
        return pprint.pformat(json.loads(body), width=100, sort_dicts=False)
    except (ValueError, RecursionError):
        return repr(body)


def _content(body: bytes) -> str:
    return "content=body" if _value(body).startswith(("b'", 'b"')) else "json=body"


def _is_stream(body: bytes) -> bool:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and value.get("stream") is True
