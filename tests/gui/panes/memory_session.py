"""An open session in memory: the port of the panes, fulfilled on a real journal. Replies come from a list.

Its request JSON is a small chat body of its own; `asked` notes what was called with, so that a test can compare.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from studio.checks.change import Change
from studio.checks.history.problem import HistoryProblem
from studio.checks.problem import Problem
from studio.checks.told_changes import told
from studio.engine import edits
from studio.engine.foreseen import foreseen
from studio.engine.printed_reply import printed_form
from studio.engine.reply_edits import Rearranged, added, doubled, moved, new_call, removed, with_text
from studio.engine.weighing import RequestTokens
from studio.messages.message import Message, Role
from studio.messages.parts import Call, Image, Part, Text
from studio.messages.passage import Passage
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.tokens import message_tokens
from studio.present.history_marks import HistoryMarks
from studio.problems import StudioError
from studio.session.events import (
    CallEdited,
    CallStarted,
    HistoryEdited,
    MessageAdded,
    ReplyEdited,
    ReplyReceived,
    RequestFailed,
    RequestSent,
    ResultEdited,
    ResultRecorded,
    SetupChanged,
)
from studio.session.journal import Journal, NowhereSink
from studio.session.mocks import Fault
from studio.session.nodes import CallKey, NodeId
from studio.session.notes import Stopped
from studio.session.policies import Coercion
from studio.session.server_view import Question
from studio.session.setup import SETTINGS, Setup
from studio.session.state import OpenReply, SessionState, settled
from studio.session.tree import Tree
from studio.session.truths import Truth
from studio.tools.coerce import check_call
from studio.tools.passages import read_passage
from studio.workspace.changes import Activity, PartialReply, ToolOutput
from studio.workspace.request_remarks import RequestRemarks
from studio.workspace.running_wire import RunningWire
from studio.workspace.signed_calls import signed_problem
from tests.gui.panes.memory_by_hand import WrittenInMemory
from tests.gui.panes.memory_wire import wire


class RefusedError(StudioError):
    """The edit cannot be done."""


class MemorySession(WrittenInMemory):
    """See the module. `replies` are given out one by one; an error among them fails the request."""

    def __init__(self, setup: Setup, replies: list[ChatReply | ProviderError]) -> None:
        self.tree = Tree()
        self.marks = HistoryMarks(self.tree)
        self.journal = Journal(self.tree, NowhereSink(), lambda: 0)
        self.replies = list(replies)
        self.results: dict[str, str] = {}
        self.stop: Stopped | None = None
        self.activity = Activity()
        self.partial: ChatReply | None = None
        self.read_only = ""
        self.reaches = True
        self.questions: tuple[Question, ...] = ()
        self.leaves: tuple[tuple[int, int], ...] = ()
        self.remarks, self.wire = RequestRemarks(), RunningWire()
        self.asked: list[tuple[Any, ...]] = []
        self.wrong: list[HistoryProblem] = []
        self.body_check: Callable[[str], tuple[HistoryProblem, ...]] = lambda _text: ()
        self._listeners: list[Callable[[Any], None]] = []
        self.journal.append(SetupChanged(**{name: getattr(setup, name) for name in SETTINGS}))
        self.journal.subscribe(self._tell)

    @property
    def standing(self) -> Stopped | None:
        return self.stop

    def needs_approval(self, key: CallKey) -> bool:
        return self.stop is not None and self.stop.reason == "approval" and self.stop.call == key

    def reaches_tool(self, _key: CallKey) -> bool:
        return self.reaches

    @property
    def head(self) -> NodeId:
        return self.journal.head

    @property
    def state(self) -> SessionState:
        return self.journal.state

    def subscribe(self, listener: Callable[[Any], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _tell(self, change: Any) -> None:
        for listener in tuple(self._listeners):
            listener(change)

    def history_problems(self) -> tuple[HistoryProblem, ...]:
        return tuple(self.wrong)

    def check_body(self, text: str) -> tuple[HistoryProblem, ...]:
        return self.body_check(text)

    def repair(self, problem: HistoryProblem) -> None:
        self.asked.append(("repair", problem.code, problem.pointer))
        self.wrong.remove(problem)
        self.journal.append(SetupChanged())

    def repair_all(self, wanted: Callable[[HistoryProblem], bool]) -> tuple[HistoryProblem, ...]:
        done = tuple(one for one in self.wrong if one.repair and wanted(one))
        for problem in done:
            self.repair(problem)
        return done

    @contextmanager
    def one_step(self) -> Iterator[None]:
        yield

    async def send(
        self, text: str, *, role: Role = "user", passages: tuple[Passage, ...] = (), pictures: tuple[Image, ...] = ()
    ) -> None:
        self.asked.append(("send", text, role))
        self.add_message(Message(role, (Text(text), *pictures), passages=passages))
        await self.step()

    async def step(self) -> None:
        self.asked.append(("step",))
        self.request()
        self.answer()

    async def send_again(self) -> None:
        self.asked.append(("send_again",))
        request = self.state.last_request
        assert request is not None
        self.journal.move(self.tree.parent(request))
        self.request()
        self.answer()

    def request(self) -> NodeId:
        """Send the request; nothing answers yet."""
        body = self.request_json().encode()
        count = len(settled(self.state))
        return self.journal.append(RequestSent(body=(msgspec.Raw(json.dumps(body.decode()).encode()),), count=count)).id

    def answer(self) -> NodeId:
        """The next reply of the list comes in."""
        reply = self.replies.pop(0)
        if isinstance(reply, ProviderError):
            return self.journal.append(RequestFailed(error=reply, partial=self.partial)).id
        return self.journal.append(ReplyReceived(reply=reply, seconds=1.84)).id

    async def run_call(self, key: CallKey) -> None:
        self.asked.append(("run_call", key))
        self.start_call(key)
        call = self.state.call(key)
        assert call is not None
        text = self.results.get(call.call.name, "ok")
        self.journal.append(ResultRecorded(call=key, text=text, seconds=0.18, stdout="looked it up\n"))

    def start_call(self, key: CallKey) -> None:
        """The call begins and does not end."""
        self.journal.append(CallStarted(call=key))

    async def approve(self, key: CallKey, all_of_tool: bool = False) -> None:
        self.asked.append(("approve", key, all_of_tool))
        self.stop = None
        await self.run_call(key)

    def mock(self, key: CallKey, text: str, *, is_error: bool = False) -> None:
        self.asked.append(("mock", key, text, is_error))
        self.journal.append(ResultRecorded(call=key, source="mock", text=text, is_error=is_error))

    async def fault(self, key: CallKey, kind: Fault) -> None:
        self.asked.append(("fault", key, kind))
        self.journal.append(ResultRecorded(call=key, source="mock", text=kind, is_error=True, fault=kind))

    def reject(self, key: CallKey, reason: str) -> None:
        self.asked.append(("reject", key, reason))
        self.journal.append(ResultRecorded(call=key, source="rejected", text=reason, is_error=True))

    def edit_call(
        self, key: CallKey, *, name: str | None = None, arguments: str | None = None, id: str | None = None
    ) -> None:
        self.asked.append(("edit_call", key, name, arguments, id))
        call = self.state.call(key)
        assert call is not None
        members = {"name": name, "arguments": arguments, "id": id}
        now = replace(call.call, **{key: value for key, value in members.items() if value is not None})
        self.journal.append(CallEdited(call=key, now=now))

    def revert_call(self, key: CallKey) -> None:
        self.asked.append(("revert_call", key))
        call = self.state.call(key)
        assert call is not None
        assert call.original is not None
        self.journal.append(CallEdited(call=key, now=call.original))

    def edit_result(self, key: CallKey, text: str, *, is_error: bool = False) -> None:
        self.asked.append(("edit_result", key, text, is_error))
        self.journal.append(ResultEdited(call=key, text=text, is_error=is_error))

    def set_truth(self, key: CallKey, truth: Truth, notice: str = "") -> None:
        self.asked.append(("set_truth", key, truth, notice))
        event = edits.set_truth(self.state, key, truth, notice)
        assert event is not None
        self.journal.append(event)

    def preview(
        self, key: CallKey, truth: Truth, notice: str = "", *, waiting: Callable[[str], str], at: NodeId | None = None
    ) -> tuple[str, str]:
        state = self.state if at is None else self.tree.state(at)
        before, after = foreseen(state, key, truth, notice, waiting)
        return self._plain(before), self._plain(after)

    def _plain(self, state: SessionState) -> str:
        return json.dumps([wire(message) for message in settled(state)], ensure_ascii=False, indent=1)

    def signed(self, key: CallKey) -> Problem | None:
        return signed_problem(self.state, key)

    def _rearrange(self, changed: Rearranged) -> None:
        self.journal.append(ReplyEdited(parts=changed.reply.parts, positions=changed.positions))

    def _opened(self) -> OpenReply:
        assert self.state.open is not None
        return self.state.open

    def _nth(self, key: CallKey) -> int:
        return [call.key for call in self._opened().calls].index(key)

    def add_call(self, name: str) -> None:
        opened = self._opened()
        self._rearrange(added(opened, new_call(opened, name, self.state.setup.tool(name), ())))

    def duplicate_call(self, key: CallKey) -> None:
        ids = [call.call.id for call in self._opened().calls]
        self._rearrange(doubled(self._opened(), self._nth(key), ids))

    def move_call(self, key: CallKey, to: int) -> None:
        self._rearrange(moved(self._opened(), self._nth(key), to))

    def remove_call(self, key: CallKey) -> None:
        self._rearrange(removed(self._opened(), self._nth(key)))

    def edit_reply_text(self, text: str) -> None:
        self.edit_reply(with_text(self._opened().reply, text))

    def edit_reply(self, reply: ChatReply) -> None:
        self.asked.append(("edit_reply", reply))
        self.journal.append(ReplyEdited(parts=reply.parts, positions=self._positions(reply)))

    def _positions(self, reply: ChatReply) -> tuple[int, ...]:
        assert self.state.open is not None
        left = list(self.state.open.calls)
        found = []
        for at, call in enumerate(reply.calls):
            same = next((each for each in left if each.call is call or each.call == call), None)
            if same is not None:
                left.remove(same)
            found.append(same.key[1] if same else 100 + at)
        return tuple(found)

    def printed_form(self) -> str:
        return printed_form(self.state)

    def read_as_calls(self) -> None:
        self.asked.append(("read_as_calls",))

    def edit_reply_json(self, text: str) -> None:
        self.asked.append(("edit_reply_json", text))
        value = _read(text)
        calls = [
            Call(each["function"]["name"], each["function"]["arguments"], each.get("id"))
            for each in value.get("tool_calls", [])
        ]
        parts: list[Part] = [Text(value["content"])] if value.get("content") else []
        self.edit_reply(ChatReply((*parts, *calls), value.get("finish_reason")))

    def coerced(self, key: CallKey) -> tuple[Change, ...]:
        call = self.state.call(key)
        spec = self.state.setup.tool(call.call.name) if call is not None else None
        if call is None or spec is None:
            return ()
        return tuple(check_call(spec, call.call.arguments, call.call.form, self.coercion(spec.name)).changes)

    def coercion(self, tool_name: str) -> Coercion:
        return self.state.setup.chosen(tool_name).coercion or self.state.setup.coercion

    def check_arguments(self, tool_name: str, text: str) -> tuple[Problem, ...]:
        tool = self.state.setup.tool(tool_name)
        coercion = self.coercion(tool_name)
        checked = check_call(tool, text, coercion=coercion) if tool else None
        if checked is None:
            return ()
        return (*checked.problems, *(told(checked.changes) if coercion != "ask" else ()))

    @property
    def left_out(self) -> tuple[tuple[int, int], ...]:
        return self.leaves

    def left_out_of(self, node: NodeId) -> tuple[tuple[int, int], ...]:
        event = self.tree.event(node)
        return event.left_out if isinstance(event, RequestSent) else ()

    def next_tokens(self) -> RequestTokens:
        return RequestTokens(messages=sum(map(message_tokens, settled(self.state))))

    def passage(self, path: Path, lines: tuple[int, int] | None = None, *, always: bool = False) -> Passage:
        return read_passage(path, lines, always=always)

    def request_remarks(self, node: NodeId | None = None) -> RequestRemarks:
        event = self.tree.event(node) if node is not None else None
        return RequestRemarks(event.remarks, (), event.form) if isinstance(event, RequestSent) else self.remarks

    def request_json(self, node: NodeId | None = None) -> str:
        if node is not None:
            return self.tree.body(node).decode()
        setup = self.state.setup
        tools = [
            {"type": "function", "function": {"name": tool.name, "parameters": tool.parameters}}
            for tool in setup.sent_tools
        ]
        system = [{"role": "system", "content": setup.system}] if setup.system else []
        messages = [*system, *(each for message in settled(self.state) for each in wire(message))]
        body = {"model": setup.responder.model_name, "messages": messages, **setup.params, "tools": tools}
        return json.dumps(body, ensure_ascii=False, separators=(",", ":"))

    def reply_json(self, node: NodeId) -> str:
        state = self.tree.state(node)
        assert state.open is not None
        reply = state.open.reply
        return json.dumps(wire(reply.message)[0] | {"finish_reason": reply.finish}, ensure_ascii=False)

    def add_message(self, message: Message) -> None:
        self.journal.append(MessageAdded(message=message))

    def edit_message(self, index: int, message: Message | None) -> None:
        self.asked.append(("edit_message", index, message))
        inserted = () if message is None else (message,)
        self.journal.append(HistoryEdited(start=index, removed=1, inserted=inserted))

    def edit_request_json(self, text: str) -> None:
        self.asked.append(("edit_request_json", text))
        value = _read(text)
        if "messages" not in value:
            raise RefusedError("The request has no messages.", "Put the member messages back.")
        self.change_setup(
            params={key: each for key, each in value.items() if key not in ("model", "messages", "tools")}
        )

    def edit_past(self, node: NodeId, edit: Callable[[Any], None]) -> None:
        self.asked.append(("edit_past", node))
        self.journal.move(node)
        edit(self)

    def change_setup(self, **members: Any) -> None:
        self.asked.append(("change_setup", members))
        self.journal.append(SetupChanged(**members))

    def become(self, **members: Any) -> None:
        """Set what is under way (`kind`, `calls`) and tell about it."""
        self.activity = Activity(**{"since": time.monotonic(), **members})
        self._tell(self.activity)

    def stream(self, reply: ChatReply) -> None:
        """The reply has grown to this."""
        self.partial = reply
        self._tell(PartialReply(("text", "")))

    def output(self, key: CallKey, text: str) -> None:
        """A running tool prints."""
        self._tell(ToolOutput(key, "stdout", text))


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise RefusedError(f"This is not JSON: {error}.") from error
