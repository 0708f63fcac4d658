"""The state as rules of groups, sources and a small model see it: the message of the turn, what was called in it, the last messages.

Above: `offering`, `choosing`. Below: `session/state`. Pure, and cheap however long the session is.
"""

from itertools import islice
from typing import Any

import msgspec

from studio.messages.message import Message
from studio.session.chain import Chain, Lately
from studio.session.state import SessionState, settled

MOST_HISTORY = 50
"""Of the history the last messages are told."""


class _Turn(msgspec.Struct, frozen=True):
    """What was said and done since the last user message, that message included."""

    message: str = ""
    replies: int = 0
    used: tuple[str, ...] = ()


def _after(turn: _Turn, link: Chain[Message]) -> _Turn:
    message = link.value
    if message.role == "user":
        return _Turn(message.text)
    new = [call.name for call in message.calls if call.name not in turn.used]
    used = (*turn.used, *dict.fromkeys(new)) if new else turn.used
    return _Turn(turn.message, turn.replies + (message.role == "assistant"), used)


_TURNS = Lately(_Turn(), _after, 512)
"""A long turn costs only what is new in it."""


def message_of_turn(state: SessionState) -> str:
    """The text of the last user message; empty when there is none."""
    return _TURNS.of(settled(state)).message


def history_of(state: SessionState) -> list[dict[str, Any]]:
    """The last messages, oldest first, each with its `role`, its `text`, and where it has any the names of its `calls`. The text of
    results is theirs."""
    last = list(islice(reversed(settled(state)), MOST_HISTORY))
    return [_told(message) for message in reversed(last)]


def document_of(state: SessionState) -> dict[str, Any]:
    """What an expression may ask for: `message` (text of the user message of the turn), `context` (the session's context values),
    `round` (1 for the first request of the turn), `used` (tools called in the turn), `found` (tools found by search), `skills`
    (activated), `groups` (chosen in the turn), `history` (see `history_of`)."""
    turn = _TURNS.of(settled(state))
    return {
        "message": turn.message,
        "context": state.setup.context,
        "round": 1 + turn.replies,
        "used": list(turn.used),
        "found": list(state.gathered.found),
        "skills": list(state.gathered.skills),
        "groups": list(state.gathered.groups),
        "history": history_of(state),
    }


def _told(message: Message) -> dict[str, Any]:
    text = "\n".join(result.text for result in message.results) if message.role == "tool" else message.text
    calls = [call.name for call in message.calls]
    return {"role": message.role, "text": text, **({"calls": calls} if calls else {})}
