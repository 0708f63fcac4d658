"""Functions that a file defines twice under one name: Python keeps the last and says nothing.

Above: `find`. Below: the text of the file, as the loader left it for tracebacks. Runs nothing.
"""

from __future__ import annotations

import ast
import linecache
from typing import Any


def in_source(path: str) -> dict[str, list[int]]:
    """The lines of the definitions of each name (`f`, `Desk.note`) that stands twice in one body; empty for odd texts.

    Definitions in `if` or `try` are alternatives; decorated ones may be meant so (`overload`, setters), but for `tool`.
    """
    try:
        tree = ast.parse("".join(linecache.getlines(path)))
    except (SyntaxError, ValueError, RecursionError):
        return {}
    found: dict[str, list[int]] = {}
    _gather(tree.body, "", found)
    return {name: lines for name, lines in found.items() if len(lines) > 1}


def _gather(body: list[Any], prefix: str, found: dict[str, list[int]]) -> None:
    for node in body:
        if isinstance(node, ast.ClassDef):
            _gather(node.body, f"{prefix}{node.name}.", found)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and all(map(_is_tool, node.decorator_list)):
            found.setdefault(prefix + node.name, []).append(node.lineno)


def _is_tool(decorator: Any) -> bool:
    bare = decorator.func if isinstance(decorator, ast.Call) else decorator
    return (bare.id if isinstance(bare, ast.Name) else getattr(bare, "attr", "")) == "tool"
