"""Writes messages for a model that prints its calls: calls become text again, results texts of the user.

Above: `prompted`. Below: `printed`. What the model printed goes back as it stood while it still says the same calls.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from studio.dialects.printed.form import TextForm, is_made_up
from studio.dialects.printed.results import write_results
from studio.messages.arguments import read_arguments
from studio.messages.assemble import Assembly
from studio.messages.message import Message
from studio.messages.parts import Call, Part, Reasoning, Text
from studio.messages.toolspec import ToolSpec

_PRINTED = "printed"


def as_said(form: TextForm, message: Message) -> Message | None:
    """The message without calls and results: those of an assistant stand in its text, those of a tool in a message of the user.
    None when nothing of it is left: what the model made up in place of a result is never sent back."""
    if message.role == "tool" and message.results:
        return Message("user", write_results(form.name, message.results))
    if message.role != "assistant":
        return message
    parts = printed_parts(form, [part for part in message.parts if not is_made_up(part)])
    if message.parts and not parts:
        return None
    return Message("assistant", parts, message.extra, message.origin)


def printed_parts(form: TextForm, parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts with calls, printed reasoning and made-up results as the text they are; texts that adjoin are one, but for
    such that have members of their own."""
    made: list[Part] = []
    for kind, group in groupby(parts, key=_kind):
        if kind == "call":
            calls = [part for part in group if isinstance(part, Call)]
            _add(made, calls_text(form, calls), anew=not stand_there(form, calls))
        elif kind == "text":
            for part in group:
                _add_part(made, part)
        else:
            made.extend(group)
    return tuple(part for part in made if not isinstance(part, Text) or part.text or part.extra)


def _kind(part: Part) -> str:
    if isinstance(part, Call):
        return "call"
    return "text" if isinstance(part, Text) or _text_of(part) is not None else "other"


def _text_of(part: Part) -> str | None:
    """The text that a part was printed as, when it was."""
    if isinstance(part, Reasoning):
        printed = part.extra.get(_PRINTED)
        return printed if isinstance(printed, str) else None
    if is_made_up(part):
        value: Any = getattr(part, "value", None)
        return str(value.get("made_up", "")) if isinstance(value, dict) else ""
    return None


def _add_part(made: list[Part], part: Part) -> None:
    if isinstance(part, Text):
        if part.extra:
            made.append(part)
        else:
            _add(made, part.text)
    else:
        _add(made, _text_of(part) or "")


def _add(made: list[Part], text: str, *, anew: bool = False) -> None:
    """Add text behind the text that is there. A call that is printed anew begins a line: in some forms it must."""
    last = made[-1] if made else None
    if not isinstance(last, Text):
        made.append(Text(text))
        return
    between = "\n" if anew and last.text and not last.text.endswith("\n") else ""
    made[-1] = Text(f"{last.text}{between}{text}", last.extra)


def calls_text(form: TextForm, calls: Sequence[Call]) -> str:
    """Adjoining calls as text: as they stood, or printed anew when one of them was changed."""
    if stand_there(form, calls):
        return "".join(call.extra[_PRINTED] for call in calls)
    return form.write_calls(calls)


def stand_there(form: TextForm, calls: Sequence[Call]) -> bool:
    """Whether the text that the calls were printed as still says these calls: their names, and the values of their arguments."""
    if any(call.extra.get("in") != form.name or not isinstance(call.extra.get(_PRINTED), str) for call in calls):
        return False
    read = read_text(form, "".join(call.extra[_PRINTED] for call in calls), [_declared(call) for call in calls])
    found = [part for part in read if isinstance(part, Call)]
    return len(found) == len(calls) and all(map(_is_same, found, calls))


def read_text(form: TextForm, text: str, tools: Sequence[ToolSpec]) -> tuple[Part, ...]:
    """The parts of a whole text."""
    reader, assembly = form.reader(tools), Assembly()
    for delta in (*reader.feed(text), *reader.end()):
        assembly.feed(delta)
    return assembly.reply().parts


def _is_same(found: Call, call: Call) -> bool:
    if found.name != call.name:
        return False
    if found.arguments == call.arguments:
        return True
    value = read_arguments(call.arguments).value
    return value is not None and read_arguments(found.arguments).value == value


def _declared(call: Call) -> ToolSpec:
    """A tool that takes just the arguments of `call`: a form without types reads its text with their types."""
    value = read_arguments(call.arguments).value or {}
    properties = {name: {"type": _type(inner)} for name, inner in value.items()}
    return ToolSpec(call.name, parameters={"type": "object", "properties": properties})


def _type(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"
