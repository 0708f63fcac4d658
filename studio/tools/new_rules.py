"""New rules: one that gives a recorded result again to exactly its arguments, and ids for those that have none. Pure.

Above: `workspace`. Below: `session/mocks`. Conditions are written so that a person can read and widen them.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from studio.messages.parts import Image
from studio.session.mocks import MockRule

_NAME = re.compile(r"(?!(?:true|false|null)\Z)[A-Za-z_][A-Za-z0-9_]*")


def recorded_rule(
    name: str, arguments: Mapping[str, Any], text: str, *, is_error: bool, media: tuple[Image, ...] = ()
) -> MockRule:
    """A rule without an id that answers `text` and pictures to calls of `name` with these arguments."""
    answer: Literal["json", "text"] = "json" if _is_structure(text) else "text"
    return MockRule("", name, condition(arguments), answer=answer, text=text, is_error=is_error, media=media)


def condition(arguments: Mapping[str, Any]) -> str:
    """``order == `48213` && city == 'Paris'``: what holds where all these members are the same; others may stand beside them."""
    return " && ".join(f"{_member(name)} == {_value(value)}" for name, value in arguments.items())


def numbered(rules: Iterable[MockRule], taken: Iterable[str], stem: str) -> tuple[MockRule, ...]:
    """The rules, those without an id of their own named after `stem`: `m7`, `m7.2`. `taken` are ids that others have."""
    used, made = set(taken), list[MockRule]()
    for rule in rules:
        if not rule.id or rule.id in used:
            rule = replace(rule, id=_free(used, stem))
        used.add(rule.id)
        made.append(rule)
    return tuple(made)


def _free(used: set[str], stem: str) -> str:
    if stem not in used:
        return stem
    return next(name for at in range(2, len(used) + 3) if (name := f"{stem}.{at}") not in used)


def _member(name: str) -> str:
    return name if _NAME.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, str) and value.isprintable() and not set(value) & set("'\\"):
        return f"'{value}'"
    written = json.dumps(value, ensure_ascii=False).replace("`", "\\`")
    return f"`{written}`"


def _is_structure(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False
