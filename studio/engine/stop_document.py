"""The state where a session stops, as expressions see it: conditions of breakpoints, `{…}` of log texts, watches, what a fork expects.

Above: `breakpoints`, `workspace`. Below: `state_document`, `limits`, `session/state`. Pure. What an expression does not ask for is not
put together: the whole history is made only where it is named.
"""

import json
import math
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache, partial
from typing import Any

from studio.engine.limits import Cost
from studio.engine.state_document import document_of, message_of_turn
from studio.messages.arguments import read_arguments
from studio.messages.message import Message
from studio.messages.parts import Call
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.session.chain import Chain
from studio.session.frames import find_call, frame_of, frames, inside_name, spent
from studio.session.nodes import CallKey
from studio.session.state import CallState, SessionState, settled


def document(
    state: SessionState, key: CallKey | None, cost: Cost, only: Collection[str] | None = None
) -> Mapping[str, Any]:
    """What an expression may ask for; `only` names the members that it does (None: all). `key` is the call in question. Members:

    `call` {name, arguments, id, position, agent} and `args` (its arguments: the value, or the text where it is no JSON object);
    `result` {text, value (where the text is JSON), is_error, source, status}; `reply` {text, calls, finish}; `message` (the text of the
    last user message); `messages` [{role, text, calls}]; `usage` {input, output} of the last reply; `spent` {input, output, cost} of
    the session (dollars, null where no price is known); `round`, `trips`, `depth`, `agent`, `model`, `tools` (names that are sent);
    `error` {kind, message, status} of a request that failed last; `state` (see `state_document`). What is not there is null.
    """
    frame = (frame_of(state, key) if key is not None else None) or state
    found = find_call(state, key) if key is not None else None
    reply = frame.open.reply if frame.open is not None else None
    members: dict[str, Callable[[], Any]] = {
        "call": partial(_call, frame, found),
        "args": lambda: None if found is None else arguments_of(found.call),
        "result": partial(_result, found),
        "reply": partial(_reply, reply),
        "message": partial(message_of_turn, frame),
        "messages": partial(_messages, frame),
        "usage": partial(_usage, reply),
        "spent": partial(_spent, frame, cost),
        "round": lambda: frame.rounds,
        "trips": lambda: frame.trips,
        "depth": lambda: frame.depth,
        "agent": partial(inside_name, frame),
        "model": lambda: frame.setup.responder.model_name,
        "tools": lambda: [tool.name for tool in frame.setup.sent_tools],
        "error": partial(_error, frame.failed),
        "state": partial(document_of, frame),
    }
    return {name: make() for name, make in members.items() if only is None or name in only}


MEMBERS = (
    *("call", "args", "result", "reply", "message", "messages", "usage", "spent", "round", "trips", "depth", "agent"),
    *("model", "tools", "error", "state"),
)
"""The members of the document, as a person is told of them."""


def arguments_of(call: Call) -> Any:
    """The arguments of a call: the object, or the text where it is none."""
    value = read_arguments(call.arguments).value if call.form != "custom" else None
    return call.arguments if value is None else value


@lru_cache(maxsize=8)
def json_of(text: str) -> Any:
    """The value that a text is as JSON; None where it is none. Many ask for the same one: nobody changes it."""
    try:
        return json.loads(text, parse_constant=_refused, parse_float=_finite)
    except (ValueError, RecursionError):
        return None


def _refused(constant: str) -> None:
    raise ValueError(constant)


def _finite(number: str) -> float:
    """Beyond the largest number there is only what JSON has no word for."""
    value = float(number)
    if math.isinf(value):
        raise ValueError(number)
    return value


def _call(frame: SessionState, found: CallState | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {**_asked(found.call), "position": found.key[1], "agent": inside_name(frame)}


def _asked(call: Call) -> dict[str, Any]:
    return {"name": call.name, "arguments": arguments_of(call), "id": call.id}


def _result(found: CallState | None) -> dict[str, Any] | None:
    if found is None or found.result is None:
        return None
    result = found.result
    return {
        "text": result.text,
        "value": json_of(result.text),
        "is_error": result.is_error,
        "source": result.source,
        "status": result.status,
    }


def _reply(reply: ChatReply | None) -> dict[str, Any] | None:
    if reply is None:
        return None
    return {"text": reply.text, "calls": [_asked(call) for call in reply.calls], "finish": reply.finish}


def _usage(reply: ChatReply | None) -> dict[str, Any]:
    usage = (reply.usage if reply is not None else None) or Usage()
    return {"input": usage.input, "output": usage.output}


def _error(error: ProviderError | None) -> dict[str, Any] | None:
    return None if error is None else {"kind": error.kind, "message": error.message, "status": error.status}


def _spent(frame: SessionState, cost: Cost) -> dict[str, Any]:
    into, out = spent(frame)
    *_, outermost = frames(frame)
    return {"input": into, "output": out, "cost": cost(outermost.setup, into, out)}


_MOST_TOLD = 8
_told: dict[int, tuple[Chain[Message], list[dict[str, Any]]]] = {}


def _messages(frame: SessionState) -> list[dict[str, Any]]:
    """The history as it is told: a long one is asked for at many steps, and costs only what is new in it."""
    before = frame.messages
    return [*_told_along(before), *map(_told_of, settled(frame).since(before.length))]


def _told_along(chain: Chain[Message]) -> list[dict[str, Any]]:
    new: list[Message] = []
    link = chain
    while link.previous is not None and id(link) not in _told:
        new.append(link.value)
        link = link.previous
    made = _told[id(link)][1] if link.previous is not None else []
    if new:
        made = [*made, *map(_told_of, reversed(new))]
        _told[id(chain)] = (chain, made)
    if len(_told) > _MOST_TOLD:
        del _told[next(iter(_told))]
    return made


def _told_of(message: Message) -> dict[str, Any]:
    text = "\n".join(result.text for result in message.results) if message.role == "tool" else message.text
    return {"role": message.role, "text": text, "calls": [_asked(call) for call in message.calls]}
