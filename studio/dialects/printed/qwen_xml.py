"""Qwen's XML-like form: `<function=name>` with `<parameter=key>` elements in `<tool_call>` tags, as its coder models print it.

Above: `forms`. Below: `tagged`, `functions`, `reader`. The tag around it is often left out.
"""

from collections.abc import Sequence
from typing import Any

from studio.dialects.json_bytes import dump_text
from studio.dialects.printed.form import Found, TextReader
from studio.dialects.printed.functions import FUNCTION, FUNCTION_END, function_calls
from studio.dialects.printed.pairs import raw_value
from studio.dialects.printed.reader import BlockReader, Opener
from studio.dialects.printed.tagged import CLOSING, OPENING, tagged
from studio.dialects.printed.tape import Reading, Tape
from studio.dialects.printed.writing import call_json
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec

_SIGNS = set("<>\"'=")
_LONGEST = 200


class QwenXml:
    """`<tool_call><function=f><parameter=k>v</parameter></function></tool_call>`."""

    name = "qwen_xml"
    stop: tuple[str, ...] = ()

    def reader(self, tools: Sequence[ToolSpec]) -> TextReader:
        """See `TextForm`."""

        def bare(tape: Tape) -> Reading[Sequence[Found]]:
            return (yield from function_calls(tape, tools))

        openers = (Opener(OPENING, tagged(tools)), Opener(FUNCTION, bare, "line"))
        return BlockReader(self.name, openers, (CLOSING, FUNCTION_END))

    def write_calls(self, calls: Sequence[Call]) -> str:
        """See `TextForm`. A call that cannot be said in elements is printed as JSON in the same tag."""
        return "\n".join(f"{OPENING}\n{_written(call)}\n{CLOSING}" for call in calls)


def _written(call: Call) -> str:
    value = raw_value(call)
    if not _is_name(call.name) or not all(_fits(key, one) for key, one in value.items()):
        return call_json(call)
    elements = [f"<parameter={key}>\n{_text(one)}\n</parameter>\n" for key, one in value.items()]
    return f"{FUNCTION}={call.name}>\n{''.join(elements)}{FUNCTION_END}"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else dump_text(value)


def _fits(key: str, value: Any) -> bool:
    """Whether an element holds it: nothing in it looks like the end of the element."""
    text = _text(value)
    return _is_name(key) and not any(tag in text for tag in ("</parameter>", "</function>", "<parameter"))


def _is_name(text: str) -> bool:
    return 0 < len(text) < _LONGEST and not _SIGNS & set(text) and not any(map(str.isspace, text))
