"""A person's change as events, or a refusal with a reason. Pure.

Above: `workspace`. Below: `session`, `messages`. Knows no dialect: JSON is read before it gets here.
"""

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from studio.engine.call_truths import obstacle, truth_after, with_truth
from studio.engine.due import UndoCalls, due
from studio.engine.offering import offering
from studio.engine.splices import splices
from studio.engine.written import Written, as_it_stands
from studio.messages.message import Message
from studio.messages.parts import Call
from studio.messages.reply import ChatReply
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.said import said
from studio.session.events import (
    CallEdited,
    EditedTogether,
    HistoryEdited,
    ReplyEdited,
    ResultEdited,
    ResultRecorded,
    SetupChanged,
)
from studio.session.frames import find_call, is_inside
from studio.session.nodes import CallKey, NodeId, ResultSource
from studio.session.skill_words import system_changes
from studio.session.state import CallState, SessionState, settled
from studio.session.truths import Truth


class EditRefusedError(StudioError):
    """A change that cannot be made here, and why."""


def open_call(state: SessionState, key: CallKey) -> CallState:
    """The call of that key, in an agent also of its callers. Raises EditRefusedError when it is not of the last reply."""
    found = find_call(state, key)
    if found is None:
        raise EditRefusedError(said("This call is no longer open."), said("Go back to its round, or fork there."))
    return found


def edit_call(
    state: SessionState, key: CallKey, changes: dict[str, Any], truth: Truth | None = None, notice: str = ""
) -> CallEdited | None:
    """The event that gives the call another name, arguments or id; None when nothing changes. `truth` is what the history says of it, by
    default the session's; `notice` the person's own words to go with *notify*."""
    found = open_call(state, key)
    if found.status == "done":
        raise EditRefusedError(
            said("This call has its result already."), said("Fork before it to run it with other arguments.")
        )
    if is_inside(state, key):
        raise EditRefusedError(
            said("The agent of this call is at work."), said("Fork before the call to ask it something else.")
        )
    now: Call = replace(found.call, **changes)
    if now == found.call:
        return None if truth is None else set_truth(state, key, truth, notice)
    if truth not in (None, "rewrite"):
        _refuse_truth(found, now)
    return with_truth(found, now, truth or truth_after(found, state.setup.edit_truth), notice)


def set_truth(state: SessionState, key: CallKey, truth: Truth, notice: str = "") -> CallEdited | None:
    """The event that has the history say something else of an edited call, also when it has its result, as long as that was not sent;
    None when nothing changes. `notice` are the person's own words to go with *notify*."""
    found = open_call(state, key)
    if truth != "rewrite":
        _refuse_truth(found, found.call)
    event = with_truth(found, found.call, truth, notice)
    return None if (event.truth, event.notice) == (found.truth, found.notice) else event


def _refuse_truth(found: CallState, now: Call) -> None:
    match obstacle(found, now):
        case "added":
            raise EditRefusedError(
                said("The model did not ask for this call, so the history can only say it as it stands."),
                said("Calls that are added, duplicated, moved or removed always change what the model reads."),
            )
        case "id":
            raise EditRefusedError(
                said("Only the id of this call was changed, and the history always says the new one."),
                said("The result names its call by the id. The model's own name and arguments can be kept."),
            )
        case "same":
            raise EditRefusedError(
                said("This call stands as the model wrote it."), said("Change its name or arguments first.")
            )
        case "":
            pass


def edit_reply(
    state: SessionState, reply: ChatReply, positions: tuple[int, ...] | None = None
) -> ReplyEdited | EditedTogether | None:
    """The event that makes `reply` the reply. Calls keep their number by `positions`; without it, by their place. Of calls with another
    name or arguments than before the history says what it says of an edited call by default."""
    if state.open is None:
        raise EditRefusedError(said("There is no reply to edit here."), said("Step to a reply first."))
    numbers = positions if positions is not None else tuple(range(len(reply.calls)))
    if reply.parts == state.open.reply.parts and numbers == tuple(call.key[1] for call in state.open.calls):
        return None
    lost = [call for call in state.open.calls if call.status != "open" and call.key[1] not in numbers]
    if lost:
        raise EditRefusedError(
            said("The call {tool} has begun and cannot be removed.", tool=lost[0].call.name),
            said("Fork at the reply instead."),
        )
    edit = ReplyEdited(parts=reply.parts, positions=numbers)
    told = _told(state, dict(zip(numbers, reply.calls, strict=True)))
    return EditedTogether(edits=(edit, *told)) if told else edit


