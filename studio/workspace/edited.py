"""An open session as it is edited: calls, results, the reply, the request, the setup. Every edit is an event.

Above: `opened`. Below: `moved`, `engine/edits`. JSON that a person wrote is read by the dialect here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from studio.checks.change import Change
from studio.checks.finite import has_endless
from studio.checks.problem import Problem
from studio.checks.rules import RULES, Levels, T, judged, merged, with_level
from studio.checks.told_changes import told
from studio.dialects.dialect import Dialect
from studio.dialects.parameters import translate
from studio.engine import edits
from studio.engine.assessed import is_denied
from studio.engine.compose import request_of
from studio.engine.offering import with_offering
from studio.engine.printed_reply import as_calls, printed_form
from studio.engine.rollback import check_undos
from studio.engine.services import Checked
from studio.engine.written import written
from studio.messages.message import Message
from studio.messages.parts import Call
from studio.messages.reply import ChatReply
from studio.messages.request import ChatRequest
from studio.present.json_changes import with_changes
from studio.said import said
from studio.session.events import Event, ReplyReceived, RequestFailed, SetupChanged
from studio.session.frames import changed as setup_after
from studio.session.frames import frame_of
from studio.session.nodes import CallKey, NodeId
from studio.session.notes import SessionNoted, Titled
from studio.session.policies import Coercion, RuleLevel
from studio.session.setup import ResponderChoice, Setup
from studio.session.together import together
from studio.session.truths import Truth
from studio.workspace.moved import MovedSession
from studio.workspace.not_offered import not_offered
from studio.workspace.signed_calls import signed_problem

_LARGE = ("tools", "skills", "executors", "files")
"""Settings that hold no number of the person's, and may be long."""


