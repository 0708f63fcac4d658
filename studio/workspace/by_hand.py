"""An open session and calls that the person makes by hand, outside the loop: of any tool, kept, made again, put into the session.

Above: `opened`. Below: `serving`. Checked like a model's call, and run like one; no mock answers, and no approval is asked: the person
calls.
"""

import itertools
import json
from pathlib import Path

import msgspec
from msgspec.structs import replace

from studio.checks.problem import Problem
from studio.engine import edits
from studio.engine.due import is_undo
from studio.engine.edits import EditRefusedError
from studio.engine.result_size import cut
from studio.engine.services import Checked
from studio.messages.message import Message
from studio.messages.parts import Text
from studio.messages.toolspec import ToolSpec
from studio.said import said
from studio.session.agents import Agent
from studio.session.journal import Journal
from studio.session.mcp_servers import KeptCall
from studio.session.nodes import CallKey
from studio.store.session_file import SessionSink
from studio.tools.strategies import problem_line
from studio.tools.tool import CallContext, OnProgress, Outcome
from studio.workspace.services import Wired, seconds_of
from studio.workspace.serving import ServingSession

MOST_MADE = 50


class MadeCall(msgspec.Struct, frozen=True):
    """A call that was made by hand, and what came of it. `arguments` is the JSON text that the tool got."""

    tool: str
    arguments: str
    outcome: Outcome


class ByHandSession(ServingSession):
    """Calls by hand. They are no events; what is put into the session is."""

    def __init__(self, path: Path, journal: Journal, wired: Wired, sink: SessionSink | None, retries: int = 0) -> None:
        super().__init__(path, journal, wired, sink, retries)
        self._made: tuple[MadeCall, ...] = ()
        self._by_hand = itertools.count(1)

    def tools_by_hand(self) -> tuple[ToolSpec, ...]:
        """The tools that can be called by hand: all but agents, which are sessions of their own."""
        setup = self.state.setup
        return tuple(each for each in setup.tools if not isinstance(setup.executors.get(each.name), Agent))

    def refuses_by_hand(self, tool: str) -> str:
        """Why a tool cannot be called by hand, in a sentence; empty when it can."""
        try:
            self._callable(tool)
        except EditRefusedError as error:
            return str(error)
        return ""

    def check_by_hand(self, tool: str, arguments: str) -> tuple[Problem, ...]:
        """What is wrong with arguments as they are typed; with an error among them nothing is sent."""
        return tuple(self._checked(self._callable(tool), arguments).problems)

    async def call_by_hand(self, tool: str, arguments: str, on_progress: OnProgress | None = None) -> MadeCall:
        """Run a tool of the session once, now. An empty text is `{}`. Cancelling cancels the call. Raises EditRefusedError for arguments
        that do not fit or are no JSON, StudioError when the tool cannot run."""
        spec = self._callable(tool)
        checked = self._checked(spec, arguments)
        wrong = [each for each in checked.problems if each.severity == "error"]
        if checked.value is None or wrong:
            what = problem_line(wrong[0]) if wrong else said("they are no JSON object")
            raise EditRefusedError(
                said("{tool} was not called, its arguments do not fit: {what}.", tool=tool, what=what),
                said("Correct them first."),
            )
        setup = self.state.setup
        await self._wired.prepare(setup, spec)
        id = f"by_hand_{next(self._by_hand)}"
        context = CallContext(id, idempotency_key=id, seconds=seconds_of(setup, tool), on_progress=on_progress)
        outcome = await self._wired.run_tool(setup, spec, checked.value, context)
        sent = json.dumps(checked.value, ensure_ascii=False) if checked.changes else arguments.strip() or "{}"
        made = MadeCall(tool, self.blanked(sent), outcome)
        self._made = (made, *self._made)[:MOST_MADE]
        return made

    @property
    def made_calls(self) -> tuple[MadeCall, ...]:
        """The calls made by hand since the session was opened, newest first, at most 50."""
        return self._made

    def keep_call(self, call: KeptCall) -> None:
        """Keep a call in the session, in the place of the kept one of that name."""
        call = self.blanked(call)
        if not call.name.strip():
            raise EditRefusedError(said("A call that is kept needs a name."), said("Write one."))
        kept = self.state.setup.kept_calls
        names = [each.name for each in kept]
        now = tuple(call if each.name == call.name else each for each in kept)
        self.change_setup(kept_calls=now if call.name in names else (*kept, call))

    def drop_kept_call(self, name: str) -> None:
        """Keep it no more."""
        self.change_setup(kept_calls=tuple(each for each in self.state.setup.kept_calls if each.name != name))

    def put_result(self, made: MadeCall, call: CallKey | None = None) -> None:
        """Put what came of it into the session: as the result of an open `call`, else as a user message that tells it. Raises
        EditRefusedError."""
        outcome = made.outcome
        if call is None:
            told = f"I called {made.tool} with {made.arguments}. It gave:\n{outcome.text}"
            self.add_message(Message("user", (Text(told), *outcome.media)))
            return
        if is_undo(self.state, call):
            raise EditRefusedError(said("This call is to be undone."), said("Undo it, or skip that."))
        self._not_running(call)
        given = edits.give_result(self.state, call, "by_hand", outcome.text, is_error=outcome.status != "ok")
        whole = replace(
            given,
            status=outcome.status,
            detail=outcome.detail,
            stdout=outcome.stdout,
            stderr=outcome.stderr,
            media=outcome.media,
            parts=outcome.parts,
            structured=outcome.structured,
        )
        self.journal.append(cut(whole, self.state.setup.result_chars))

    def _callable(self, tool: str) -> ToolSpec:
        setup = self.state.setup
        spec = next((each for each in setup.tools if each.name == tool), None)
        if spec is None:
            raise EditRefusedError(
                said("There is no tool named {tool}.", tool=tool), said("Choose one of the session's tools.")
            )
        if isinstance(setup.executors.get(tool), Agent):
            raise EditRefusedError(
                said("{tool} is an agent, a session of its own: it can only be called in the loop.", tool=tool),
                said("Ask the model to call it, or open the agent's session."),
            )
        return spec

    def _checked(self, spec: ToolSpec, arguments: str) -> Checked:
        setup = self.state.setup
        return self._wired.check(spec, arguments, "function", setup.chosen(spec.name).coercion or setup.coercion)
