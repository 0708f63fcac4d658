"""What a script can decide about a session, as values: one class for each kind of decision. Its docstring is its help.

Above: `step_reading`, `step_edits`, `step_places`, `step_moves`. Below: `session`. A call is named by its id, by `REPLY.POSITION`, or by
its tool's name; a step as `fork` names it.
"""

from typing import Any

import msgspec

from studio.messages.message import Role
from studio.session.breakpoints import Action, Trouble
from studio.session.nodes import Place
from studio.session.truths import Truth

LOOP = frozenset(
    (
        *("stops", "limits", "strategies", "policies", "coercion", "concurrent", "compensation", "max_round_trips"),
        *("call_seconds", "result_chars", "mocks", "memory", "memory_id", "edit_truth", "strict", "pinned", "context"),
        *("choices", "groups", "chooser", "search", "skills_text", "rules"),
    )
)
"""Settings that `settings` may name; the others have decisions or commands of their own."""


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """One decision."""


class EditCall(Decision, frozen=True, tag="edit_call"):
    """change a call: its name, its arguments (an object, or the text: they take the place of all that were there) or only some members of
    them (patch: a JSON merge patch, null takes a member out), its id; truth: what the history says of it"""

    call: str
    name: str | None = None
    arguments: dict[str, Any] | str | None = None
    patch: dict[str, Any] | None = None
    id: str | None = None
    truth: Truth | None = None
    notice: str = ""


class RevertCall(Decision, frozen=True, tag="revert_call"):
    """give a call back what the model wrote"""

    call: str


class SetTruth(Decision, frozen=True, tag="set_truth"):
    """choose what the history says of an edited call: rewrite, notify, keep"""

    call: str
    truth: Truth
    notice: str = ""


class AddCall(Decision, frozen=True, tag="add_call"):
    """add a call to the reply, before call number `at` (from 0), or at the end"""

    name: str
    arguments: dict[str, Any] | str | None = None
    id: str | None = None
    at: int | None = None


class RemoveCall(Decision, frozen=True, tag="remove_call"):
    """take a call out of the reply"""

    call: str


class MoveCall(Decision, frozen=True, tag="move_call"):
    """put a call at another place among the calls of the reply, from 0"""

    call: str
    to: int


class DuplicateCall(Decision, frozen=True, tag="duplicate_call"):
    """add the same call once more"""

    call: str


class EditReply(Decision, frozen=True, tag="edit_reply"):
    """change what the reply says (text), or all of it (reply: the body as the provider would write it)"""

    text: str | None = None
    reply: dict[str, Any] | str | None = None


class EditResult(Decision, frozen=True, tag="edit_result"):
    """change what the model reads as the result of a call"""

    call: str
    text: str
    is_error: bool = False


class EditMessage(Decision, frozen=True, tag="edit_message"):
    """change the text of a message of the next request (counted from 0, without the system text), its role, or remove it; of a message
    with results `place` says which (from 0)"""

    index: int
    text: str | None = None
    role: Role | None = None
    remove: bool = False
    place: int = 0


class EditRequest(Decision, frozen=True, tag="edit_request"):
    """make this the body of the next request, in the dialect of the session"""

    body: dict[str, Any] | str


class System(Decision, frozen=True, tag="system"):
    """change the system text (null: none)"""

    text: str | None


class Params(Decision, frozen=True, tag="params"):
    """change members of the request body; null takes one out"""

    values: dict[str, Any]


class Tools(Decision, frozen=True, tag="tools"):
    """switch tools on and off"""

    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()


class Model(Decision, frozen=True, tag="model"):
    """ask another model of the same profile"""

    name: str


class Profile(Decision, frozen=True, tag="profile"):
    """ask through another profile of the settings (with --model live)"""

    name: str


class Settings(Decision, frozen=True, tag="settings"):
    """change settings of the loop by name: stops, limits, strategies, policies, coercion, concurrent, compensation, max_round_trips,
    call_seconds, result_chars, mocks, memory, edit_truth, strict, pinned, context, rules"""

    values: dict[str, Any]


class Title(Decision, frozen=True, tag="title"):
    """name the session"""

    text: str


class Say(Decision, frozen=True, tag="message"):
    """add a message; step or run sends it"""

    text: str
    role: Role = "user"
    attach: tuple[str, ...] = ()


class RunCall(Decision, frozen=True, tag="run_call"):
    """run a call now, whatever is due"""

    call: str


class RunOpen(Decision, frozen=True, tag="run_open"):
    """run all open calls that need no decision"""


class Approve(Decision, frozen=True, tag="approve"):
    """run a call that asks first (the due one, when none is named); all_of_tool: and all of its tool from now on"""

    call: str = ""
    all_of_tool: bool = False


class Mock(Decision, frozen=True, tag="mock"):
    """answer a call (the due one, when none is named) instead of its tool"""

    text: str
    call: str = ""
    is_error: bool = False


