"""What is wrong with a stream, and which of its events did it.

Above: `wire_events`. Below: `messages`, `words`. Knows no dialect: it looks at deltas, at the JSON of events that bring calls
(members `index` and `id`), and at the argument texts that come out.
"""

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

import msgspec

from studio.messages.arguments import read_arguments
from studio.messages.delta import Delta
from studio.present.wire_kinds import BRINGING
from studio.present.words import Words, words

_SPACE = " \t\n\r"


class Defect(msgspec.Struct, frozen=True):
    """One defect: `event` is the number of the event that caused it, `code` its kind, `words` say it.

    Codes: `not_json`, `not_utf8`, `error`, `after_end`, `orphan`, `changed_id`, `shared_index`, `replaced`, `broke_off`, and
    `arguments.<problem>` with the problems of `messages/arguments`. A `warning` is odd, but was understood.
    """

    event: int
    code: str
    words: Words
    severity: Literal["error", "warning"] = "error"


class _Stream:
    """One call while its pieces come: where in its text the piece of which event ends."""

    __slots__ = ("ends", "events", "form", "id", "length", "name", "pieces")

    def __init__(self) -> None:
        self.id: str | None = None
        self.name = ""
        self.form = "function"
        self.length = 0
        self.pieces: list[str] = []
        self.ends: list[int] = []
        self.events: list[int] = []

    def add(self, text: str, event: int) -> None:
        if text:
            self.pieces.append(text)
            self.length += len(text)
            self.ends.append(self.length)
            self.events.append(event)

    def event_at(self, position: int) -> int:
        """The event that brought the character at `position`; the last one for what stands behind all."""
        return self.events[min(bisect_right(self.ends, position), len(self.events) - 1)]


class DefectFinder:
    """Takes the events of one stream in order; `found` grows. Ask `end` once."""

    def __init__(self) -> None:
        self.found: list[Defect] = []
        self._calls: dict[int, _Stream] = {}
        self._ids: dict[tuple[int, ...], str] = {}
        self._finished = 0
        self._closed = False
        self._failed = False

    def feed(self, event: int, data: str, deltas: Sequence[Delta], *, is_json: bool) -> None:
        """One event with data, and what the dialect read from it."""
        kinds = {delta[0] for delta in deltas}
        if self._closed or (self._finished and kinds & BRINGING):
            self._add(event, "after_end", severity="warning")
        if "error" in kinds:
            self._take_error(event, data, deltas, is_json=is_json)
        elif not is_json:
            self._closed = True
        if "call" in kinds or "call_all" in kinds:
            self._take_calls(event, data, deltas)
        if "finish" in kinds:
            self._finished = event

    def bad_bytes(self, event: int) -> None:
        """The bytes of the event are no UTF-8."""
        self._add(event, "not_utf8")

    def end(self, last: int, *, broke_off: bool) -> None:
        """The bytes ended after the event `last` (0: there was none)."""
        for call in self._calls.values():
            self._check(call)
        if broke_off and last and not self._failed:
            self._add(last, "broke_off")
        self.found.sort(key=lambda defect: defect.event)

    def whole_failed(self, message: str) -> None:
        """The answer came in one piece and is no reply."""
        self._add(1, "error", message=message)

    def _add(
        self, event: int, code: str, *, severity: Literal["error", "warning"] = "error", **places: str | int
    ) -> None:
        self.found.append(Defect(event, code, words(f"defect.{code}", **places), severity))

    def _take_error(self, event: int, data: str, deltas: Sequence[Delta], *, is_json: bool) -> None:
        self._failed = True
        if is_json:
            message = next((delta[1].message for delta in deltas if delta[0] == "error"), "")
            self._add(event, "error", message=message)
        else:
            self._add(event, "not_json", at=_fault(data) + 1)

    def _take_calls(self, event: int, data: str, deltas: Sequence[Delta]) -> None:
        begun = {delta[1] for delta in deltas if delta[0] in ("call", "call_all")} - self._calls.keys()
        for delta in deltas:
            match delta:
                case ("call", int() as at, id, name, str() as fragment, form):
                    self._take_call(event, at, (id, name, form), fragment)
                case ("call_all", int() as at, id, name, str() as arguments, form):
                    self._take_whole(event, at, (id, name, form), arguments)
                case _:
                    pass
        if '"index"' in data and '"id"' in data:
            self._compare_ids(event, data, another=bool(begun))

    def _take_call(self, event: int, at: int, head: tuple[Any, Any, Any], fragment: str) -> None:
        if at not in self._calls and not head[0] and not head[1] and fragment:
            self._add(event, "orphan")
        self._name(event, at, head).add(fragment, event)

    def _take_whole(self, event: int, at: int, head: tuple[Any, Any, Any], arguments: str) -> None:
        call = self._name(event, at, head)
        former = "".join(call.pieces)
        if former == arguments:
            return
        if former:
            self._add(event, "replaced", severity="warning", tool=call.name)
        call.pieces, call.ends, call.events, call.length = [], [], [], 0
        call.add(arguments, event)

    def _name(self, event: int, at: int, head: tuple[Any, Any, Any]) -> _Stream:
        call = self._calls.setdefault(at, _Stream())
        id, name, form = head
        if id and call.id and id != call.id:
            self._add(event, "changed_id", severity="warning", old=call.id, new=id)
        call.id, call.name, call.form = id or call.id, name or call.name, form
        return call

    def _compare_ids(self, event: int, data: str, *, another: bool) -> None:
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            return
        for index, id in _indexed(value, ()):
            former = self._ids.setdefault(index, id)
            if former != id:
                self._ids[index] = id
                code = "shared_index" if another else "changed_id"
                self._add(event, code, severity="warning", old=former, new=id)

    def _check(self, call: _Stream) -> None:
        if call.form == "custom" or not call.events:
            return
        text = "".join(call.pieces)
        problem = read_arguments(text).problem
        if problem is not None:
            at = _fault(text) if problem in ("invalid_json", "multiple_values") else len(text)
            self._add(call.event_at(at), f"arguments.{problem}", tool=call.name, at=at + 1)


def _fault(text: str) -> int:
    """The character at which a text stops being one JSON value; its length when only the end is missing."""
    lead = len(text) - len(text.lstrip(_SPACE))
    try:
        _, end = json.JSONDecoder().raw_decode(text, lead)
    except json.JSONDecodeError as error:
        return error.pos
    except (ValueError, RecursionError):
        return len(text)
    rest = text[end:]
    return end + len(rest) - len(rest.lstrip(_SPACE))


def _indexed(value: Any, above: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], str]]:
    """Every object with an `index` and an `id`, by the indices on the way to it."""
    if isinstance(value, dict):
        index = value.get("index")
        here = (*above, index) if isinstance(index, int) else above
        if len(here) > len(above) and isinstance(id := value.get("id"), str) and id:
            yield here, id
        yield from _within(value.values(), here)
    elif isinstance(value, list):
        yield from _within(value, above)


def _within(values: Iterable[Any], above: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], str]]:
    for value in values:
        if isinstance(value, dict | list):
            yield from _indexed(value, above)
