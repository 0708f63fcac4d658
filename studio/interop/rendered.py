"""Tools as LangChain prints them for a prompt: `add(a: int) -> int - Adds., args: {'a': {'type': 'integer'}}`, one after another.

Above: `declarations`. Below: `entries`, `declared_entry`. The arguments are a Python literal; nothing of the text is run.
"""

import ast
import re
from typing import Any

from studio.interop.declared_entry import DeclarationsError, Read
from studio.interop.entries import REQUIRED, of_arguments
from studio.messages.toolspec import ToolSpec
from studio.said import said

_ARGS = ", args: {"
_HEAD = re.compile(r"([A-Za-z_][\w.-]*)(?:\(.*?\)(?: -> .+?)?)?(?: - |: )", re.DOTALL)
MOST_LITERAL = 200_000
"""Characters of one literal: Python's reader takes time and memory for each."""


def is_rendered(text: str) -> bool:
    """Whether a text is such a list: it begins with a tool and holds the arguments of one."""
    return _ARGS in text and _HEAD.match(text.lstrip()) is not None


def read_rendered(text: str, name: str) -> list[Read]:
    """The tools of such a text. Raises DeclarationsError with the line."""
    found: list[Read] = []
    lines: list[str] = []
    begun = 1
    for number, line in enumerate(text.splitlines(), start=1):
        if not lines and not line.strip():
            continue
        begun = number if not lines else begun
        lines.append(line)
        arguments = _arguments(line)
        if arguments is not None:
            found.append(_tool("\n".join(lines), arguments, name, begun))
            lines = []
    if lines:
        raise DeclarationsError(name, f"line {begun}", said("this is no tool with its arguments"))
    return found


def _arguments(line: str) -> dict[str, Any] | None:
    at = line.find(_ARGS)
    if at < 0 or len(line) - at > MOST_LITERAL:
        return None
    try:
        value = ast.literal_eval(line[at + len(_ARGS) - 1 :])
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    return value if isinstance(value, dict) and all(isinstance(key, str) for key in value) else None


def _tool(text: str, arguments: dict[str, Any], name: str, line: int) -> Read:
    head = _HEAD.match(text)
    if head is None:
        raise DeclarationsError(name, f"line {line}", said("this is no tool with its arguments"))
    spec = ToolSpec(head[1], text[head.end() : text.rfind(_ARGS)].strip(), of_arguments(arguments))
    return Read(spec, "langchain", f"line {line}", (f"{spec.name}: {REQUIRED}",) if arguments else ())
