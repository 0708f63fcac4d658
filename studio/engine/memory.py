"""Which messages the next request carries, by the session's memory, and with which passages.

Above: `compose`, `edits`, `weighing`. Below: `passage_text`, `session`. Pure; `Carrying` remembers what it found, so that a longer history
costs the window and what is new, and shares the messages before while the window begins where it did. What is left out stays in the
history.
"""

from collections.abc import Iterator, Sequence

import msgspec

from studio.engine.passage_text import sent_passages, with_passages
from studio.messages.message import Message
from studio.messages.tokens import message_tokens
from studio.session.chain import Along, Chain, Folded
from studio.session.memory import Memory
from studio.session.state import SessionState, settled

LeftOut = tuple[tuple[int, int], ...]
"""Messages of a history that a request leaves out, as (first, how many), in order."""


class Carried(msgspec.Struct, frozen=True, eq=False):
    """`messages` as they are sent, passages as text of them. `left_out` are the others of the history, as (first, how many);
    `passages` counts those that go along."""

    messages: Chain[Message]
    left_out: LeftOut = ()
    passages: int = 0

    def places(self) -> Sequence[int]:
        """The place in the history of each message."""
        if not self.left_out:
            return range(self.messages.length)
        length = self.messages.length + sum(count for _, count in self.left_out)
        return list(carried_places(length, self.left_out))


def carried_places(length: int, left_out: LeftOut) -> Iterator[int]:
    """The places of a history of that length that are not left out."""
    at = 0
    for first, count in (*left_out, (length, 0)):
        yield from range(at, first)
        at = first + count


def carried(state: SessionState) -> Carried:
    """What the next request at `state` carries. With the memory `all` and no passages it is the very history."""
    return Carrying().of(state)


class _Known(msgspec.Struct, frozen=True, eq=False):
    """What is known of a history. `lead` are the system messages it begins with; `turn` is the place of the last user message (-1: none)
    and `asked` that message as `said` has it. `said` is the history with the passages that are always sent as text, all others left away;
    None as long as that is the history itself. `always` counts passages that are text of it. `fresh` is the history before the first
    message with passages that the model has not replied to yet, None when there is none; `settled` is `said` there."""

    lead: Chain[Message] = Chain()
    turn: int = -1
    asked: Message | None = None
    said: Chain[Message] | None = None
    always: int = 0
    fresh: Chain[Message] | None = None
    settled: Chain[Message] = Chain()


def _after(known: _Known, link: Chain[Message]) -> _Known:
    """What is known once `link` is the last of the history."""
    message, before = link.value, link.previous
    assert before is not None
    said, now = known.said, message
    if said is not None or message.passages:
        now = with_passages(message, fresh=False)
        said = (before if said is None else said).append(now)
    if message.role == "user":
        return _asked(known, link, said, now)
    leads = message.role in ("system", "developer") and known.lead.length == before.length
    fresh = known.fresh if message.role != "assistant" else None
    if said is known.said and fresh is known.fresh and not leads:
        return known
    lead = link if leads else known.lead
    return _Known(lead, known.turn, known.asked, said, known.always, fresh, known.settled)


def _asked(known: _Known, link: Chain[Message], said: Chain[Message] | None, now: Message) -> _Known:
    before = link.previous
    assert before is not None
    fresh, at = known.fresh, known.settled
    if fresh is None and link.value.passages:
        fresh, at = before, before if known.said is None else known.said
    always = known.always + len(sent_passages(link.value, fresh=False))
    return _Known(known.lead, before.length, now, said, always, fresh, at)


class _Window(msgspec.Struct, frozen=True, eq=False):
    """The last window that was made, of `whole`: `first` is the place where it begins, `before` what it has before that."""

    whole: Chain[Message]
    first: int
    before: tuple[Message, ...]
    made: Chain[Message]