class EditedSession(MovedSession):
    """Edits. Each raises EditRefusedError with the reason when it cannot be made; none runs or sends anything."""

    def edit_call(
        self,
        key: CallKey,
        *,
        name: str | None = None,
        arguments: str | None = None,
        id: str | None = None,
        truth: Truth | None = None,
        notice: str = "",
    ) -> None:
        """Change a call's name, argument text or id; what is None stays. `truth` is what the history says of it, the session's `edit_truth`
        when None; `notice` the person's own words for *notify*."""
        self._not_running(key)
        given = {"name": name, "arguments": arguments, "id": id}
        changes = {member: value for member, value in given.items() if value is not None}
        self._append(edits.edit_call(self.state, key, changes, truth, notice))

    def revert_call(self, key: CallKey) -> None:
        """Give the call back what the model wrote."""
        original = edits.open_call(self.state, key).original
        if original is None:
            raise edits.EditRefusedError(
                said("The model did not ask for this call."), said("Remove it from the reply instead.")
            )
        self._append(
            edits.edit_call(
                self.state, key, {"name": original.name, "arguments": original.arguments, "id": original.id}
            )
        )

    def revert_reply(self) -> None:
        """Give the open reply back what the model said: its text and all its calls, as one edit."""
        opened = self.state.open
        if opened is None or not opened.edited:
            raise edits.EditRefusedError(said("The open reply is as the model said it."))
        self.edit_reply(opened.original, tuple(range(len(opened.original.calls))))

    def edit_result(self, key: CallKey, text: str, *, is_error: bool = False) -> None:
        """Change what the model will read as the result of a call."""
        self._append(edits.edit_result(self.state, key, text, is_error=is_error))

    def edit_reply(self, reply: ChatReply, positions: tuple[int, ...] | None = None) -> None:
        """Change the reply's text and calls. `positions` gives each call its number: the old one, or a free one for an added call."""
        self._still()
        self._append(edits.edit_reply(self.state, reply, positions or self._positions(reply)))

    def _positions(self, reply: ChatReply) -> tuple[int, ...]:
        """Numbers for the calls of an edited reply: a call that is still the same keeps its own, the others are matched by place."""
        opened = self.state.open
        if opened is None:
            return tuple(range(len(reply.calls)))
        left = {call.key[1]: call.call for call in opened.calls}
        free = edits.next_position(self.state, opened.event)
        made = [_take(left, call, same=True) for call in reply.calls]
        made = [_take(left, call, same=False) if at is None else at for at, call in zip(made, reply.calls, strict=True)]
        return tuple(at if at is not None else free + count for count, at in enumerate(made))

    def printed_form(self) -> str:
        """The text form in which the open reply prints calls that were to be asked natively; empty when it does not."""
        return printed_form(self.state)

    def read_as_calls(self) -> None:
        """Read the calls that the open reply prints: an edit of the reply, like any other. Nothing runs."""
        name, opened = self.printed_form(), self.state.open
        if not name or opened is None:
            raise edits.EditRefusedError(said("The reply's text prints no call of a sent tool."))
        self.edit_reply(as_calls(opened.reply, name, self.state.setup.sent_tools, f"{opened.event}_printed"))

    def edit_reply_json(self, text: str) -> None:
        """Change the reply as the dialect's JSON. Raises DialectError with the place when it is none."""
        self.edit_reply(self.dialect.read_reply(text.encode("utf-8", "surrogatepass"), request_of(self.state)))

    def edit_message(self, index: int, message: Message | None) -> None:
        """Replace a message of the next request, counted from 0 without the system text; None removes it."""
        self._still()
        self._append(edits.edit_message(self.state, index, message))

    def edit_request_json(self, text: str) -> None:
        """Change the next request as the dialect's JSON: one event, however many places. Raises DialectError with the place when it is
        none."""
        self._still()
        composer = self._wired.composer(self.state.setup)
        request = _with_origins(composer.dialect.read_request(text.encode("utf-8", "surrogatepass")), composer.dialect)
        state = with_offering(self.state)
        events = edits.edit_request(state, request, written(composer, state))
        for event in events:
            if isinstance(event, SetupChanged):
                self._check_undos(setup_after(self.state.setup, event))
        self._append(together(events))

    def edit_past(self, node: NodeId, edit: Callable[[Any], None]) -> None:
        """Fork at `node` and make the edit there, in one step; when the edit is refused or changes nothing, everything is as before."""
        before, visited, place = self.head, list(self._visited), self._place
        last = self.tree.last
        try:
            with self.one_step():
                self.rewind(node)
                edit(self)
        finally:
            if self.tree.last == last and self.head != before:
                self.journal.move(before)
                self._visited, self._place = visited, place

    def change_setup(self, **members: Any) -> None:
        """Change settings by name: system, params, tools, off, stops, responder, max_round_trips, call_seconds."""
        changed = {name: value for name, value in members.items() if getattr(self.state.setup, name) != value}
        if not changed.keys().isdisjoint(("compensation", "tools")):
            self._check_undos(replace(self.state.setup, **changed))
        if any(has_endless(value) for name, value in changed.items() if name not in _LARGE):
            raise edits.EditRefusedError(
                said("NaN and infinity are no numbers that a session can keep."), said("Write another.")
            )
        if changed:
            self.journal.append(SetupChanged(**changed))

    def _check_undos(self, setup: Setup) -> None:
        """Raise UndoRefusedError when compensation is on and a tool cannot undo what it says it does."""
        if setup.compensation:
            check_undos(setup.tools)

    async def run_raw(self, key: CallKey) -> None:
        """Run a call whose arguments do not fit with the raw text, this once; the choice for its tool stays as it is."""
        setup, name = self.state.setup, edits.open_call(self.state, key).call.name
        self.change_setup(choices={**setup.choices, name: replace(setup.chosen(name), bad_arguments="raw")})
        try:
            await self.run_call(key)
        finally:
            self.change_setup(choices=setup.choices)

    def use_responder(self, choice: ResponderChoice, params: Mapping[str, Any]) -> None:
        """Ask another model from now on. The session's parameters are said in its dialect; what has no place there is left out,
        with a remark. `params` are the profile's own and win."""
        setup = self.state.setup
        carried, remarks = translate(setup.params, setup.responder.dialect, choice.dialect)
        wanted = {**carried, **params}
        if (setup.responder, setup.params) != (choice, wanted):
            self.journal.append(SetupChanged(responder=choice, params=wanted, remarks=remarks))

    def set_title(self, title: str) -> None:
        """Name the session."""
        self.journal.note(Titled(title.strip()))

    @property
    def notes_text(self) -> str:
        """What the person wrote about the session."""
        return self.journal.notes_text

    def set_notes(self, text: str) -> None:
        """Write about the session; the text before gives way."""
        if text.strip() != self.journal.notes_text:
            self.journal.note(SessionNoted(text.strip()))

    @property
    def rule_levels(self) -> Levels:
        """What the person made of rules of the checks: here, and in all sessions."""
        return merged(self._wired.rules(), self.state.setup.rules)

    def judged(self, found: Sequence[T]) -> tuple[T, ...]:
        """What a check found, as the person wants it told."""
        return judged(found, self.rule_levels)

    def set_rule(self, rule: str, wanted: RuleLevel | None) -> None:
        """Say what is made of a rule in this session from now on; None: what holds for all sessions. Raises EditRefusedError."""
        known = RULES.get(rule)
        if known is None or (wanted is not None and wanted not in known.levels):
            raise edits.EditRefusedError(
                said("There is no rule {rule} that could be so.", rule=rule), said("Choose one of the list.")
            )
        self.change_setup(rules=with_level(self.state.setup.rules, rule, wanted))

    def problems(self, key: CallKey) -> tuple[Problem, ...]:
        """What is wrong with a call as it stands: its name, its arguments, a signature that does not fit its edit."""
        call = edits.open_call(self.state, key).call
        signed = signed_problem(frame_of(self.state, key) or self.state, key)
        return (*self._unfit(call), *(self.judged((signed,)) if signed is not None else ()))

    def _unfit(self, call: Call) -> tuple[Problem, ...]:
        if is_denied(self.state.setup, call.name):
            return (Problem("call.denied", "", said("Calls of {tool} are denied by your policy.", tool=call.name)),)
        if self.state.setup.tool(call.name) is None:
            known = not_offered(self.state, call.name)
            if known is not None:
                return (Problem("call.not_offered", "", known),)
            sentence = self._wired.unknown_tool(call.name, [tool.name for tool in self.state.setup.sent_tools])
            return (Problem("call.unknown_tool", "", sentence),)
        return self.check_arguments(call.name, call.arguments, call.form)

    def check_arguments(self, tool_name: str, text: str, form: str = "function") -> tuple[Problem, ...]:
        """What is wrong with an argument text for a tool; nothing when the tool is unknown. What will be made to fit when the call runs
        is a warning."""
        checked = self._check(tool_name, text, form)
        if checked is None:
            return ()
        made = () if self.coercion(tool_name) == "ask" else told(checked.changes)
        return self.judged((*checked.problems, *made))

    def coerced(self, key: CallKey) -> tuple[Change, ...]:
        """What is made to fit when the call runs; with the setting `ask`, what could be."""
        call = edits.open_call(self.state, key).call
        checked = self._check(call.name, call.arguments, call.form)
        return () if checked is None else tuple(checked.changes)

    def take_changes(self, key: CallKey) -> None:
        """Write into the call's arguments what `coerced` tells, all else as it is spelled. No edit where there is
        nothing to take, or the call is free text."""
        call = edits.open_call(self.state, key).call
        changes = self.coerced(key)
        if changes and call.form == "function":
            self.edit_call(key, arguments=with_changes(call.arguments, changes))

    def _check(self, tool_name: str, text: str, form: str) -> Checked | None:
        tool = self.state.setup.tool(tool_name)
        return None if tool is None else self._wired.check(tool, text, form, self.coercion(tool_name))

    def coercion(self, tool_name: str) -> Coercion:
        """How values that do not fit are treated for a tool."""
        setup = self.state.setup
        return setup.chosen(tool_name).coercion or setup.coercion

    def request_json(self, node: NodeId | None = None) -> str:
        """The exact body of a request: that of node `node` as it was sent, or the next one as it will be."""
        raw = self.tree.body(node) if node is not None else self._next_body()
        return self._wired.world.redactor.data(raw).decode("utf-8", "replace")

    def request_json_as(self, setup: Setup) -> str:
        """The exact body that the next request would have with other settings; nothing changes. Raises DialectError."""
        composed = self._wired.composer(setup).compose(with_offering(replace(self.state, setup=setup)))
        return self._wired.world.redactor.data(composed.sent.join()).decode("utf-8", "replace")

    def _next_body(self) -> bytes:
        return self._wired.composer(self.state.setup).compose(with_offering(self.state)).sent.join()

    def reply_json(self, node: NodeId) -> str:
        """The reply at `node` as the dialect would write it: as it stands when it is the open one, else as it was said."""
        opened = self.tree.state(node).open
        event = self.tree.event(node)
        if opened is not None:
            reply = self.state.open.reply if self.state.open and self.state.open.event == opened.event else opened.reply
        elif isinstance(event, ReplyReceived):
            reply = event.reply
        elif isinstance(event, RequestFailed) and event.partial is not None:
            reply = event.partial
        else:
            return ""
        # As the one who said it would: the session may have gone over to another dialect since.
        dialect = self._wired.composer(self.tree.state(node).setup).dialect
        return dialect.write_reply(reply).decode("utf-8", "replace")

    @property
    def dialect(self) -> Dialect:
        """The wire format of the next request, with the way in which tools are told."""
        return self._wired.composer(self.state.setup).dialect

    def _append(self, event: Event | None) -> None:
        if event is not None:
            self.journal.append(event)


def _with_origins(request: ChatRequest, dialect: Dialect) -> ChatRequest:
    """The request, its tools with the dialect that their own members are bound to."""
    tools = tuple(replace(tool, origin=dialect.name) if tool.extra else tool for tool in request.tools)
    return replace(request, tools=tools)


def _take(left: dict[int, Call], call: Call, *, same: bool) -> int | None:
    """The first number of `left` with the same call, or the same id; it is taken out."""
    found = next((at for at, old in left.items() if (old == call if same else old.id == call.id)), None)
    if found is not None:
        del left[found]
    return found