def _told(state: SessionState, calls: dict[int, Call]) -> list[CallEdited]:
    """What the history says of calls that an edit of the whole reply changes, where that is not what stands there."""
    assert state.open is not None
    made: list[CallEdited] = []
    for old in state.open.calls:
        now = calls.get(old.key[1])
        if now is not None and (now.name, now.arguments) != (old.call.name, old.call.arguments):
            edit = with_truth(old, now, truth_after(old, state.setup.edit_truth))
            made += [edit] if (edit.truth, edit.notice) != (old.truth, old.notice) else []
    return made


def give_result(
    state: SessionState, key: CallKey, source: ResultSource, text: str, *, is_error: bool
) -> ResultRecorded:
    """The event of a result that the person gives: mocked, rejected, or typed for a call that may have run."""
    found = open_call(state, key)
    if found.status == "done":
        raise EditRefusedError(said("This call has its result already."), said("Edit the result instead."))
    return ResultRecorded(call=key, source=source, text=text, is_error=is_error, status="error" if is_error else "ok")


def edit_result(state: SessionState, key: CallKey, text: str, *, is_error: bool) -> ResultEdited | None:
    """The event that changes a result; None when nothing changes."""
    found = open_call(state, key)
    if found.result is None:
        raise EditRefusedError(said("This call has no result yet."), said("Run it, mock it or reject it first."))
    if (found.result.text, found.result.is_error) == (text, is_error):
        return None
    return ResultEdited(call=key, text=text, is_error=is_error)


def edit_message(state: SessionState, index: int, message: Message | None) -> HistoryEdited | None:
    """The event that replaces one message of the next request, or removes it."""
    history = list(settled(state))
    if not 0 <= index < len(history):
        raise EditRefusedError(said("There is no such message."))
    if message == history[index]:
        return None
    refuse_while_unsettled(state)
    return HistoryEdited(start=index, removed=1, inserted=() if message is None else (message,))


def edit_sent_result(
    state: SessionState, index: int, place: int, text: str, *, is_error: bool | None
) -> HistoryEdited | None:
    """The event that changes result `place` of message `index` of the next request; `is_error` None leaves that as it is."""
    history = list(settled(state))
    results = history[index].results if 0 <= index < len(history) else ()
    if not 0 <= place < len(results):
        raise EditRefusedError(said("There is no such result."))
    old = results[place]
    now = replace(old, text=text, is_error=old.is_error if is_error is None else is_error)
    parts = [now if part is old else part for part in history[index].parts]
    return edit_message(state, index, replace(history[index], parts=tuple(parts)))


def refuse_while_unsettled(state: SessionState) -> None:
    """Raise EditRefusedError while the history of the next request is still to come."""
    if state.asked is not None:
        raise EditRefusedError(said("The request is under way."), said("Stop it first, then change it."))
    if state.open is not None and any(call.status != "done" for call in state.open.calls):
        raise EditRefusedError(
            said("Calls of this round have no result yet."),
            said("Run, mock or reject them first, or fork at an earlier step."),
        )
    refuse_while_undoing(state)


def refuse_while_undoing(state: SessionState) -> None:
    """Raise EditRefusedError while calls are to be undone: another history would forget them."""
    if isinstance(due(state), UndoCalls) or any(ran.undo == "started" for ran in state.done):
        raise EditRefusedError(
            said("Calls are to be undone first."),
            said("Undo them, skip that, or switch compensation off in the settings."),
        )


