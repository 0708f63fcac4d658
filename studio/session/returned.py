"""Results that go to the caller at once: whether a round's results end the turn, and what the answer of a turn is. Pure.

Above: `engine/due`, `workspace`, `present/story`. Below: `state`. A tool that nobody sent goes back to the model.
"""

from collections.abc import Sequence

from studio.messages.toolspec import ReturnBehavior
from studio.session.setup import Setup
from studio.session.state import CallState, SessionState


def ends(behaviors: Sequence[ReturnBehavior], errors: Sequence[bool]) -> bool:
    """Whether calls with these return behaviours, in the order of the reply, end the turn. An error goes back to the model, always."""
    if not behaviors or any(errors):
        return False
    return behaviors[-1] == "immediate_if_last" or "to_llm" not in behaviors


def behavior(setup: Setup, name: str) -> ReturnBehavior:
    """Where results of a tool go: as the person chose for it, else as it declares."""
    spec = setup.tool(name)
    if spec is None:
        return "to_llm"
    return setup.chosen(name).return_behavior or spec.return_behavior


def returned(state: SessionState) -> tuple[CallState, ...]:
    """The calls whose results are the answer of the turn, in the order of the reply; none while it goes on."""
    calls = state.open.calls if state.open is not None else ()
    if any(call.status != "done" for call in calls):
        return ()
    behaviors = [behavior(state.setup, call.call.name) for call in calls]
    return calls if ends(behaviors, [call.result is None or call.result.is_error for call in calls]) else ()


def answer(state: SessionState) -> tuple[str, ...]:
    """What a turn came to: the results that end it, in the order of the calls, else the text of the last reply; empty without one."""
    calls = returned(state)
    if calls:
        return tuple(call.result.text for call in calls if call.result is not None)
    return (state.open.reply.text,) if state.open is not None else ()
