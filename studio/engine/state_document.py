"""The state as rules of groups, sources and a small model see it: the message of the turn, what was called in it, the last messages.

Above: `offering`, `choosing`. Below: `session/state`. Pure, and cheap however long the session is.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from studio.messages.message import Message
from studio.session.state import SessionState, settled

MOST_HISTORY = 50
"""Of the history the last messages are told."""


def message_of_turn(state: SessionState) -> str:
    """The text of the last user message; empty when there is none."""
    return next((message.text for message in reversed(settled(state)) if message.role == "user"), "")


def history_of(state: SessionState) -> list[dict[str, Any]]:
    """The last messages, oldest first, each with its `role`, its `text`, and where it has any the names of its `calls`. The text of
    results is theirs."""
    last = list(islice(reversed(settled(state)), MOST_HISTORY))
    return [_told(message) for message in reversed(last)]


def document_of(state: SessionState) -> dict[str, Any]:
    """What an expression may ask for: `message` (text of the user message of the turn), `context` (the session's context values),
    `round` (1 for the first request of the turn), `used` (tools called in the turn), `found` (tools found by search), `skills`
    (activated), `groups` (chosen in the turn), `history` (see `history_of`)."""
    turn = list(_of_turn(state))
    return {
        "message": message_of_turn(state),
        "context": state.setup.context,
        "round": 1 + sum(message.role == "assistant" for message in turn),
        "used": list(dict.fromkeys(call.name for message in turn for call in message.calls)),
        "found": list(state.gathered.found),
        "skills": list(state.gathered.skills),
        "groups": list(state.gathered.groups),
        "history": history_of(state),
    }


def _of_turn(state: SessionState) -> Iterator[Message]:
    """The messages after the user message of the turn, oldest first."""
    chain = settled(state)
    count = next((at for at, message in enumerate(reversed(chain)) if message.role == "user"), chain.length)
    return iter(chain.since(chain.length - count))


def _told(message: Message) -> dict[str, Any]:
    text = "\n".join(result.text for result in message.results) if message.role == "tool" else message.text
    calls = [call.name for call in message.calls]
    return {"role": message.role, "text": text, **({"calls": calls} if calls else {})}
