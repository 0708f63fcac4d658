"""Who answers requests while a script drives a session: nobody, unless `--model live` lets them go. What shows that a model is needed
beforehand is refused before anything is done.

Above: `step`. Below: `answering`, `step_decisions`, `workspace`.
"""

import argparse
from collections.abc import Iterator, Sequence
from typing import Any, get_args

from studio.cli import answering
from studio.cli import step_decisions as say
from studio.cli.command import CommandError
from studio.engine.due import AskModel
from studio.session.setup import ResponderChoice
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

UNASKED = "No model is asked without --model live."
_ASKS = (say.SendAgain, say.SendAnyway)
_ASKS_WHERE_DUE = (say.Step, say.StepRound, say.RunToEnd)
_STAYS = (say.System, say.Params, say.Tools, say.Model, say.Title, say.Branch, say.SetWatch, say.RemoveWatch, say.List)
_RUNS = (say.RunCall, say.RunOpen)


def choice(workspace: Workspace, session: OpenedSession, given: argparse.Namespace) -> ResponderChoice | None:
    """Who answers instead of whom the session names; None when it stays so. Raises CommandError."""
    if not answering.said(given):
        return None
    if given.model != "live":
        raise CommandError("Options that say who answers go with --model live.", "Without it no model is asked.")
    recorded = session.state.setup.responder
    return answering.chosen(workspace, given, stream=recorded.stream, recorded=recorded)


def make_ready(workspace: Workspace, session: OpenedSession, given: argparse.Namespace) -> None:
    """Who answers, as the options say; the file is not written for it, unless another model is named. Raises CommandError."""
    instead = choice(workspace, session, given)
    if given.model is None:
        if session.model_mode == "live":
            session.model_mode = "by_hand"
        session.nobody_answers(UNASKED, "")
        _check_all(session, given.todo or ())
        return
    if instead is not None:
        session.use_responder(instead, {})
    elif given.todo is not None and not _names_profile(given.todo):
        answering.of_session(workspace, session.state.setup.responder)
    session.model_mode = "live"


def check(workspace: Workspace, session: OpenedSession, decision: Any) -> None:
    """Whether it is known who answers what a decision may send. Raises CommandError."""
    if isinstance(decision, get_args(say.Moves)) and not isinstance(decision, _RUNS) and session.model_mode == "live":
        answering.of_session(workspace, session.state.setup.responder)


def unasked(given: argparse.Namespace, number: int, name: str) -> CommandError:
    """A decision came to a request that nobody answers."""
    told = f"Decision {number} ({name}) came to a request."
    more = f"{UNASKED} Add it, and perhaps {answering.OPTIONS}." if given.model is None else f"Add {answering.OPTIONS}."
    return CommandError(told, more)


def _check_all(session: OpenedSession, todo: Sequence[say.AnyDecision]) -> None:
    if session.model_mode != "by_hand":
        return
    number = next(_asking(session, todo), 0)
    if number:
        name = todo[number - 1].__struct_config__.tag
        raise CommandError(
            f"Decision {number} ({name}) asks the model. {UNASKED}", f"Add it, and perhaps {answering.OPTIONS}."
        )


def _asking(session: OpenedSession, todo: Sequence[say.AnyDecision]) -> Iterator[int]:
    """The numbers of the decisions that certainly send a request."""
    stands = isinstance(session.due, AskModel)
    for number, decision in enumerate(todo, 1):
        if isinstance(decision, _ASKS) or (stands and isinstance(decision, _ASKS_WHERE_DUE)):
            yield number
        stands = stands and isinstance(decision, _STAYS)


def _names_profile(todo: Sequence[say.AnyDecision]) -> bool:
    """Whether a decision says who answers before anything is sent."""
    first = next((each for each in todo if isinstance(each, (say.Profile, *get_args(say.Moves)))), None)
    return isinstance(first, say.Profile)
