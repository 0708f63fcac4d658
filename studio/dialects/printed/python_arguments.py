"""The arguments of a call in Python's form, as JSON text, and back. Parsed, never evaluated.

Above: `python_list`. Below: `values`. What is no literal stays the text it is.
"""

import ast
import keyword
import warnings
from typing import Any

from studio.dialects.dialect_error import DialectError
from studio.dialects.json_bytes import dump_text
from studio.dialects.printed.values import is_json
from studio.said import said

_LARGEST = 1_000_000
"""Characters that Python's parser is given."""
_NAMES = {"true": True, "false": False, "null": None}


def python_arguments(text: str, *, cut: int | None = None) -> str:
    """The JSON of `a=1, b="x"`; the text itself when there is a value that is no literal, or no name. `cut`: the text broke off; what
    stands before that place is whole, and the JSON breaks off behind it."""
    if cut is not None:
        whole = _members(text[:cut])
        return "{" + (whole or "")
    members = _members(text)
    return text.strip() if members is None else "{" + members + "}"


def written(value: dict[str, Any]) -> str:
    """The arguments as a model would print them."""
    named = [f"{key}={one!r}" for key, one in value.items() if _is_name(key)]
    others = {key: one for key, one in value.items() if not _is_name(key)}
    return ", ".join((*named, f"**{others!r}") if others else named)


def _is_name(key: str) -> bool:
    return key.isascii() and key.isidentifier() and not keyword.iskeyword(key)


def _members(text: str) -> str | None:
    if len(text) > _LARGEST:
        return None
    try:
        with warnings.catch_warnings(action="ignore"):
            call = ast.parse(f"f({text}\n)", mode="eval").body
        if not isinstance(call, ast.Call) or call.args or not isinstance(call.func, ast.Name):
            return None
        pairs = [pair for word in call.keywords for pair in _pairs(word)]
        return ",".join(f"{dump_text(key)}:{dump_text(value)}" for key, value in pairs)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError, DialectError):
        return None


def _pairs(word: ast.keyword) -> list[tuple[str, Any]]:
    value = ast.literal_eval(_Spelled().visit(word.value))
    if not is_json(value):
        raise ValueError(said("a name that is no text"))
    if word.arg is not None:
        return [(word.arg, value)]
    if not isinstance(value, dict):
        raise TypeError("no names")
    return list(value.items())


class _Spelled(ast.NodeTransformer):
    """JSON's words in Python's place."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.copy_location(ast.Constant(_NAMES[node.id]), node) if node.id in _NAMES else node
