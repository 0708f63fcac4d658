"""A tool call's arguments in one short line: `order_id="48213", amount=89.9`. Numbers keep the model's own spelling.

Above: `round_rows`, the panes. Knows no schema; a text that is no JSON object is shown as it is.
"""

import json

MOST = 160
_TOO_LONG_TO_READ = 20_000
_DEEPEST = 40
"""Levels that are written out: no line is so long that more of them could be seen with what stands in them."""


class _Number(str):
    """A number as it was written."""

    __slots__ = ()


def arguments_summary(text: str, most: int = MOST) -> str:
    """`text` as `name=value` pairs in the model's order, at most `most` characters, cut with an ellipsis."""
    members = _members(text) if len(text) <= _TOO_LONG_TO_READ else None
    if members is None:
        return one_line(text, most)
    pairs: list[str] = []
    length = 0
    for name, value in members:
        pairs.append(f"{name}={_shown(value)}")
        length += len(pairs[-1]) + 2
        if length > most:
            break
    return one_line(", ".join(pairs), most)


def one_line(text: str, most: int = MOST) -> str:
    """The start of `text` in one line, cut with an ellipsis."""
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most and len(text) <= 4 * most else line[: most - 1].rstrip() + "…"


def _members(text: str) -> list[tuple[str, object]] | None:
    pairs: list[list[tuple[str, object]]] = []

    def keep(found: list[tuple[str, object]]) -> dict[str, object]:
        pairs.append(found)
        return dict(found)

    try:
        value = json.loads(text, object_pairs_hook=keep, parse_int=_Number, parse_float=_Number)
    except (ValueError, RecursionError):
        return None
    return pairs[-1] if isinstance(value, dict) else None


def _shown(value: object) -> str:
    if isinstance(value, _Number):
        return str(value)
    return _compact(value)


def _compact(value: object, left: int = _DEEPEST) -> str:
    match value:
        case dict() | list() if left == 0:
            return "…"
        case _Number():
            return str(value)
        case dict():
            return (
                "{"
                + ", ".join(
                    f"{json.dumps(key, ensure_ascii=False)}: {_compact(v, left - 1)}" for key, v in value.items()
                )
                + "}"
            )
        case list():
            return "[" + ", ".join(_compact(item, left - 1) for item in value) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)
