"""A call before it starts: whether it may run, with what, and what is to be done when it may not. Changes nothing.

Above: `calling`, `before_call`. Below: `services`, `session`. A strategy that nobody chose is to stop, or to tell the model, as the
services say.
"""

import json
from typing import Any, Literal

import msgspec

from studio.engine.services import Checked, Services
from studio.messages.toolspec import ToolSpec
from studio.session.policies import decision
from studio.session.setup import Setup
from studio.session.state import CallState
from studio.tools import strategies

Misfit = Literal["", "denied", "unknown_tool", "bad_arguments", "coercion"]
Way = Literal["stop", "tell", "fail"]
RAW = "rawArguments"


class Assessed(msgspec.Struct, frozen=True):
    """`value` is what the tool gets, None where the call is refused: then `misfit` says why, `told` what the model reads, and `way` what
    is done about it. `ran_with` is the JSON text of `value` where the call's own text says something else."""

    spec: ToolSpec | None = None
    value: dict[str, Any] | None = None
    ran_with: str = ""
    misfit: Misfit = ""
    told: str = ""
    way: Way = "tell"


def assess(services: Services, setup: Setup, call: CallState, *, runs: bool = True) -> Assessed:
    """Look at a call as it stands. Where it does not run now, `ran_with` is left away."""
    spec = setup.tool(call.call.name)
    if spec is None:
        return _not_offered(services, setup, call.call.name)
    coercion = setup.chosen(spec.name).coercion or setup.coercion
    checked = services.check(spec, call.call.arguments, call.call.form, coercion)
    if checked.value is not None and all(problem.severity != "error" for problem in checked.problems):
        return Assessed(spec, checked.value, _otherwise(call.call.arguments, checked.value) if runs else "")
    if coercion == "ask" and checked.changes and services.stops_by_default():
        return Assessed(spec, misfit="coercion", told=services.bad_arguments(spec, checked.problems), way="stop")
    return _bad(services, setup, call, spec, checked)


def _not_offered(services: Services, setup: Setup, name: str) -> Assessed:
    if is_denied(setup, name):
        return Assessed(misfit="denied", told=strategies.denied(name))
    told = services.unknown_tool(name, [tool.name for tool in setup.sent_tools])
    return Assessed(misfit="unknown_tool", told=told, way=setup.strategies.unknown_tool or _usual(services))


def is_denied(setup: Setup, name: str) -> bool:
    """Whether a policy denies the tool of that name, which would be sent without it."""
    known = next(
        (tool for tool in (*setup.own_tools, *setup.tools) if tool.name == name and name not in setup.off), None
    )
    return known is not None and decision(setup.policies, known) == "deny"


def _bad(services: Services, setup: Setup, call: CallState, spec: ToolSpec, checked: Checked) -> Assessed:
    way = setup.chosen(spec.name).bad_arguments or setup.strategies.bad_arguments or _usual(services)
    if way == "raw":
        value = {RAW: call.call.arguments}
        return Assessed(spec, value, _written(value))
    return Assessed(spec, misfit="bad_arguments", told=services.bad_arguments(spec, checked.problems), way=way)


def _usual(services: Services) -> Way:
    return "stop" if services.stops_by_default() else "tell"


def _otherwise(text: str, value: dict[str, Any]) -> str:
    """The JSON text of a value, empty where `text` says the same, number for number."""
    try:
        read = json.loads(text)
        if repr(read) == repr(value):  # nearly always, and much cheaper
            return ""
        said = json.dumps(read, sort_keys=True)
    except (ValueError, RecursionError):
        said = ""
    written = json.dumps(value, sort_keys=True)
    return "" if written == said or (not value and not text.strip()) else _written(value)


def _written(value: dict[str, Any]) -> str:
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value)
    return text


def tool_error_way(services: Services, setup: Setup, spec: ToolSpec) -> Literal["tell", "stop", "again", "fail"]:
    """What is done when the tool raised. Only an idempotent tool is run again."""
    way = setup.chosen(spec.name).tool_error or setup.strategies.tool_error or _usual(services)
    return "tell" if way == "again" and not spec.idempotent else way


def runs_again(services: Services, setup: Setup, call: CallState | None, spec: ToolSpec | None) -> bool:
    """Whether a tool that raised is run once more."""
    if call is None or spec is None or tool_error_way(services, setup, spec) != "again":
        return False
    return call.attempts < setup.strategies.again
