"""What a broken argument text was probably meant to be: a JSON text to be offered, shown as a difference, never applied by itself.

Above: `tools/coerce`. Below: json-repair, which only this module imports (it comes with the late load of the checks). A repair that
would lose anything that was written, or that guesses the rest of a cut text, is not offered.
"""

import json
import re
from typing import Any

import json_repair

from studio.messages.arguments import Arguments, read_arguments

LONGEST = 10_000
"""Characters that are looked at: the library takes time with the square of the length."""

_FENCE = re.compile(r"\s*```[a-zA-Z_]*\s*\n(.*?)\n?\s*```\s*", re.DOTALL)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|[^u])")


def repaired(text: str, read: Arguments | None = None) -> str | None:
    """The JSON object that `text` was probably meant to be, None when there is nothing to offer. `read` is what it reads as."""
    read = read or read_arguments(text)
    if read.problem == "double_encoded":
        return _usable(json.loads(text))
    if read.problem != "invalid_json" or len(text) > LONGEST:
        return None
    fenced = _FENCE.fullmatch(text)
    inner = fenced[1] if fenced else text
    if fenced and _usable(inner):
        return inner
    return _usable(_tried(inner), of=inner)


def _tried(text: str) -> str | None:
    try:
        value = json_repair.loads(text)
        return json.dumps(value, ensure_ascii=False, allow_nan=False) if isinstance(value, dict) else None
    except (ValueError, RecursionError):
        return None


def _usable(made: Any, of: str | None = None) -> str | None:
    """The text when it reads as arguments and, where it is a repair, holds every word of the text it repairs."""
    if not isinstance(made, str) or read_arguments(made).problem is not None:
        return None
    return made if of is None or _words(of) == _words(made) else None


def _words(text: str) -> str:
    """The letters and digits in their order, without escapes and with Python's literals in JSON's words."""
    plain = _ESCAPE.sub(lambda found: chr(int(found[1][1:], 16)) if found[1][0] == "u" and found[1][1:] else "", text)
    for python, javascript in (("None", "null"), ("True", "true"), ("False", "false")):
        plain = re.sub(rf"\b{python}\b", javascript, plain)
    return "".join(filter(str.isalnum, plain))
