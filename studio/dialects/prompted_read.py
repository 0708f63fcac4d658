"""Reads texts in which a model printed calls, and requests that hold such texts: calls, their results and the rules come back.

Above: `prompted`. Below: `printed`. Texts hold no ids: a request's calls get ids made from their place and text, so that each result
has that of its call.
"""

from collections.abc import Iterable, Sequence
from zlib import crc32

from msgspec.structs import replace

from studio.dialects.printed.form import TextForm
from studio.dialects.printed.results import read_results
from studio.dialects.prompted_write import read_text
from studio.messages.message import Message
from studio.messages.parts import Call, Part, Result, Text
from studio.messages.toolspec import ToolSpec


def read_parts(form: TextForm, parts: Iterable[Part], tools: Sequence[ToolSpec]) -> tuple[Part, ...]:
    """The parts with the calls that their texts print. Members of a text go to its first piece, which may be empty."""
    made: list[Part] = []
    for part in parts:
        if not isinstance(part, Text):
            made.append(part)
            continue
        pieces = read_text(form, part.text, tools)
        first = pieces[0] if pieces else None
        if not part.extra:
            made.extend(pieces)
        elif isinstance(first, Text):
            made.extend((Text(first.text, part.extra | first.extra), *pieces[1:]))
        else:
            made.extend((Text("", part.extra), *pieces))
    return tuple(made)


def read_history(form: TextForm, messages: Iterable[Message], tools: Sequence[ToolSpec]) -> list[Message]:
    """The messages with calls and results instead of the texts that say them. A message of the user is only read as results
    where just these calls wait for one."""
    made: list[Message] = []
    waiting: tuple[Call, ...] = ()
    counted = 0
    for message in messages:
        if message.role == "assistant":
            message, counted = _with_ids(replace(message, parts=read_parts(form, message.parts, tools)), counted)
            waiting = tuple(call for call in message.calls if call.form == "text")
        else:
            if message.role == "user" and waiting and not message.extra:
                message = _as_results(form, message, waiting)
            waiting = ()
        made.append(message)
    return made


def _with_ids(message: Message, counted: int) -> tuple[Message, int]:
    parts: list[Part] = []
    for part in message.parts:
        if isinstance(part, Call) and part.form == "text" and part.id is None:
            counted += 1
            mark = crc32(f"{part.name}\n{part.arguments}".encode("utf-8", "surrogatepass"))
            part = replace(part, id=f"call_{counted}_{mark:08x}")
        parts.append(part)
    return replace(message, parts=tuple(parts)), counted


def _as_results(form: TextForm, message: Message, waiting: tuple[Call, ...]) -> Message:
    results = read_results(form.name, message.parts)
    if results is None or len(results) > len(waiting):
        return message
    if any(result.name not in ("", call.name) for result, call in zip(results, waiting, strict=False)):
        return message
    answered = (_answer(result, call) for result, call in zip(results, waiting, strict=False))
    return Message("tool", tuple(answered), origin=message.origin)


def _answer(result: Result, call: Call) -> Result:
    return replace(result, call_id=call.id, name=call.name)
