"""The limits of a turn, counted anew with each user message. Pure: each one that is reached is a stop, which going on passes once.

Above: `stepper`, `before_call`. Below: `session`. What a turn costs is handed in; `text` of a stop is the value that was reached.
"""

from collections.abc import Callable, Iterator, Sequence

from studio.messages.parts import Call
from studio.messages.reply import Usage
from studio.session.frames import frames, turn_of
from studio.session.nodes import CallKey
from studio.session.notes import Stopped
from studio.session.setup import Setup
from studio.session.state import SessionState
from studio.session.turn import Turn, replied

Cost = Callable[[Setup, int, int], float | None]
"""The price of tokens in and out with the model of a setup; None where nobody knows it."""


def before_request(state: SessionState, cost: Cost) -> Iterator[Stopped]:
    """The limits that are reached where a request is due. Round trips are those of this session alone; for all else the turn of the
    outermost caller counts, with all that its agents spent."""
    setup, turn = state.setup, turn_of(state)
    if state.trips >= setup.max_round_trips:
        yield _stop(state, "round_trips", str(state.trips))
    limits, tokens = setup.limits, turn.input + turn.output
    if limits.tokens and tokens >= limits.tokens:
        yield _stop(state, "tokens", str(tokens))
    if limits.seconds and turn.seconds >= limits.seconds:
        yield _stop(state, "seconds", f"{turn.seconds:.2f}")
    if limits.cost:
        paid = price(state, turn, cost)
        if paid is None:
            yield _stop(state, "cost_unknown", "")
        elif paid >= limits.cost:
            yield _stop(state, "cost", f"{paid:.4f}")


def price(state: SessionState, turn: Turn, cost: Cost) -> float | None:
    """What a turn cost, each model's tokens at its own price; None when one of them has none."""
    *_, outermost = frames(state)
    rest = (turn.input - sum(each[1] for each in turn.others), turn.output - sum(each[2] for each in turn.others))
    others = [cost(Setup(responder), into, out) for responder, into, out in turn.others]
    prices = [cost(outermost.setup, *rest), *others]
    known = [price for price in prices if price is not None]
    return sum(known) if len(known) == len(prices) else None


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
