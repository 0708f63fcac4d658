"""Whether the provider would take the next request: the checks of its history, as it would go over the wire.

Above: `asking`, `standing`, `workspace`. Below: `compose`, `checks/history`. Sends nothing. A call that is still open is no problem: its
result is yet to come.
"""

from functools import lru_cache

from msgspec.structs import replace

from studio.checks.history.checker import problems
from studio.checks.history.problem import HistoryProblem
from studio.checks.history.server import Server, server_of
from studio.checks.rules import Levels, judged, merged
from studio.engine.compose import Composed, Composer
from studio.problems import StudioError
from studio.said import said
from studio.session.responder_choice import ResponderChoice
from studio.session.state import SessionState

INVALID = "invalid_history"
"""The code of the stop before a request that the provider would refuse."""


class InvalidHistoryError(StudioError):
    """The provider would refuse the request: it was not sent."""


def problems_of(composer: Composer, state: SessionState) -> tuple[HistoryProblem, ...]:
    """What is wrong with the next request at `state`; nothing when it cannot be written: that is said elsewhere."""
    try:
        return problems_in(composer, composer.compose(state), state)
    except StudioError:
        return ()


def problems_in(composer: Composer, composed: Composed, state: SessionState) -> tuple[HistoryProblem, ...]:
    """What is wrong with the request that was composed last, at `state`, as the person wants it told."""
    return judged(all_in(composer, composed, state), levels(composer, state))


def levels(composer: Composer, state: SessionState) -> Levels:
    """What the person made of rules, here and in all sessions."""
    return merged(composer.checks.always(), state.setup.rules)


def all_in(composer: Composer, composed: Composed, state: SessionState) -> tuple[HistoryProblem, ...]:
    """The same as the checks find it, also what the person has switched off."""
    server = server_at(state.setup.responder)
    sent = composed.sent
    window = bool(composed.carried.left_out)
    found, tools = composer.checks.of(server, sent.head, sent.items, sent.tail, window=window)
    if not found and not tools:
        return ()
    made = problems(found, tools, server.dialect, composer.places(composed) if found else ())
    return tuple(_alone(problem, state) for problem in made if not _is_to_come(problem, state))


def server_at(choice: ResponderChoice) -> Server:
    """What is known of who answers."""
    return _server(choice.dialect, choice.base_url, choice.model_name)


@lru_cache(maxsize=32)
def _server(dialect: str, base_url: str, model_name: str) -> Server:
    return server_of(dialect, base_url, model_name)


def refusal(problems: tuple[HistoryProblem, ...]) -> str:
    """Why a request with these problems is not sent, in a sentence; empty when it may go."""
    errors = [problem for problem in problems if problem.severity == "error"]
    if not errors:
        return ""
    first = errors[0].sentence
    return said("{why} ({n} more)", why=first, n=len(errors) - 1) if len(errors) > 1 else first


def _alone(problem: HistoryProblem, state: SessionState) -> HistoryProblem:
    """The problem; a result is not matched with a call whose own result is yet to come."""
    if problem.mate is None or problem.code == "missing_result" or not _waits(problem.mate, state):
        return problem
    return replace(problem, repair="drop_result", mate=None)


def _is_to_come(problem: HistoryProblem, state: SessionState) -> bool:
    """Whether it is the result of a call that is still open."""
    return problem.code == "missing_result" and _waits((problem.message, problem.nth), state)


def _waits(call: tuple[int | None, int], state: SessionState) -> bool:
    """Whether a call, as (message, number in it), is one of the open reply that has no result yet."""
    opened, (message, nth) = state.open, call
    if opened is None or message != state.messages.length:
        return False
    return 0 <= nth < len(opened.calls) and opened.calls[nth].status != "done"
