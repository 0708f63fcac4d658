"""An undo before it starts: which tool does it, with which arguments, and whether a rule answers in its place. Changes nothing.

Above: `rolling_back`, `before_call`. Below: `rollback`, `services`.
"""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from studio.engine.rollback import key_of, ran_of, undo_arguments
from studio.engine.services import Services
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec
from studio.said import said
from studio.session.events import Event
from studio.session.frames import agent_of
from studio.session.nodes import CallKey
from studio.session.policies import decision
from studio.session.setup import Setup
from studio.session.state import CallState, SessionState
from studio.session.undoing import Ran
from studio.tools import strategies

if TYPE_CHECKING:
    from studio.tools.canned import Canned


class Looked(msgspec.Struct, frozen=True):
    """An undo before it starts: the undoing tool and what it gets; without either it cannot be done, and `why` says why."""

    spec: ToolSpec | None = None
    arguments: dict[str, Any] | None = None
    why: str = ""

    @property
    def name(self) -> str:
        """The name of the undoing tool, empty when there is none."""
        return self.spec.name if self.spec is not None else ""


def look(services: Services, setup: Setup, ran: Ran) -> Looked:
    """Which tool undoes a call, and with which arguments; changes nothing."""
    spec = setup.undo_of(ran.name)
    if spec is None:
        return Looked(why=strategies.no_undo(ran.name))
    if decision(setup.policies, spec) == "deny":
        return Looked(spec, why=strategies.undo_denied(spec.name))
    if agent_of(setup, spec.name) is not None:
        return Looked(spec, why=said("{tool} is an agent, and an agent undoes no call.", tool=spec.name))
    arguments = undo_arguments(spec, ran)
    if spec.undo_with == "record":
        return Looked(spec, arguments)
    coercion = setup.chosen(spec.name).coercion or setup.coercion
    checked = services.check(spec, written(arguments), "function", coercion)
    if checked.value is None or any(problem.severity == "error" for problem in checked.problems):
        return Looked(spec, why=services.bad_arguments(spec, checked.problems))
    return Looked(spec, checked.value)


def answer(services: Services, setup: Setup, ran: Ran, looked: Looked, path: Iterable[Event]) -> "Canned | None":
    """What a mock rule answers in the undoing tool's place; `path` are the events so far."""
    if not setup.mocks or looked.arguments is None:
        return None
    call = CallState(key_of(ran), Call(looked.name, written(looked.arguments), ran.id), None)
    return services.mocked(setup, call, looked.arguments, path)


def undo_reaches_tool(services: Services, state: SessionState, key: CallKey, path: Iterable[Event]) -> bool:
    """Whether undoing a call would run a tool: there is one, it may run, and no rule answers in its place."""
    ran = ran_of(state, key)
    looked = look(services, state.setup, ran) if ran is not None else Looked()
    if ran is None or looked.arguments is None:
        return False
    canned = answer(services, state.setup, ran, looked, path)
    return canned is None or canned.real


def written(arguments: dict[str, Any]) -> str:
    """The JSON text of arguments; without lone surrogates, which no file takes."""
    text = json.dumps(arguments, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(arguments)
    return text