class Carrying:
    """What the requests of one session carry. Remembers along the history; of windows only the last one."""

    def __init__(self) -> None:
        self._known = Along(_Known(), _after)
        self._tokens: Folded[Message, int] = Folded(0, lambda total, message: total + message_tokens(message))
        self._told: tuple[Chain[Message], Chain[Message]] | None = None
        self._window: _Window | None = None

    def of(self, state: SessionState) -> Carried:
        """What the next request at `state` carries."""
        history = settled(state)
        known = self._known.of(history)
        memory = state.setup.memory
        if known.said is None and memory.kind == "all":
            return Carried(history)
        whole = self._whole(history, known)
        first = known.lead.length if memory.kind == "all" else self._first(whole, known, memory)
        left_out, apart = _left_out(known, first)
        if not left_out:
            return Carried(whole, (), known.always + _fresh_passages(history, known))
        before = (*known.lead, *((_turn(whole, known),) if apart else ()))
        made = self._shared(whole, first, before)
        return Carried(made, left_out, _passages(history, known, first, apart=apart))

    def _whole(self, history: Chain[Message], known: _Known) -> Chain[Message]:
        """The history with its passages, nothing left out."""
        if known.fresh is None:
            return history if known.said is None else known.said
        if self._told is None or self._told[0] is not history:
            rest = history.since(known.fresh.length)
            self._told = history, known.settled.extend(with_passages(message, fresh=True) for message in rest)
        return self._told[1]

    def _first(self, whole: Chain[Message], known: _Known, memory: Memory) -> int:
        """The place where the window begins: before it the most that is allowed would be passed, or a call parted from its result."""
        found: int | None = None
        waiting: set[str | None] = set()
        link = whole
        while link.length > known.lead.length and link.previous is not None:
            full = self._is_full(whole, link, memory)
            if full and found is not None:
                return found
            message, place = link.value, link.length - 1
            _wait(waiting, message)
            if message.role != "tool" and not waiting and (place > known.turn or message.role == "user"):
                found = place
            if full and found is not None:
                return found
            link = link.previous
        return known.lead.length

    def _is_full(self, whole: Chain[Message], link: Chain[Message], memory: Memory) -> bool:
        """Whether the messages from `link` on are more than the memory holds."""
        assert link.previous is not None
        if memory.kind == "tokens":
            return self._tokens.of(whole) - self._tokens.of(link.previous) > memory.most
        return whole.length - link.previous.length > memory.most

    def _shared(self, whole: Chain[Message], first: int, before: tuple[Message, ...]) -> Chain[Message]:
        """`before` and the messages from place `first` on, the longest part of them shared with the last window."""
        old = self._window
        if old is not None and old.first == first and _same(old.before, before):
            length = _common(old.whole, whole, first)
            made = old.made.back(len(before) + length - first)
        else:
            made, length = Chain[Message]().extend(before), first
        made = made.extend(whole.since(length))
        self._window = _Window(whole, first, before, made)
        return made


def _wait(waiting: set[str | None], message: Message) -> None:
    """Going backwards: results wait for their calls, which are met before them."""
    waiting.update(result.call_id for result in message.results)
    calls = message.calls
    if calls:
        waiting.difference_update(call.id for call in calls)
        waiting.discard(None)


def _left_out(known: _Known, first: int) -> tuple[LeftOut, bool]:
    """What a window from `first` on leaves out, and whether the message of the turn stands apart before it."""
    lead, turn = known.lead.length, known.turn
    if first <= turn or turn < lead:
        return ((((lead, first - lead),) if first > lead else ()), False)
    gaps = ((lead, turn - lead), (turn + 1, first - turn - 1))
    left_out = tuple(gap for gap in gaps if gap[1] > 0)
    return left_out, bool(left_out)


def _turn(whole: Chain[Message], known: _Known) -> Message:
    """The message of the turn as it is sent."""
    if known.fresh is not None and known.turn >= known.fresh.length:
        return whole[known.turn]
    assert known.asked is not None
    return known.asked


def _fresh_passages(history: Chain[Message], known: _Known) -> int:
    """How many passages go along only until the model replies."""
    if known.fresh is None:
        return 0
    users = [message for message in history.since(known.fresh.length) if message.role == "user"]
    return sum(not passage.always for message in users for passage in message.passages)


def _passages(history: Chain[Message], known: _Known, first: int, *, apart: bool) -> int:
    """How many passages go along with a window from `first` on, and with the message of the turn where it stands `apart`."""
    if known.said is None:
        return 0
    fresh = history.length if known.fresh is None else known.fresh.length
    told = list(enumerate(history.since(first), first))
    if apart:
        told.append((known.turn, history[known.turn]))
    return sum(len(sent_passages(message, fresh=place >= fresh)) for place, message in told)


def _same(one: tuple[Message, ...], other: tuple[Message, ...]) -> bool:
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))


def _common(one: Chain[Message], other: Chain[Message], least: int) -> int:
    """How many first messages two histories share, looked for back to `least`; that many at least are taken to be the same."""
    shorter = min(one.length, other.length)
    a, b = one.back(shorter), other.back(shorter)
    while a is not b and a.length > least and a.previous is not None and b.previous is not None:
        a, b = a.previous, b.previous
    return a.length
