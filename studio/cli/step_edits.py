"""Decisions that change calls, results, the reply, the next request and the settings. None of them runs or sends anything.

Above: `step`. Below: `workspace`, `step_named`.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from studio.cli import answering
from studio.cli import step_decisions as say
from studio.cli.command import STOPPED, WRONG_USE, CommandError
from studio.cli.step_named import call_named, call_or_due
from studio.cli.step_settings import refuse_odd
from studio.engine.merge_patch import merged
from studio.messages.arguments import read_arguments
from studio.messages.message import Message
from studio.messages.parts import Text
from studio.session.events import SetupChanged
from studio.session.frames import find_call
from studio.session.nodes import CallKey
from studio.session.state import settled
from studio.tools.misfit import misfit
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace


def json_text(value: dict[str, Any] | str) -> str:
    """A text as it is, an object as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _arguments(value: dict[str, Any] | str | None) -> str | None:
    return None if value is None else json_text(value)


def _edit_call(session: OpenedSession, what: say.EditCall) -> None:
    key = call_named(session, what.call)
    text = _arguments(what.arguments) if what.patch is None else _patched(session, key, what.patch)
    members = {"name": what.name, "arguments": text, "id": what.id}
    session.edit_call(key, **members, truth=what.truth, notice=what.notice)


def _patched(session: OpenedSession, key: CallKey, patch: dict[str, Any]) -> str:
    """The arguments of a call with some members changed."""
    found = find_call(session.state, key)
    value = read_arguments(found.call.arguments).value if found is not None else None
    if not isinstance(value, dict):
        raise CommandError("The arguments are no JSON object: there are no members to patch.", code=STOPPED)
    return json_text(merged(value, patch))


def _revert_call(session: OpenedSession, what: say.RevertCall) -> None:
    session.revert_call(call_named(session, what.call))


def _set_truth(session: OpenedSession, what: say.SetTruth) -> None:
    session.set_truth(call_named(session, what.call), what.truth, what.notice)


def _add_call(session: OpenedSession, what: say.AddCall) -> None:
    session.add_call(what.name, _arguments(what.arguments), id=what.id, at=what.at)


def _remove_call(session: OpenedSession, what: say.RemoveCall) -> None:
    session.remove_call(call_named(session, what.call))


def _move_call(session: OpenedSession, what: say.MoveCall) -> None:
    session.move_call(call_named(session, what.call), what.to)


def _duplicate_call(session: OpenedSession, what: say.DuplicateCall) -> None:
    session.duplicate_call(call_named(session, what.call))


def _edit_reply(session: OpenedSession, what: say.EditReply) -> None:
    if what.text is not None:
        session.edit_reply_text(what.text)
    elif what.reply is not None:
        session.edit_reply_json(json_text(what.reply))


def _edit_result(session: OpenedSession, what: say.EditResult) -> None:
    session.edit_result(call_named(session, what.call), what.text, is_error=what.is_error)


def _mock(session: OpenedSession, what: say.Mock) -> None:
    session.mock(call_or_due(session, what.call), what.text, is_error=what.is_error)


def _mock_open(session: OpenedSession, what: say.MockOpen) -> None:
    session.fill_open(what.text, is_error=what.is_error)


def _reject(session: OpenedSession, what: say.Reject) -> None:
    session.reject(call_or_due(session, what.call), what.reason)


def _edit_message(session: OpenedSession, what: say.EditMessage) -> None:
    history = list(settled(session.state))
    if not 0 <= what.index < len(history):
        raise CommandError(f"There is no message {what.index}; there are {len(history)}.", code=STOPPED)
    message = history[what.index]
    if what.remove:
        session.edit_message(what.index, None)
    elif message.results and what.text is not None:
        session.edit_sent_result(what.index, what.text, place=what.place)
    else:
        session.edit_message(what.index, _changed(message, what))


