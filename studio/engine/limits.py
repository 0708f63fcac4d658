"""The limits of a turn, counted anew with each user message. Pure: each one that is reached is a stop, which going on passes once.

Above: `stepper`, `before_call`. Below: `session`. What a turn costs is handed in; `text` of a stop is the value that was reached.
"""

from collections.abc import Callable, Iterator, Sequence

from studio.messages.parts import Call
from studio.messages.reply import Usage
from studio.session.events import CallKey, Stopped
from studio.session.state import SessionState
from studio.session.turn import Turn, replied


def before_request(state: SessionState, cost: Callable[[int, int], float | None]) -> Iterator[Stopped]:
    """The limits that are reached where a request is due. `cost` gives the price of tokens in and out, None where nobody knows it."""
    setup, turn = state.setup, state.turn
    if state.trips >= setup.max_round_trips:
        yield _stop(state, "round_trips", str(state.trips))
    limits, tokens = setup.limits, turn.input + turn.output
    if limits.tokens and tokens >= limits.tokens:
        yield _stop(state, "tokens", str(tokens))
    if limits.seconds and turn.seconds >= limits.seconds:
        yield _stop(state, "seconds", f"{turn.seconds:.2f}")
    if limits.cost:
        price = cost(turn.input, turn.output)
        if price is None:
            yield _stop(state, "cost_unknown", "")
        elif price >= limits.cost:
            yield _stop(state, "cost", f"{price:.4f}")


def _stop(state: SessionState, what: str, text: str) -> Stopped:
    return Stopped(state.node, "limit", "before_request", what=what, text=text)


def before_call(state: SessionState, key: CallKey, times: int) -> Stopped | None:
    """The limit where a call is due that the model asked for `times` times in a row."""
    most = state.setup.limits.same_call
    if not most or times < most:
        return None
    return Stopped(state.node, "limit", "before_call", key, "same_call", str(times))


def times_in_a_row(before: Turn, calls: Sequence[Call], at: int) -> int:
    """How often the model asked for its call number `at` in a row; `before` is the turn before its reply."""
    return replied(before, Usage(), 0.0, calls[: at + 1]).same if at < len(calls) else 0
