"""The next request as its body reads: what an edit of that body is compared with.

Above: `workspace/edited`. Below: `compose`, `dialects`. A history that crossed over from another dialect reads otherwise than it stands;
only messages that the person changes there become what the body says.
"""

from collections.abc import Sequence

import msgspec

from studio.dialects.dialect import Dialect
from studio.dialects.dialect_error import DialectError
from studio.engine.compose import Composer
from studio.messages.message import Message, user
from studio.messages.request import ChatRequest
from studio.session.body import Body
from studio.session.chain import Chain
from studio.session.state import SessionState, settled


class Written(msgspec.Struct, frozen=True):
    """`places` gives each message of `request` its first place in the history, and `ends` the one behind its last; both are empty
    when they are not known. `ids` are the call ids of the body that stand for others of the session."""

    request: ChatRequest
    places: tuple[int, ...]
    ends: tuple[int, ...]
    ids: dict[str, str] = {}


def written(composer: Composer, state: SessionState) -> Written | None:
    """The next request read back from its body; None when that cannot be read."""
    composed = composer.compose(state)
    history = settled(state)
    try:
        # Read as it is shown, with secrets blanked: what nobody changed there stays what it is.
        request = composer.dialect.read_request(composed.kept.join())
        spans = _spans(composer, composed.kept, history, request.messages)
    except DialectError:
        return None
    if len(spans) != len(request.messages):
        spans = []
    places, ends = tuple(first for first, _ in spans), tuple(end for _, end in spans)
    return Written(request, places, ends, composer.crossing.ids.back(_ids(history)))


def _spans(
    composer: Composer, body: Body, history: Sequence[Message], read: Sequence[Message]
) -> list[tuple[int, int]]:
    """The first place and the one behind the last of each message that was read."""
    said = [(at, item) for at, message in enumerate(history) if (item := composer.item(message, at))]
    if [history[at].role for at, _ in said] == [message.role for message in read]:
        return [(at, at + 1) for at, _ in said]
    spans: list[tuple[int, int]] = []
    counting = _Counting(composer.dialect, body, len(said))
    before, alone = b"", 0
    for at, item in said:
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
