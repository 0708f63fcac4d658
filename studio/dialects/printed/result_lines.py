"""Results as the observations of ReAct.

Above: `results`. Below: `spaced`. `Observation: text`; what else must be told stands in parentheses:
`Observation 2 (search, error, 1 image): text`. Where there are several, a line of a text that begins like an observation gets a
backslash before it.
"""

import re
from collections.abc import Sequence

from studio.dialects.json_bytes import loads
from studio.dialects.printed.spaced import spaced
from studio.messages.parts import Result

_HEAD = re.compile(r"Observation(?: ([0-9]{1,6}))?(?: \(([^\n]*?)\))?: ")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9_.-]+")
_TOLD = re.compile(r"(?:([A-Za-z0-9_.-]+|\"[^\n]*\")(?:, |$))?(?:(error)(?:, |$))?(?:([0-9]{1,6}) images?$)?")
_ESCAPED = re.compile(r"^(\\*)(?=Observation)", re.MULTILINE)
_UNESCAPED = re.compile(r"^\\(?=\\*Observation)", re.MULTILINE)
_NEXT = re.compile(r"\n(?=Observation)")


def write(results: Sequence[Result]) -> str:
    """The observations. A single one is not named: it follows its action."""
    if len(results) == 1:
        return f"Observation{_told(results[0], named=False)}: {results[0].text}"
    lines = [f"Observation {n}{_told(each)}: {_escaped(each.text)}" for n, each in enumerate(results, start=1)]
    return "\n".join(lines)


def read(text: str) -> list[tuple[Result, int]] | None:
    """The results, each with the number of its pictures; None when the text is something else."""
    head = _HEAD.match(text)
    if head is None:
        return None
    if head[1] is None:
        return [_read(head, text[head.end() :])]
    made: list[tuple[Result, int]] = []
    for piece in _NEXT.split(text):
        head = _HEAD.match(piece)
        if head is None:
            return None
        made.append(_read(head, _unescaped(piece[head.end() :])))
    return made


def _told(result: Result, *, named: bool = True) -> str:
    count = len(result.media)
    told = [_name(result.name)] if named and result.name else []
    told += ["error"] if result.is_error else []
    told += [f"{count} image{'s' if count > 1 else ''}"] if count else []
    return f" ({', '.join(told)})" if told else ""


def _name(name: str) -> str:
    return name if _PLAIN_NAME.fullmatch(name) and name != "error" else spaced(name)


def _read(head: re.Match[str], text: str) -> tuple[Result, int]:
    told = _TOLD.fullmatch(head[2] or "")
    name, error, count = told.groups() if told else (None, None, None)
    if name == "error":
        name, error = None, name
    return Result(None, text, _plain(name or ""), error is not None, form="text"), int(count or 0)


def _plain(name: str) -> str:
    if not name.startswith('"'):
        return name
    try:
        return str(loads(name))
    except ValueError:
        return name


def _escaped(text: str) -> str:
    first, break_, rest = text.partition("\n")
    return first + break_ + _ESCAPED.sub(r"\1\\", rest) if break_ else text


def _unescaped(text: str) -> str:
    first, break_, rest = text.partition("\n")
    return first + break_ + _UNESCAPED.sub("", rest) if break_ else text
