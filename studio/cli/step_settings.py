"""Settings that a script gives by name, looked through: a member that nobody knows and a number below 0 are refused, not left away.

Above: `step_edits`. Below: `command`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from studio.cli.command import WRONG_USE, CommandError


def refuse_odd(values: Mapping[str, Any], made: msgspec.Struct) -> None:
    """Raise CommandError for the first member of `values` that has no place in `made`, the settings read from them, or is below 0."""
    for name, value in values.items():
        odd = next(_odd(value, getattr(made, name, None), name), None)
        if odd is not None:
            raise CommandError(odd, code=WRONG_USE)


def _odd(value: Any, made: Any, at: str) -> Iterator[str]:
    match value:
        case dict() if isinstance(made, msgspec.Struct):
            yield from _of_struct(value, made, at)
        case dict() if isinstance(made, dict):
            for name in value:
                yield from _odd(value[name], made.get(name), f"{at}.{name}")
        case list() if isinstance(made, list | tuple):
            for place, (one, other) in enumerate(zip(value, made, strict=False)):
                yield from _odd(one, other, f"{at}[{place}]")
        case int() | float() if not isinstance(value, bool) and value < 0 and not at.startswith("context"):
            yield f"{at} wants a number from 0 on, and was given {value}."


def _of_struct(value: dict[str, Any], made: msgspec.Struct, at: str) -> Iterator[str]:
    names = {field.encode_name: field.name for field in msgspec.structs.fields(made)}
    tag = made.__struct_config__.tag_field
    for name, one in value.items():
        if name == tag:
            continue
        if name not in names:
            yield f"{at} has no member {name}. It has: {', '.join(names)}."
        else:
            yield from _odd(one, getattr(made, names[name]), f"{at}.{name}")
