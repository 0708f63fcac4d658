"""Where a session stands after a decision, as one JSON value for the program that drives it.

Above: `step`. Below: `workspace`, `present/transcript`. Secrets of this run are blanked.
"""

from collections.abc import Iterable
from typing import Any, assert_never

import msgspec

from studio.checks.filled_text import value_text
from studio.cli.step_named import key_text, open_calls
from studio.engine.due import (
    AskModel,
    AwaitPerson,
    ChooseTools,
    Due,
    EndAgent,
    Finished,
    RunCalls,
    Uncertain,
    UndoCalls,
)
from studio.present.labels import english
from studio.present.stop_words import stop_words
from studio.present.terminal_words import for_terminal
from studio.present.transcript import entries_of
from studio.session.breakpoint_spec import written
from studio.session.nodes import NodeId
from studio.session.notes import Stopped
from studio.session.state import CallState
from studio.workspace.opened import OpenedSession


def standing(session: OpenedSession, before: NodeId, stop: Stopped | None) -> dict[str, Any]:
    """What happened since event `before` (the newest one then), where it stands now, why, the calls that are open, and what is due."""
    tree = session.tree
    new = tree.nodes(before)
    told: dict[str, Any] = {
        "happened": [msgspec.to_builtins(entry) for node in new for entry in entries_of(tree, node, times=True)],
        "head": session.head,
        "branch": session.branch.name if session.branch is not None else "",
        "stop": _stop(session, stop),
        "due": due_value(session.due),
        "calls": [_call(call) for call in open_calls(session.state)],
        "answer": list(session.answer()) if isinstance(session.due, Finished) else [],
        "problems": _problems(session),
        "breakpoints": [msgspec.to_builtins(point) for point in session.breakpoints],
        "watches": _watches(session),
    }
    blanked: dict[str, Any] = session.blanked(told)
    return blanked


def _stop(session: OpenedSession, stop: Stopped | None) -> dict[str, Any] | None:
    if stop is None:
        return None
    pointer = session.difference.pointer if session.difference is not None else ""
    said = [for_terminal(english(part)) for part in stop_words(stop, session.tree.state(stop.at), pointer=pointer)]
    call = key_text(stop.call) if stop.call is not None else None
    members = {"reason": stop.reason, "place": stop.place, "what": stop.what, "text": stop.text}
    return {**members, "call": call, "breakpoint": stop.breakpoint, "said": said}


def due_value(todo: Due) -> dict[str, Any]:
    """What is due: `what` is one of ask_model, choose_tools, run_calls, undo_calls, end_agent, uncertain, message, nothing."""
    match todo:
        case AskModel(retry=retry):
            return {"what": "ask_model", "retry": retry}
        case ChooseTools():
            return {"what": "choose_tools"}
        case RunCalls(calls=calls):
            return {"what": "run_calls", "calls": [key_text(key) for key in calls]}
        case UndoCalls(calls=calls, cause=cause):
            return {"what": "undo_calls", "calls": [key_text(key) for key in calls], "cause": cause}
        case EndAgent(call=key):
            return {"what": "end_agent", "calls": [key_text(key)]}
        case Uncertain(call=key, undo=undo):
            return {"what": "uncertain", "calls": [key_text(key)] if key is not None else [], "undo": undo}
        case AwaitPerson():
            return {"what": "message"}
        case Finished(by_tools=by_tools):
            return {"what": "nothing", "by_tools": by_tools}
        case _:
            assert_never(todo)


def _call(call: CallState) -> dict[str, Any]:
    made: dict[str, Any] = {
        "call": key_text(call.key),
        "id": call.call.id,
        "name": call.call.name,
        "arguments": call.call.arguments,
        "status": call.status,
    }
    if call.edited:
        made["truth"] = call.truth
        made["original"] = {"name": call.original.name, "arguments": call.original.arguments} if call.original else None
    if call.result is not None:
        made["result"] = {"text": call.result.text, "is_error": call.result.is_error, "source": call.result.source}
    return made


def _problems(session: OpenedSession) -> list[dict[str, Any]]:
    """What is wrong with the history of the next request, where one is due."""
    if not isinstance(session.due, AskModel | ChooseTools):
        return []
    found: Iterable[Any] = session.history_problems()
    return [
        {
            "code": one.code,
            "pointer": one.pointer,
            "severity": one.severity,
            "sentence": str(one.sentence),
            "repair": one.repair,
        }
        for one in found
    ]


def kept_lines(session: OpenedSession) -> list[str]:
    """The breakpoints and watches with their ids, a line each, for somebody at a terminal."""
    points = [
        f"breakpoint {point.id}  {written(point)}{'' if point.on else '  (off)'}" for point in session.breakpoints
    ]
    watches = [f"watch {one.id}  {one.expression}: {one.error or value_text(one.value)}" for one in session.watched()]
    lines: list[str] = session.blanked([*points, *watches])
    return lines or ["There are no breakpoints and no watches."]


def _watches(session: OpenedSession) -> list[dict[str, Any]]:
    return [
        {"id": one.id, "expression": one.expression, "value": one.value, "error": one.error, "changed": one.changed}
        for one in session.watched()
    ]
