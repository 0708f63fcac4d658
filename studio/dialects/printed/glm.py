"""GLM: a name with `<arg_key>` and `<arg_value>` elements in `<tool_call>` tags, with or without line breaks between them.

Above: `forms`. Below: `tagged`, `reader`.
"""

from collections.abc import Sequence
from typing import Any

from studio.dialects.json_bytes import dump_text
from studio.dialects.printed.form import TextReader
from studio.dialects.printed.pairs import raw_value
from studio.dialects.printed.reader import BlockReader, Opener
from studio.dialects.printed.tagged import CLOSING, OPENING, tagged
from studio.dialects.printed.writing import call_json
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec

_NAME_SIGNS = set("_.-:/")


class Glm:
    """`<tool_call>f` `<arg_key>k</arg_key>` `<arg_value>v</arg_value>` `</tool_call>`."""

    name = "glm"
    stop: tuple[str, ...] = ()

    def reader(self, tools: Sequence[ToolSpec]) -> TextReader:
        """See `TextForm`."""
        return BlockReader(self.name, (Opener(OPENING, tagged(tools, names=True)),), (CLOSING,))

    def write_calls(self, calls: Sequence[Call]) -> str:
        """See `TextForm`. A call that cannot be said in elements, or has no arguments, is printed as JSON in the same tag."""
        return "\n".join(_written(call) for call in calls)


def _written(call: Call) -> str:
    value = raw_value(call)
    plain = call.name.isascii() and all(sign.isalnum() or sign in _NAME_SIGNS for sign in call.name)
    if not value or not call.name or not plain or not all(_fits(key, one) for key, one in value.items()):
        return f"{OPENING}{call_json(call)}{CLOSING}"
    pairs = [f"<arg_key>{key}</arg_key>\n<arg_value>{_text(one)}</arg_value>\n" for key, one in value.items()]
    return f"{OPENING}{call.name}\n{''.join(pairs)}{CLOSING}"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else dump_text(value)


def _fits(key: str, value: Any) -> bool:
    return key == key.strip() != "" and "<" not in key and len(key) < 200 and "</arg_value>" not in _text(value)
