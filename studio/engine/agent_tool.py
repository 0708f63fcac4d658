"""How a call of an agent becomes its first message, and its turn the result of that call. Pure.

Above: `calling`. Below: `session/returned`, `tools/placeholders`. What happens between is the stepper's, as in any session.
"""

import json
from typing import Any

from studio.messages.message import Message, user
from studio.session.agents import Agent
from studio.session.events import AgentStarted, ResultRecorded
from studio.session.kept_exchange import NO_TIME
from studio.session.nodes import CallKey
from studio.session.returned import answer, returned
from studio.session.state import SessionState
from studio.tools.placeholders import fill

MOST_DEEP = 8
"""How many agents may be at work within one another."""

NO_ANSWER = "The agent came to its end without an answer."


def first_message(agent: Agent, arguments: dict[str, Any]) -> Message:
    """What the agent is asked: its prompt with the arguments filled in; without one the arguments, as they are where they are one text."""
    if agent.prompt:
        return user(_sayable(fill(agent.prompt, arguments)))
    values = list(arguments.values())
    alone = values[0] if len(values) == 1 else None
    return user(_sayable(alone if isinstance(alone, str) else json.dumps(arguments, ensure_ascii=False)))


def _sayable(text: str) -> str:
    """Without lone surrogates, which no file takes."""
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def begins(
    state: SessionState, key: CallKey, agent: Agent, arguments: dict[str, Any], *, ran_with: str, approved: bool
) -> AgentStarted | ResultRecorded:
    """The event with which a call of an agent begins at `state`; where too many are within one another already, its error result."""
    if state.depth < MOST_DEEP:
        return AgentStarted(call=key, message=first_message(agent, arguments), ran_with=ran_with, approved=approved)
    told = f"Agents may call one another {MOST_DEEP} deep, no deeper. Do this yourself, or end with what you know."
    return ResultRecorded(call=key, source="refused", text=told, is_error=True, status="too_deep")


def result(state: SessionState, key: CallKey) -> ResultRecorded:
    """The result of the call `key`, whose agent has come to its end at `state`. Without an answer it is an error; `seconds` are those
    at work."""
    calls = returned(state)
    media = tuple(image for call in calls if call.result is not None for image in call.result.media)
    text = "\n\n".join(filter(None, answer(state)))
    lost = not text.strip() and not media
    seconds = round(state.turn.seconds, 4) or NO_TIME
    return ResultRecorded(
        call=key,
        text=NO_ANSWER if lost else text,
        is_error=lost,
        status="error" if lost else "ok",
        seconds=seconds,
        media=media,
    )
