"""A JSON pointer as people and expressions write it: steps for a breadcrumb, and an expression that finds the value.

Above: the path line of editors. Below: `json_map`. Pure.
"""

import json
import re

from studio.present.json_map import split_pointer

_plain = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def expression_of(pointer: str, root: str = "") -> str:
    """The JMESPath of the value at a pointer, below `root`: `messages[3].content`; of the whole document `@` or the root."""
    found = root
    for part in split_pointer(pointer):
        if part.isdecimal():
            found += f"[{part}]"
        else:
            name = part if _plain.match(part) else json.dumps(part, ensure_ascii=False)
            found += f".{name}" if found else name
    return found or "@"


def steps_of(pointer: str) -> list[tuple[str, str]]:
    """(words, pointer) of every step from the outermost value to this one."""
    found, at = [], ""
    for raw, part in zip(pointer.split("/")[1:], split_pointer(pointer), strict=True):
        at = f"{at}/{raw}"
        found.append((part, at))
    return found
