"""A history as the entries of the Chat view: one for each message, and one for each result of a tool message.

Above: the Request pane. Below: messages and marks. Pure: words are the pane's.
"""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from studio.messages.message import Message, Role
from studio.messages.parts import Call, Image, Part, Reasoning, Refusal, Result, Text
from studio.messages.passage import Passage
from studio.messages.remark import Remark
from studio.present.history_marks import Mark
from studio.present.hosted_parts import HostedPart, hosted_in, hosted_parts, sealed_beside
from studio.present.result_parts import Gave
from studio.present.words import Words
from studio.session.nodes import NodeId
from studio.session.tree import ROOT
from studio.workspace.request_remarks import RequestRemarks

SYSTEM = -1
"""The index that stands for the setup's system text, which is no message of the history."""
Kind = Literal["system", "user", "assistant", "tool"]


class Entry(msgspec.Struct, frozen=True):
    """One block. `index` is the place in the history (`SYSTEM` for the system text), `part` that of the result in its
    message (None: the whole message). `text` is what an editor opens with; `hosted` are parts that are kept as they came, `remarks`
    what of the message is left out or said otherwise; `told_before`: earlier requests said that already; `seal`
    says that thinking kept beside the message is signed or encrypted. `passages` are those of the message; `left_out`: the memory
    leaves the message out of the request; `order` counts the messages from 1, the results of one as 3.1, 3.2;
    `gave` is what a tool gave, where that is more than text and pictures; `call_id` is the id of the
    call that a result answers."""

    index: int
    part: int | None
    role: Role
    text: str
    calls: tuple[Call, ...] = ()
    extras: tuple[Part, ...] = ()
    name: str = ""
    source: str = ""
    edited: bool = False
    is_error: bool = False
    hosted: tuple[HostedPart, ...] = ()
    remarks: tuple[Remark, ...] = ()
    told_before: bool = False
    seal: Words | None = None
    passages: tuple[Passage, ...] = ()
    left_out: bool = False
    gave: Gave | None = None
    call_id: str = ""
    order: str = ""


def entries(
    messages: Sequence[Message],
    marks: Sequence[Mark],
    first: int,
    system: str | None,
    found: RequestRemarks | None = None,
    left_out: Sequence[tuple[int, int]] = (),
    gave: Callable[[NodeId], Gave | None] = lambda _node: None,
) -> list[Entry]:
    """The entries of `messages`, the first of which has index `first`; the system text stands before index 0. `left_out` are the messages
    that the request does not carry, as (first, how many); `gave` reads what a tool gave from the event of its result."""
    made = [Entry(SYSTEM, None, "system", system)] if system is not None and first == 0 else []
    by_place = _by_place(found)
    for at, message in enumerate(messages):
        mark = marks[at] if at < len(marks) else Mark()
        own = [
            _with_gave(entry, mark, place, gave) for place, entry in enumerate(_of_message(first + at, message, mark))
        ]
        if any(begin <= first + at < begin + count for begin, count in left_out):
            own = [replace(entry, left_out=True) for entry in own]
        said = by_place.get(first + at)
        made += [replace(own[0], remarks=said[0], told_before=said[1]), *own[1:]] if said else own
    return made


def _with_gave(entry: Entry, mark: Mark, at: int, gave: Callable[[NodeId], Gave | None]) -> Entry:
    node = mark.given[at] if entry.part is not None and at < len(mark.given) else ROOT
    return replace(entry, gave=gave(node)) if node != ROOT else entry


def _by_place(found: RequestRemarks | None) -> dict[int, tuple[tuple[Remark, ...], bool]]:
    """Remarks by the index of their message, and whether all of them were said before."""
    made: dict[int, tuple[tuple[Remark, ...], bool]] = {}
    if found is not None:
        for remarks, before in ((found.new, False), (found.earlier, True)):
            for remark in remarks:
                if remark.place is not None:
                    former = made.get(remark.place, ((), True))
                    made[remark.place] = (*former[0], remark), former[1] and before
    return made


def _of_message(index: int, message: Message, mark: Mark) -> list[Entry]:
    if message.role != "tool" or not message.results:
        extras = tuple(part for part in message.parts if isinstance(part, Image | Reasoning | Refusal))
        hosted, seal = hosted_parts(message.parts), sealed_beside(message.extra)
        return [
            Entry(
                index,
                None,
                message.role,
                message.text,
                message.calls,
                extras,
                edited=mark.edited,
                hosted=hosted,
                seal=seal,
                passages=message.passages,
                order=str(index + 1),
            )
        ]
    places = [at for at, part in enumerate(message.parts) if isinstance(part, Result)]
    made = [_of_result(index, place, at, message, mark) for at, place in enumerate(places)]
    return [replace(made[0], hosted=(*made[0].hosted, *hosted_parts(message.parts))), *made[1:]]


def _of_result(index: int, place: int, at: int, message: Message, mark: Mark) -> Entry:
    result = message.results[at]
    source = mark.sources[at] if at < len(mark.sources) else ""
    edited = mark.edited or (at < len(mark.edits) and mark.edits[at])
    return Entry(
        index,
        place,
        "tool",
        result.text,
        (),
        result.media,
        result.name,
        source,
        edited,
        result.is_error,
        hosted_in(result),
        call_id=result.call_id or "",
        order=f"{index + 1}.{at + 1}" if len(message.results) > 1 else str(index + 1),
    )


def with_text(message: Message, part: int | None, text: str) -> Message:
    """The message with its text (or the text of its result at `part`) replaced; everything else stays."""
    if part is not None:
        old = message.parts[part]
        assert isinstance(old, Result)
        return replace(message, parts=(*message.parts[:part], replace(old, text=text), *message.parts[part + 1 :]))
    places = [at for at, each in enumerate(message.parts) if isinstance(each, Text)]
    if not places:
        return replace(message, parts=_before_calls(message.parts, Text(text)))
    first = message.parts[places[0]]
    assert isinstance(first, Text)
    kept = [each for at, each in enumerate(message.parts) if at not in places[1:]]
    kept[places[0]] = replace(first, text=text)
    return replace(message, parts=tuple(kept))


def _before_calls(parts: tuple[Part, ...], text: Text) -> tuple[Part, ...]:
    at = next((at for at, part in enumerate(parts) if isinstance(part, Call)), len(parts))
    return (*parts[:at], text, *parts[at:])


def call_line(call: Call) -> tuple[str, str]:
    """A call as (name, `key=value, …`), the way it stands in a Chat block; text that is no object stays as it is."""
    try:
        value = msgspec.json.decode(call.arguments.encode()) if call.arguments.strip() else {}
        if isinstance(value, dict):
            return call.name, ", ".join(f"{key}={_short(member)}" for key, member in value.items())
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        pass  # no JSON, or nested too deep to be read
    return call.name, call.arguments


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else text[:59] + "…"
