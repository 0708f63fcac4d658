"""Fills `${tool.args.member}`, `${tool.result.member}` and `${tool.result}` from the latest call of a tool in a history.

Above: `scripted`. Below: `messages`. A placeholder that stands for nothing becomes words that say
so: `(get_order gave no colour)`. A result that begins with a notice of the person is read behind it.
"""

import json
import re
import string
from collections.abc import Sequence
from itertools import islice
from typing import Any

from studio.messages.arguments import read_arguments
from studio.messages.message import Message
from studio.messages.parts import Call, Result

_STEP = r"[A-Za-z0-9_-]+"
_WHOLE = re.compile(rf"\$\{{({_STEP}\.(?:args|result)(?:\.{_STEP})*)\}}")
_BEHIND_NOTICE = re.compile(r"\n\n(?=[\[{])")
_MOST_TRIED = 8
_NAME = re.compile(rf"({_STEP})\.(args|result)((?:\.{_STEP})*)")


class _Template(string.Template):
    """Only the form in braces is a placeholder; a lone dollar sign is money."""

    idpattern = r"(?!)"
    braceidpattern = rf"{_STEP}\.(?:args|result)(?:\.{_STEP})*"


class _Found(dict[str, str]):
    """Looks a placeholder up when it is asked for."""

    def __init__(self, messages: Sequence[Message]) -> None:
        super().__init__()
        self._messages = messages

    def __missing__(self, name: str) -> str:
        value = _looked_up(name, self._messages)
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def fill_text(text: str, messages: Sequence[Message]) -> str:
    """`text` with its placeholders filled; values that are no text are written as JSON. `$$` is one dollar sign."""
    return _Template(text).safe_substitute(_Found(messages))


def fill_value(value: Any, messages: Sequence[Message]) -> Any:
    """A JSON value with its texts filled; a text that is one placeholder becomes the value itself."""
    match value:
        case str():
            whole = _WHOLE.fullmatch(value)
            return fill_text(value, messages) if whole is None else _looked_up(whole[1], messages)
        case dict():
            return {key: fill_value(inner, messages) for key, inner in value.items()}
        case list():
            return [fill_value(inner, messages) for inner in value]
        case _:
            return value


def _looked_up(name: str, messages: Sequence[Message]) -> Any:
    """What a placeholder stands for, or words that it stands for nothing. They need no quoting in JSON."""
    try:
        return look_up(name, messages)
    except KeyError:
        tool, source, *path = name.split(".")
        if source == "args":
            return f"({tool} was called without {'.'.join(path)})" if path else f"({tool} was not called)"
        return f"({tool} gave no {'.'.join(path) or 'result'})"


def look_up(name: str, messages: Sequence[Message]) -> Any:
    """What `tool.args.…` or `tool.result.…` stands for. KeyError when the history does not say."""
    match = _NAME.fullmatch(name)
    if match is None:
        raise KeyError(name)
    tool, source, path = match.groups()
    value = _arguments(tool, messages) if source == "args" else _result(tool, messages)
    for step in path.split(".")[1:]:
        value = _inside(value, step, name)
    return value


def _inside(value: Any, step: str, name: str) -> Any:
    if isinstance(value, dict) and step in value:
        return value[step]
    if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
        return value[int(step)]
    raise KeyError(name)


def _arguments(tool: str, messages: Sequence[Message]) -> Any:
    for message in reversed(messages):
        for call in reversed(message.calls):
            if call.name == tool:
                return read_arguments(call.arguments).value
    raise KeyError(tool)


def _result(tool: str, messages: Sequence[Message]) -> Any:
    """The latest result of the tool, read as JSON where it is JSON. Results without a name are found by their calls."""
    unnamed: dict[str | None, Result] = {}
    for message in reversed(messages):
        for part in reversed(message.parts):
            if isinstance(part, Result) and part.name == tool:
                return _parsed(part.text)
            if isinstance(part, Result) and not part.name:
                unnamed.setdefault(part.call_id, part)
            elif isinstance(part, Call) and part.name == tool and part.id in unnamed:
                return _parsed(unnamed[part.id].text)
    raise KeyError(tool)


def _parsed(text: str) -> Any:
    """The JSON value of a result; behind a notice of the person, which ends with a blank line, that of an object or list."""
    starts = (match.end() for match in _BEHIND_NOTICE.finditer(text))
    for start in (0, *islice(starts, _MOST_TRIED)):
        try:
            return json.loads(text[start:])
        except (ValueError, RecursionError):
            continue
    return text
