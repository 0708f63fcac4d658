"""The argument text of a call that is printed.

Above: the forms. Below: `pairs`. Arguments that have a value stay as they are written; others are wrapped, so that what is printed is JSON.
"""

from typing import Any

from studio.dialects.json_bytes import dump_text
from studio.dialects.printed.pairs import raw_value
from studio.messages.arguments import read_arguments
from studio.messages.parts import Call


def argument_json(call: Call) -> str:
    """The arguments as JSON text of an object."""
    text = call.arguments.strip()
    if read_arguments(text).value is not None and text.startswith("{"):
        return text
    return dump_text(raw_value(call))


def call_json(call: Call, key: str = "arguments", extra: dict[str, Any] | None = None) -> str:
    """The call as a JSON object whose arguments stand under `key`."""
    more = "".join(f", {dump_text(name)}: {dump_text(value)}" for name, value in (extra or {}).items())
    return f'{{"name": {dump_text(call.name)}, "{key}": {argument_json(call)}{more}}}'