def edit_request(
    state: SessionState, request: ChatRequest, written: Written | None = None
) -> list[SetupChanged | HistoryEdited]:
    """The events that make `request` the next request; none when it is that already. Without `written`, the body is taken to
    read as the session says it. What is not changed stays as it is in the session, also where the body says it otherwise."""
    before = written or as_it_stands(state)
    made: list[SetupChanged | HistoryEdited] = []
    setup = _setup_change(state, request, before.request)
    if setup is not None:
        made.append(setup)
    if list(before.request.messages) != list(request.messages):
        refuse_while_unsettled(state)
        made += splices(before, list(request.messages), list(settled(state)))
    return made


def _setup_change(state: SessionState, request: ChatRequest, before: ChatRequest) -> SetupChanged | None:
    setup = state.setup
    changes = system_changes(setup, before.system, request.system)
    if request.params != before.params:
        changes["params"] = request.params
    if request.model_name != before.model_name:
        changes["responder"] = replace(setup.responder, model_name=request.model_name)
    changes.update(_tool_changes(state, request, before))
    return SetupChanged(**changes) if changes else None


def _tool_changes(state: SessionState, request: ChatRequest, before: ChatRequest) -> dict[str, Any]:
    """Tools left out are switched off; tools that were changed or are new become declarations of the session. What the body says
    otherwise than the session, such as a schema shaped for the provider, is no change as long as it stays as it was."""
    if [_declared(tool) for tool in before.tools] == [_declared(tool) for tool in request.tools]:
        return {}
    setup = state.setup
    was = {tool.name: tool for tool in before.tools}
    now = {tool.name: tool for tool in request.tools}
    for own in setup.own_tools:
        _same(was.pop(own.name, None), now.pop(own.name, None))
    tools = [_edited(tool, was.get(tool.name), now[tool.name]) if tool.name in now else tool for tool in setup.tools]
    tools += [tool for tool in now.values() if all(tool.name != known.name for known in setup.tools)]
    # A tool that could not be declared did not stand in the body, and nobody took it out.
    gone = set(was) - set(now) | set(setup.off) - set(now)
    off = tuple(tool.name for tool in setup.tools if tool.name in gone)
    members: dict[str, Any] = {"tools": tuple(tools), "off": off}
    hidden = _hidden(replace(state, setup=replace(setup, **members)), set(now) - set(was))
    return {**members, "pinned": (*setup.pinned, *hidden)} if hidden else members


def _hidden(state: SessionState, names: Collection[str]) -> tuple[str, ...]:
    """Those of the tools that were put into the body which would be left out all the same: they are pinned."""
    return tuple(tool.name for tool in offering(state).left if tool.name in names and tool.why in _SHUT)


_SHUT = ("group", "source", "search", "skill")


def _same(was: ToolSpec | None, now: ToolSpec | None) -> None:
    """Refuse to change a tool of the program's own: the settings say what it is."""
    if (was and _declared(was)) != (now and _declared(now)):
        name = (was or now or ToolSpec("")).name
        raise EditRefusedError(
            said("{name} is a tool of the program and cannot be changed here.", name=name),
            said("Tool search, skills and groups are switched on and off in the settings."),
        )


def _declared(tool: ToolSpec) -> tuple[Any, ...]:
    return (tool.name, tool.description, tool.parameters, tool.extra)


def _edited(tool: ToolSpec, was: ToolSpec | None, now: ToolSpec) -> ToolSpec:
    """The session's tool with what was changed of it in the body."""
    if was is None:
        return (
            tool
            if _declared(tool) == _declared(now)
            else replace(now, source=tool.source, sensitive=tool.sensitive, own_name=tool.own_name)
        )
    changed: dict[str, Any] = {}
    if now.description != was.description:
        changed["description"] = now.description
    if now.parameters != was.parameters:
        changed["parameters"] = now.parameters
    if now.extra != was.extra:
        left = {key: value for key, value in tool.extra.items() if key in now.extra or key not in was.extra}
        more = {key: value for key, value in now.extra.items() if key not in was.extra or was.extra[key] != value}
        changed |= {"extra": {**left, **more}, "origin": now.origin or tool.origin}
    return replace(tool, **changed) if changed else tool


def next_position(state: SessionState, event: NodeId) -> int:
    """A number for an added call that no call of the reply has."""
    if state.open is None or state.open.event != event:
        return 0
    return max((call.key[1] for call in state.open.calls), default=-1) + 1