class MockOpen(Decision, frozen=True, tag="mock_open"):
    """answer all open calls with the same text"""

    text: str
    is_error: bool = False


class Reject(Decision, frozen=True, tag="reject"):
    """do not run a call (the due one, when none is named); the model reads the reason"""

    call: str = ""
    reason: str = ""


class Step(Decision, frozen=True, tag="step"):
    """do the one thing that is due and stop"""


class StepInto(Decision, frozen=True, tag="step_into"):
    """the same, but stop inside an agent before its first request"""


class StepOut(Decision, frozen=True, tag="step_out"):
    """go on to the end of the agent, else of the round"""


class StepRound(Decision, frozen=True, tag="step_round"):
    """go on to the end of the round"""


class Run(Decision, frozen=True, tag="run"):
    """go on to the next stop"""


class RunToBreakpoint(Decision, frozen=True, tag="run_to_breakpoint"):
    """go on to the next breakpoint, past other stop places"""


class RunToEnd(Decision, frozen=True, tag="run_to_end"):
    """go on to the end; only approvals, errors and limits stop"""


class SendAgain(Decision, frozen=True, tag="send_again"):
    """ask the model once more for this round, on a branch"""


class SendAnyway(Decision, frozen=True, tag="send_anyway"):
    """send the next request although its history is invalid"""


class Repair(Decision, frozen=True, tag="repair"):
    """mend what is wrong with the history of the next request: all that can be, or what has this code"""

    code: str = ""


class Fork(Decision, frozen=True, tag="fork"):
    """begin a branch under a step (see fork --help for how steps are named); runs nothing"""

    at: int | str = "head"
    name: str = ""
    note: str = ""
    expects: str = ""


class Rerun(Decision, frozen=True, tag="rerun"):
    """begin a branch under a step and run to the next stop"""

    at: int | str
    name: str = ""
    note: str = ""
    expects: str = ""


class Branch(Decision, frozen=True, tag="branch"):
    """rename a branch, note on it, say what is expected of it, hide it or show it again"""

    branch: str
    name: str | None = None
    note: str | None = None
    expects: str | None = None
    hidden: bool | None = None


class Rewind(Decision, frozen=True, tag="rewind"):
    """stand at a step, or at the end of the branch of that name"""

    to: int | str


class Restart(Decision, frozen=True, tag="restart"):
    """begin a branch before the first request and run"""


class Back(Decision, frozen=True, tag="back"):
    """stand at the step before; nothing is undone outside"""


class Undo(Decision, frozen=True, tag="undo"):
    """take back the last decision of this run that changed where the session stands"""


class Redo(Decision, frozen=True, tag="redo"):
    """take back the undo"""


class SetBreakpoint(Decision, frozen=True, tag="breakpoint"):
    """set a breakpoint, or change the one with this id: a place (before_request, after_reply, before_call, after_result) or a trouble,
    a condition, a count, and what to do: stop, log, mock, edit"""

    id: str = ""
    place: Place | None = None
    trouble: Trouble | None = None
    tool: str = ""
    condition: str = ""
    count: int = 0
    every: int = 0
    most: float = 0.0
    action: Action = "stop"
    text: str = ""
    is_error: bool = False
    patch: dict[str, Any] | None = None
    on: bool = True


class RemoveBreakpoint(Decision, frozen=True, tag="remove_breakpoint"):
    """remove a breakpoint"""

    id: str


class SetWatch(Decision, frozen=True, tag="watch"):
    """watch an expression; its value stands in each answer"""

    expression: str
    id: str = ""


class RemoveWatch(Decision, frozen=True, tag="remove_watch"):
    """watch an expression no more"""

    id: str


class List(Decision, frozen=True, tag="list"):
    """print the breakpoints and watches with their ids; with --json they stand in every answer"""


OfCalls = (
    EditCall
    | RevertCall
    | SetTruth
    | AddCall
    | RemoveCall
    | MoveCall
    | DuplicateCall
    | EditReply
    | EditResult
    | Mock
    | MockOpen
    | Reject
)
"""What changes calls, the reply and results, and runs nothing."""

OfRequest = EditMessage | EditRequest | System | Params | Tools | Model | Profile | Settings | Title | Say | Repair
"""What changes the next request and the settings, and runs nothing."""

OfPlaces = (
    Fork | Branch | Rewind | Back | Undo | Redo | SetBreakpoint | RemoveBreakpoint | SetWatch | RemoveWatch | List
)
"""What changes where the session stands and stops, and runs nothing."""

Moves = (
    RunCall
    | RunOpen
    | Approve
    | Step
    | StepInto
    | StepOut
    | StepRound
    | Run
    | RunToBreakpoint
    | RunToEnd
    | SendAgain
    | SendAnyway
    | Rerun
    | Restart
)
"""What runs or sends something."""

AnyDecision = OfCalls | OfRequest | OfPlaces | Moves
