"""The next request as its body reads: what an edit of that body is compared with.

Above: `workspace/edited`, `splices`. Below: `compose`, `memory`, `dialects`. A history that crossed over from another dialect reads
otherwise than it stands, and one of which the memory leaves messages out reads shorter; only messages that the person changes there
become what the body says.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from studio.dialects.dialect import Dialect
from studio.dialects.dialect_error import DialectError
from studio.engine.compose import Composer, request_of
from studio.engine.memory import Carried, LeftOut, carried
from studio.messages.message import Message, user
from studio.messages.parts import Text
from studio.messages.passage import Passage
from studio.messages.request import ChatRequest
from studio.session.body import Body
from studio.session.chain import Chain
from studio.session.state import SessionState, settled


class Passages(msgspec.Struct, frozen=True):
    """The passages of a message, and the text as which they stand in the body; empty when none goes along."""

    passages: tuple[Passage, ...]
    text: str


class Written(msgspec.Struct, frozen=True):
    """`places` gives each message of `request` its first place in the history, and `ends` the one behind its last; both are empty
    when they are not known. `ids` are the call ids of the body that stand for others of the session. `left_out` are messages that the
    body does not carry; `passages` those of the others that have any, by place."""

    request: ChatRequest
    places: tuple[int, ...]
    ends: tuple[int, ...]
    ids: dict[str, str] = {}
    left_out: LeftOut = ()
    passages: dict[int, Passages] = {}


def written(composer: Composer, state: SessionState) -> Written | None:
    """The next request read back from its body; None when that cannot be read."""
    composed = composer.compose(state)
    carried = composed.carried
    at, messages = carried.places(), list(carried.messages)
    try:
        # Read as it is shown, with secrets blanked: what nobody changed there stays what it is.
        request = composer.dialect.read_request(composed.kept.join())
        spans = _spans(composer, composed.kept, list(zip(at, messages, strict=True)), request.messages)
    except DialectError:
        return None
    if len(spans) != len(request.messages):
        spans = []
    places, ends = tuple(first for first, _ in spans), tuple(end for _, end in spans)
    ids = composer.crossing.ids.back(_ids(messages))
    return Written(request, places, ends, ids, carried.left_out, passages_of(state, carried))


def as_it_stands(state: SessionState) -> Written:
    """The next request as if its body read as the session says it."""
    now, request = carried(state), request_of(state)
    request = replace(request, messages=list(request.messages))
    places = tuple(now.places())
    ends = tuple(place + 1 for place in places)
    return Written(request, places, ends, {}, now.left_out, passages_of(state, now))


def passages_of(state: SessionState, carried: Carried) -> dict[int, Passages]:
    """The passages of the carried messages, by place in the history."""
    history = settled(state)
    if carried.messages is history:
        return {}
    told = zip(carried.places(), carried.messages, strict=True)
    said = list(history)
    return {
        place: Passages(said[place].passages, "".join(part.text for part in _added(said[place], message)))
        for place, message in told
        if said[place].passages
    }


def _added(said: Message, message: Message) -> list[Text]:
    return [part for part in message.parts[len(said.parts) :] if isinstance(part, Text)]


def _spans(
    composer: Composer, body: Body, carried: Sequence[tuple[int, Message]], read: Sequence[Message]
) -> list[tuple[int, int]]:
    """The first place and the one behind the last of each message that was read. `carried` are those of the body by place."""
    said = [(at, message, item) for at, message in carried if (item := composer.item(message, at))]
    if [message.role for _, message, _ in said] == [message.role for message in read]:
        return [(at, at + 1) for at, _, _ in said]
    spans: list[tuple[int, int]] = []
    counting = _Counting(composer.dialect, body, len(said))
    before, alone = b"", 0
    for at, _, item in said:
        count = counting.count(item) if before else counting.first(item)
        if spans and counting.count(before, item) < alone + count:
            # Read as one with the message before it, such as two that the assistant says in a row.
            spans[-1] = (spans[-1][0], at + 1)
            spans += [(at, at + 1)] * (count - 1)
        else:
            spans += [(at, at + 1)] * count
        before, alone = item, count
    return spans


class _Counting:
    """How many messages the items of a body read as, such as a result and the pictures that follow it. The last `messages` items
    are the history; what stands before them is the system text."""

    def __init__(self, dialect: Dialect, body: Body, messages: int) -> None:
        self._dialect = dialect
        self._body = body
        self._system = body.items.back(body.items.length - messages)
        self._before = self._system.append(dialect.write_message(user("-")))
        self._many = self._read(self._before)

    def first(self, item: bytes) -> int:
        """For the first of the history: a system message there may be read as the system text."""
        return self._read(self._system.append(item))

    def count(self, *items: bytes) -> int:
        """For others."""
        chain = self._before
        for item in items:
            chain = chain.append(item)
        return self._read(chain) - self._many

    def _read(self, items: Chain[bytes]) -> int:
        body = Body(self._body.head, items, self._body.tail).join()
        return len(self._dialect.read_request(body).messages)


def _ids(history: Sequence[Message]) -> list[str]:
    return [
        id
        for message in history
        for id in (*(call.id for call in message.calls), *(result.call_id for result in message.results))
        if id is not None
    ]
