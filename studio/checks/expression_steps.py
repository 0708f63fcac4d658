"""JMESPath worked out in steps that are counted: no expression, typed or read from a file, can hang the program or fill its memory.

Above: `expressions`. Below: jmespath, `effort`. What is small and stands for much, such as a list that holds the same one twice and so on,
counts as what it stands for: it would be written out, or compared, member by member.
"""

from collections.abc import Iterable
from typing import Any

from jmespath.visitor import TreeInterpreter

from studio.checks.effort import bounded, spend

_MAKES = ("multi_select_list", "multi_select_dict")
_CHARACTERS = 256
_MEMBERS = 16


def work_out(parsed: Any, value: Any) -> Any:
    """What a parsed expression finds in `value`. Raises TooMuchError, and whatever jmespath raises."""
    with bounded():
        return _Counting().visit(parsed, value)


class _Counting(TreeInterpreter):
    def visit(self, node: Any, *given: Any, **named: Any) -> Any:
        """Work out one node of the expression."""
        spend(1)
        found = super().visit(node, *given, **named)
        if node["type"] in _MAKES:
            _spend_all(found)
        elif isinstance(found, list):
            spend(len(found) // _MEMBERS)
        elif node["type"] == "function_expression" and isinstance(found, str):
            spend(len(found) // _CHARACTERS)
        return found


def _spend_all(value: Any) -> None:
    """A step for each value in something that was put together, however deep."""
    todo = [value]
    while todo:
        each = todo.pop()
        spend(1 + (len(each) // _CHARACTERS if isinstance(each, str) else 0))
        inside: Iterable[Any] = each.values() if isinstance(each, dict) else each if isinstance(each, list) else ()
        todo.extend(inside)
