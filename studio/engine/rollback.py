"""What is to be undone after a failed call, in which order and with which arguments; which declarations of undoing cannot work. Pure.

Above: `due`, `rolling_back`, `workspace`. Below: `session/undoing`. A tool that undoes another one need not be offered to the model.
"""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.said import said
from studio.session.nodes import CallKey, NodeId
from studio.session.state import CallState, SessionState
from studio.session.undoing import Ran

REALLY_RAN = ("ran", "mock", "recorded", "by_hand")
"""Sources of a result that can be a failure: what was rejected or refused had no effect that asks for undoing."""
RECORD_NAME = "execution"
_WORDS = ("title", "description", "default", "examples")


class UndoRefusedError(StudioError):
    """A tool says that it undoes another one, and cannot."""


def failed_call(state: SessionState) -> CallState | None:
    """The first call of the round that went wrong, when all of them have a result, or when it ends the turn. A call that can be undone
    did not: its result may say so only because it was undone, or because the person wrote it."""
    calls = state.open.calls if state.open is not None else ()
    succeeded = {ran.key for ran in state.done}
    failed = next((call for call in calls if _failed(call) and call.key not in succeeded), None)
    whole = all(call.status == "done" for call in calls)
    return failed if failed is not None and (whole or _ends_the_turn(state, failed)) else None


def _ends_the_turn(state: SessionState, call: CallState) -> bool:
    """Whether an error of the call's tool is the end, as the person chose: the calls after it do not run."""
    setup = state.setup
    return (setup.chosen(call.call.name).tool_error or setup.strategies.tool_error) == "fail"


def _failed(call: CallState) -> bool:
    return call.result is not None and call.result.is_error and call.result.source in REALLY_RAN


def to_undo(state: SessionState) -> tuple[Ran, ...]:
    """The calls that are to be undone now, the last one first."""
    if not state.setup.compensation or not any(ran.undo == "" for ran in state.done) or failed_call(state) is None:
        return ()
    return tuple(ran for ran in reversed(state.done) if ran.undo == "")


def ran_of(state: SessionState, key: CallKey) -> Ran | None:
    """The successful call of that key, also of an earlier round of the turn; None when it cannot be undone."""
    return next((ran for ran in state.done if ran.key == key), None)


def cause_of(state: SessionState) -> str:
    """The name of the tool because of which is undone."""
    failed = failed_call(state)
    return failed.call.name if failed is not None else ""


def undo_arguments(spec: ToolSpec, ran: Ran) -> dict[str, Any]:
    """What the undoing tool gets: the arguments of the call, or the one record of its execution."""
    arguments = _value(ran.arguments)
    if spec.undo_with == "record":
        call_id = ran.id or f"{ran.key[0]}.{ran.key[1]}"
        record = {"tool": ran.name, "arguments": arguments, "result": ran.whole or ran.text, "call_id": call_id}
        return {record_name(spec): record}
    return arguments if isinstance(arguments, dict) else {}


def record_name(spec: ToolSpec) -> str:
    """The name of the parameter that takes the record: the only one that is declared, else the usual one."""
    names = list(spec.parameters.get("properties", {}))
    return names[0] if len(names) == 1 else RECORD_NAME


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def key_of(ran: Ran) -> CallKey:
    """The call's own key."""
    return (NodeId(ran.key[0]), ran.key[1])


def check_undos(tools: Sequence[ToolSpec]) -> None:
    """Raise UndoRefusedError for the first tool that cannot undo what it says it does."""
    known = {tool.name: tool for tool in tools}
    counts = Counter(tool.compensates for tool in tools if tool.compensates)
    for tool in tools:
        if tool.compensates:
            _check(tool, known.get(tool.compensates), counts[tool.compensates])


def _check(tool: ToolSpec, target: ToolSpec | None, count: int) -> None:
    told = {"tool": tool.name, "undone": tool.compensates}
    if target is None:
        raise UndoRefusedError(
            said("{tool} is declared to undo {undone}, but there is no tool of that name.", **told),
            said("Correct the name in its declaration."),
        )
    if target.name == tool.name:
        raise UndoRefusedError(
            said("{tool} is declared to undo {undone}, but that is itself.", **told),
            said("Name the tool that it undoes."),
        )
    if count > 1:
        raise UndoRefusedError(
            said("{tool} is declared to undo {undone}, but another tool undoes it, too.", **told),
            said("Let one tool undo it."),
        )
    differs = _difference(tool, target) if tool.undo_with == "arguments" else ""
    if differs:
        raise UndoRefusedError(
            said(
                "{tool} is declared to undo {undone}, but its parameters are others: {differs}.",
                differs=differs,
                **told,
            ),
            said("Give it the same parameters, or let it take the record of the execution."),
        )


def _difference(tool: ToolSpec, target: ToolSpec) -> str:
    mine, theirs = (each.parameters.get("properties", {}) for each in (tool, target))
    for name in (*theirs, *(name for name in mine if name not in theirs)):
        if name not in mine or name not in theirs:
            return said("only {tool} takes {name}", tool=target.name if name in theirs else tool.name, name=name)
        if _bare(mine[name]) != _bare(theirs[name]):
            return said("{name} is of another type", name=name)
    needed = [name for name in tool.parameters.get("required", ()) if name not in target.parameters.get("required", ())]
    if needed:
        return said("only {tool} requires {name}", tool=tool.name, name=needed[0])
    mine, theirs = (_bare({"$defs": each.parameters.get("$defs", {})}) for each in (tool, target))
    return "" if mine == theirs else said("types of the same name are not the same")


def _bare(schema: Any) -> Any:
    """A schema without the words in it; a parameter may be named like one."""
    if isinstance(schema, list):
        return [_bare(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: {key: _bare(each) for key, each in value.items()} if name in ("properties", "$defs") else _bare(value)
        for name, value in schema.items()
        if name not in _WORDS
    }
