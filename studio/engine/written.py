"""The next request as its body reads: what an edit of that body is compared with.

Above: `workspace/edited`. Below: `compose`, `dialects`. A history that crossed over from another dialect reads otherwise than it stands;
only messages that the person changes there become what the body says.
"""

from collections.abc import Sequence

import msgspec

from studio.dialects.dialect import Dialect
from studio.dialects.dialect_error import DialectError
from studio.engine.compose import Composer
from studio.messages.message import Message
from studio.messages.request import ChatRequest
from studio.session.body import Body
from studio.session.chain import Chain
from studio.session.state import SessionState, settled


class Written(msgspec.Struct, frozen=True):
    """`places` gives each message of `request` its place in the history; `ids` the call ids of the body that stand for others of
    the session."""

    request: ChatRequest
    places: tuple[int, ...]
    ids: dict[str, str] = {}


def written(composer: Composer, state: SessionState) -> Written | None:
    """The next request read back from its body; None when it cannot be matched with the history, message by message."""
    body = composer.compose(state).sent
    history = settled(state)
    try:
        request = composer.dialect.read_request(body.join())
        places = _places(composer, body, history, len(request.messages))
    except DialectError:
        return None
    if len(places) != len(request.messages):
        return None
    return Written(request, places, composer.crossing.ids.back(_ids(history)))


def _places(composer: Composer, body: Body, history: Sequence[Message], count: int) -> tuple[int, ...]:
    said = [(at, composer.item(message, at)) for at, message in enumerate(history)]
    kept = [(at, item) for at, item in said if item]
    if len(kept) == count:
        return tuple(at for at, _ in kept)
    places: list[int] = []
    for at, item in kept:
        places += [at] * _count(composer.dialect, body, item)
    return tuple(places)


def _count(dialect: Dialect, body: Body, item: bytes) -> int:
    """How many messages one message of the history reads as, such as the pictures that follow a result."""
    return len(dialect.read_request(Body(body.head, Chain[bytes]().append(item), body.tail).join()).messages)


def _ids(history: Sequence[Message]) -> list[str]:
    return [
        id
        for message in history
        for id in (*(call.id for call in message.calls), *(result.call_id for result in message.results))
        if id is not None
    ]