def _changed(message: Message, what: say.EditMessage) -> Message:
    """The message with another text in the place of its first one, the other ones taken out."""
    parts = message.parts
    if what.text is not None:
        at = next((at for at, part in enumerate(parts) if isinstance(part, Text)), 0)
        rest = [part for part in parts if not isinstance(part, Text)]
        parts = (*rest[:at], Text(what.text), *rest[at:])
    return replace(message, parts=parts, role=what.role or message.role)


def _edit_request(session: OpenedSession, what: say.EditRequest) -> None:
    session.edit_request_json(json_text(what.body))


def _system(session: OpenedSession, what: say.System) -> None:
    session.change_setup(system=what.text)


def _params(session: OpenedSession, what: say.Params) -> None:
    merged = {**session.state.setup.params, **what.values}
    session.change_setup(params={name: value for name, value in merged.items() if value is not None})


def _tools(session: OpenedSession, what: say.Tools) -> None:
    known = {tool.name for tool in session.state.setup.tools}
    unknown = [name for name in (*what.on, *what.off) if name not in known]
    if unknown:
        raise CommandError(f"There is no tool {unknown[0]}.", f"There are: {', '.join(sorted(known))}.", code=STOPPED)
    off = [name for name in session.state.setup.off if name not in what.on]
    session.change_setup(off=tuple(dict.fromkeys((*off, *what.off))))


def _model(session: OpenedSession, what: say.Model) -> None:
    session.use_model(what.name)


def _settings(session: OpenedSession, what: say.Settings) -> None:
    try:
        changed = msgspec.convert({"kind": "setup", **_whole(session, what.values)}, SetupChanged)
    except msgspec.ValidationError as error:
        raise CommandError(f"This is no such setting: {misfit(error).said}.", code=WRONG_USE) from error
    refuse_odd(what.values, changed)
    session.change_setup(**{name: getattr(changed, name) for name in what.values})


def _whole(session: OpenedSession, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values, those that are objects over what the session has: `{"limits": {"tokens": 9}}` leaves the other limits."""
    now = {name: msgspec.to_builtins(getattr(session.state.setup, name)) for name in values}
    whole = {name: isinstance(value, dict) and isinstance(now[name], dict) for name, value in values.items()}
    return {name: {**now[name], **value} if whole[name] else value for name, value in values.items()}


def _title(session: OpenedSession, what: say.Title) -> None:
    session.set_title(what.text)


def _say(session: OpenedSession, what: say.Say) -> None:
    passages = tuple(session.passage_named(name) for name in what.attach)
    session.add_message(Message(what.role, (Text(what.text),), passages=passages))


def _repair(session: OpenedSession, what: say.Repair) -> None:
    if not session.repair_all(lambda one: what.code in ("", one.code)):
        raise CommandError("There is nothing that can be mended here.", code=STOPPED)


Edits: Mapping[type, Callable[[OpenedSession, Any], None]] = {
    say.EditCall: _edit_call,
    say.RevertCall: _revert_call,
    say.SetTruth: _set_truth,
    say.AddCall: _add_call,
    say.RemoveCall: _remove_call,
    say.MoveCall: _move_call,
    say.DuplicateCall: _duplicate_call,
    say.EditReply: _edit_reply,
    say.EditResult: _edit_result,
    say.Mock: _mock,
    say.MockOpen: _mock_open,
    say.Reject: _reject,
    say.EditMessage: _edit_message,
    say.EditRequest: _edit_request,
    say.System: _system,
    say.Params: _params,
    say.Tools: _tools,
    say.Model: _model,
    say.Settings: _settings,
    say.Title: _title,
    say.Say: _say,
    say.Repair: _repair,
}
"""How each decision that changes something is carried out."""


def use_profile(workspace: Workspace, session: OpenedSession, name: str) -> None:
    """Ask through another profile of the settings. Raises CommandError when there is none of that name."""
    profile = answering.named(workspace, name)
    answering.need_key(workspace, profile)
    session.use_responder(workspace.choice(profile), dict(profile.params))
