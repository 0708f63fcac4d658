"""The members that an expression asks of the document itself, and not of what it found there. Pure.

Above: `expressions`. Below: nothing. Knows the shape of what jmespath reads, and no document. When in doubt a name is none.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from studio.checks.expression_slips import Token

_ON_WHAT_WAS_FOUND = (
    "subexpression",
    "index_expression",
    "pipe",
    "projection",
    "value_projection",
    "filter_projection",
)
_ON_THE_WHOLE = ("or_expression", "and_expression", "not_expression", "comparator", "flatten", "function_expression")
_MAKES = ("multi_select_list", "multi_select_dict", "key_val_pair")
_WHOLE = ("current", "identity")
_NAMES = ("unquoted_identifier", "quoted_identifier")


def roots(node: Any) -> Iterator[str]:
    """Their names, in order, of a parsed expression."""
    kind, inside = node["type"], [child for child in node["children"] if isinstance(child, dict)]
    if kind == "field":
        yield node["value"]
    elif kind in _ON_WHAT_WAS_FOUND and inside:
        yield from roots(inside[0])
        if kind in ("subexpression", "pipe") and inside[0]["type"] in _WHOLE:
            for child in inside[1:]:
                yield from roots(child)
    elif kind in (*_ON_THE_WHOLE, *_MAKES):
        for child in inside:
            yield from roots(child)


def column_of(name: str, tokens: Sequence[Token]) -> int:
    """Where a name stands that is a root, from 1; 0 where that cannot be said."""
    for at, token in enumerate(tokens):
        before, after = tokens[at - 1].type if at else "", tokens[at + 1].type if at + 1 < len(tokens) else ""
        if token.type in _NAMES and token.value == name and before != "dot" and after not in ("colon", "lparen"):
            return token.start + 1
    return 0
