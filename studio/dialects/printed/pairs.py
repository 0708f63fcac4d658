"""Calls whose arguments are printed one by one, as names with texts: how the argument text is made of them.

Above: `tagged`, `deepseek`. Below: `values`, `form`. Knows no tags.
"""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from studio.dialects.json_bytes import dump_text
from studio.dialects.printed.values import schema_of, typed
from studio.messages.arguments import read_arguments
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec

PairsEnding = Literal["closed", "open", "cut", "broken"]


class Pair(msgspec.Struct, frozen=True):
    """One argument: the block's text from `start` to `end` is its value; `is_text` where the form itself says whether it is text."""

    key: str
    start: int
    end: int
    is_text: bool | None = None


class Pairs(msgspec.Struct):
    """The arguments of a call while they are read. `ending`: `open` when all are whole and only the closing tag is missing, `cut`
    when the last one is not whole, `broken` when tags stand where none belong. The arguments stand from `body` to `stop`."""

    name: str
    body: int = 0
    stop: int = 0
    found: list[Pair] = msgspec.field(default_factory=list)
    ending: PairsEnding = "closed"
    json: tuple[int, int] | None = None


def argument_text(text: str, pairs: Pairs, tools: Sequence[ToolSpec]) -> str:
    """The arguments as JSON text. What is cut stays cut: the JSON breaks off there. What is broken is the text as it stands."""
    if pairs.json is not None:
        return text[pairs.json[0] : pairs.json[1]]
    if pairs.ending == "broken":
        return text[pairs.body : pairs.stop].strip()
    members = [f"{dump_text(pair.key)}:{_value(text, pairs.name, pair, tools)}" for pair in pairs.found]
    written = "{" + ",".join(members)
    if pairs.ending == "cut" or (pairs.ending == "open" and _lacks(pairs, tools)):
        last = pairs.found[-1] if pairs.ending == "cut" and pairs.found else None
        return written[:-1] if last and written.endswith('"') else written
    return written + "}"


def raw_value(call: Call) -> dict[str, Any]:
    """The arguments of a call that is to be printed; a text without a value is wrapped."""
    value = read_arguments(call.arguments).value
    return {"raw_arguments": call.arguments} if value is None else value


def _value(text: str, name: str, pair: Pair, tools: Sequence[ToolSpec]) -> str:
    value = text[pair.start : pair.end]
    if pair.is_text:
        return dump_text(value)
    schema = schema_of(tools, name, pair.key)
    return dump_text(typed(value, schema))


def _lacks(pairs: Pairs, tools: Sequence[ToolSpec]) -> bool:
    """Whether a call without its closing tag lacks an argument that its tool requires: then it was cut."""
    required = next((spec.parameters.get("required") for spec in tools if spec.name == pairs.name), None)
    keys = {pair.key for pair in pairs.found}
    return not keys or (isinstance(required, list) and not all(one in keys for one in required))
