"""Writes messages for a model that prints its calls: calls become text again, results texts of the user.

Above: `prompted`. Below: `printed`. What the model printed goes back as it stood while it still says the same calls.
"""

from collections.abc import Sequence
from itertools import groupby

from msgspec.structs import replace

from studio.dialects.printed.form import TextForm, is_made_up
from studio.dialects.printed.results import write_results
from studio.dialects.value_type import type_of_value
from studio.messages.arguments import read_arguments
from studio.messages.assemble import Assembly
from studio.messages.message import Message
from studio.messages.parts import Call, Opaque, Part, Reasoning, Result, Text
from studio.messages.toolspec import ToolSpec

_PRINTED = "printed"
_NATIVE = "custom"
"""The form of calls that no text form can print: their tools take free text and are declared natively."""


def as_said(form: TextForm, message: Message) -> list[Message]:
    """The messages that say `message` without calls and results: those of an assistant stand in its text, those of a tool in a
    message of the user. Empty when nothing of it is left: what the model made up in place of a result is never sent back."""
    match message.role:
        case "assistant":
            parts = printed_parts(form, [part for part in message.parts if not is_made_up(part)])
            return [Message("assistant", parts, message.extra, message.origin)] if parts or not message.parts else []
        case "tool":
            return _answers(form, message)
        case _:
            return [message]


def _answers(form: TextForm, message: Message) -> list[Message]:
    """Results of tools that take free text stay native, as their calls do."""
    told = [part for part in message.results if part.form != _NATIVE]
    rest = tuple(part for part in message.parts if not isinstance(part, Result) or part.form == _NATIVE)
    made = [replace(message, parts=rest)] if rest or not told else []
    return [*made, Message("user", write_results(form.name, told))] if told else made


def printed_parts(form: TextForm, parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts with calls, printed reasoning and made-up results as the text they are; texts that adjoin are one, but for
    such that have members of their own."""
    made: list[Part] = []
    for is_call, group in groupby(parts, key=_is_printed_call):
        if is_call:
            calls = [part for part in group if isinstance(part, Call)]
            _add(made, Text(calls_text(form, calls)), anew=not stand_there(form, calls))
            continue
        for part in group:
            said = _as_text(form, part)
            if isinstance(said, Text) and not said.extra:
                _add(made, said)
            else:
                made.append(said)
    return tuple(part for part in made if not isinstance(part, Text) or part.text or part.extra)


def _is_printed_call(part: Part) -> bool:
    return isinstance(part, Call) and part.form != _NATIVE


def _as_text(form: TextForm, part: Part) -> Part:
    """The part as the text it was printed as, when it was; else as the wire has it."""
    match part:
        case Text() | Reasoning():
            printed = part.extra.get(_PRINTED)
            text = _printed_again(form, part, printed) if isinstance(printed, str) else None
            extra = {key: value for key, value in part.extra.items() if key != _PRINTED}
            if isinstance(part, Text) or text is not None:
                return Text(part.text if text is None else text, extra if isinstance(part, Text) else {})
            return replace(part, extra=extra)
        case Opaque() if is_made_up(part):
            return Text(str(part.value.get("made_up", "")) if isinstance(part.value, dict) else "")
        case _:
            return part


def _printed_again(form: TextForm, part: Text | Reasoning, printed: str) -> str | None:
    """The text that a part was printed as, with its words as they are now; None when they cannot be found in it."""
    if printed.strip() == part.text.strip():
        return printed
    old = "".join(read.text for read in read_text(form, printed, ()) if isinstance(read, type(part)))
    if old == part.text:
        return printed
    return printed.replace(old, part.text, 1) if old and old in printed else None


def _add(made: list[Part], said: Text, *, anew: bool = False) -> None:
    """Add text behind the text that is there. A call that is printed anew begins a line: in some forms it must."""
    last = made[-1] if made else None
    if not isinstance(last, Text):
        made.append(said)
        return
    between = "\n" if anew and last.text and not last.text.endswith("\n") else ""
    made[-1] = Text(f"{last.text}{between}{said.text}", last.extra)


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
    properties = {name: {"type": type_of_value(inner)} for name, inner in value.items()}
    return ToolSpec(call.name, parameters={"type": "object", "properties": properties})
