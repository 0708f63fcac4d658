"""What can be done now, and why not: the one place that says when an action is allowed.

Above: `actions`, the toolbar and the palette through it. Below: `workspace`. Pure; knows no widget. A reason is a key of the
translation context `Reasons`; the empty text means allowed.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, cast

import msgspec

from studio.late import Late
from studio.present.marked import QT_TRANSLATE_NOOP
from studio.problems import StudioError

if TYPE_CHECKING:
    from studio.checks.history import problem
    from studio.session.nodes import NodeId
    from studio.workspace.opened import OpenedSession
else:
    problem = Late("studio.checks.history.problem")


NOTHING = cast("NodeId", 0)
"""No node: the head is looked at."""


class Situation(msgspec.Struct, frozen=True):
    """The facts that decide. `selected` is the node looked at (0: none); `text` says what kind of text has the keyboard;
    `wide`: both panes stand side by side or stacked, not as tabs; `untrusted`: files wait for trust; `problems` are those listed;
    `here` are ids of what can be done with the part that has the keyboard and with the step looked at."""

    session: "OpenedSession | None" = None
    selected: "NodeId" = NOTHING
    text: Literal["", "read", "edit"] = ""
    wide: bool = True
    untrusted: bool = False
    problems: int = 0
    here: frozenset[str] = frozenset()

    @property
    def running(self) -> bool:
        """Whether the session is doing something now."""
        return self.session is not None and self.session.activity.kind != "idle"


Rule = Callable[[Situation], str]

NO_SESSION = QT_TRANSLATE_NOOP("Reasons", "No session is open.")
RUNNING = QT_TRANSLATE_NOOP("Reasons", "The session is running. Stop or pause it first.")
IDLE = QT_TRANSLATE_NOOP("Reasons", "Nothing is running.")
READ_ONLY = QT_TRANSLATE_NOOP("Reasons", "The session is open for reading only.")
FINISHED = QT_TRANSLATE_NOOP("Reasons", "Nothing to step: the session is finished. Write a message to go on.")
NO_MESSAGE = QT_TRANSLATE_NOOP("Reasons", "Nothing to step: write a message first.")
UNCERTAIN = QT_TRANSLATE_NOOP(
    "Reasons", "Something was under way when the session ended. Decide in the banner what to do with it."
)
INVALID = QT_TRANSLATE_NOOP(
    "Reasons", "The messages cannot be sent like this. Repair them, or choose Run › Send anyway."
)
VALID = QT_TRANSLATE_NOOP("Reasons", "Nothing is wrong with the messages of the next request.")
NO_REPAIR = QT_TRANSLATE_NOOP("Reasons", "No repair is known for what is wrong. Change the messages by hand.")
NO_PROBLEMS = QT_TRANSLATE_NOOP("Reasons", "There are no problems.")
AT_START = QT_TRANSLATE_NOOP("Reasons", "This is the first step.")
NO_SELECTION = QT_TRANSLATE_NOOP("Reasons", "Select a step in the timeline first.")
AT_HEAD = QT_TRANSLATE_NOOP("Reasons", "The session stands at this step already.")
NOT_AHEAD = QT_TRANSLATE_NOOP("Reasons", "The selected step is not ahead on this branch.")
NOTHING_TO_UNDO = QT_TRANSLATE_NOOP("Reasons", "Nothing to undo.")
NOTHING_TO_REDO = QT_TRANSLATE_NOOP("Reasons", "Nothing to redo.")
NOTHING_YET = QT_TRANSLATE_NOOP("Reasons", "Nothing has happened in this session yet. Write a message first.")
ONE_BRANCH = QT_TRANSLATE_NOOP("Reasons", "There is no other branch. Fork from here begins one.")
CUT_OFF = QT_TRANSLATE_NOOP("Reasons", "What comes before this step is missing in the file.")
NO_REPLY = QT_TRANSLATE_NOOP("Reasons", "No request has been sent yet.")
NO_RECORDING = QT_TRANSLATE_NOOP("Reasons", "This session has no recording. Open one with File › Replay….")
NO_PROFILE = QT_TRANSLATE_NOOP("Reasons", "No profile is chosen for this session.")
NOT_LIVE = QT_TRANSLATE_NOOP("Reasons", "No model is asked here. Choose Session › Model answers › Live first.")
NO_REQUEST = QT_TRANSLATE_NOOP("Reasons", "No request is due: write a message, or go back to before a request.")
NO_SCRIPT = QT_TRANSLATE_NOOP("Reasons", "This session has no script.")
NO_OPEN_CALL = QT_TRANSLATE_NOOP("Reasons", "No call waits for a result.")
NO_AGENT = QT_TRANSLATE_NOOP("Reasons", "The session does not stand inside an agent. Step into one first.")
NO_MESSAGE_DUE = QT_TRANSLATE_NOOP(
    "Reasons", "A passage goes along with a message. Go on to the end of the turn first."
)
NO_TEXT = QT_TRANSLATE_NOOP("Reasons", "Click into a text first.")
NO_EDITOR = QT_TRANSLATE_NOOP("Reasons", "Click into a text that can be changed first.")
NARROW = QT_TRANSLATE_NOOP("Reasons", "The window is too narrow: request and response are tabs.")
NO_BREAKPOINTS = QT_TRANSLATE_NOOP("Reasons", "There is no breakpoint. F9 sets one at the selected step.")
NO_SERVERS = QT_TRANSLATE_NOOP("Reasons", "The session has no MCP servers.")
ALL_TRUSTED = QT_TRANSLATE_NOOP("Reasons", "All tools of the session are trusted.")
_WAITS = {"Finished": FINISHED, "AwaitPerson": NO_MESSAGE, "Uncertain": UNCERTAIN}


def due_kind(session: "OpenedSession") -> str:
    """What must happen next: AskModel, ChooseTools, RunCalls, EndAgent, Uncertain, AwaitPerson or Finished."""
    return type(session.due).__name__


def always(_: Situation) -> str:
    """Allowed whatever is open."""
    return ""


def is_open(now: Situation) -> str:
    """A session is open."""
    return "" if now.session is not None else NO_SESSION


def at_rest(now: Situation) -> str:
    """A session is open and does nothing at the moment."""
    return is_open(now) or (RUNNING if now.running else "")


def can_export(now: Situation) -> str:
    """Something was asked, so that a test has something to replay."""
    refused = at_rest(now)
    if refused or now.session is None:
        return refused
    return "" if now.session.state.last_request is not None or now.session.state.outer is not None else NO_REPLY


def can_write(now: Situation) -> str:
    """The session may be changed now."""
    if now.session is None:
        return NO_SESSION
    return READ_ONLY if now.session.read_only else at_rest(now)


def can_set(now: Situation) -> str:
    """Breakpoints and watches may be set, also while the session runs."""
    if now.session is None:
        return NO_SESSION
    return READ_ONLY if now.session.read_only else ""


def has_breakpoints(now: Situation) -> str:
    """There is a breakpoint."""
    refused = can_set(now)
    return refused or ("" if now.session is not None and now.session.breakpoints else NO_BREAKPOINTS)


def can_attach(now: Situation) -> str:
    """A message of the person is due, so that a passage can go along."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    return "" if due_kind(now.session) in ("AwaitPerson", "Finished") else NO_MESSAGE_DUE


def is_running(now: Situation) -> str:
    """There is something to stop."""
    return is_open(now) or ("" if now.running else IDLE)


def can_step(now: Situation) -> str:
    """Something is due that can be done without a word of the person."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    return _WAITS.get(due_kind(now.session), "") or (INVALID if is_held(now.session) else "")


def is_held(session: "OpenedSession") -> bool:
    """Whether the session stands before a request that was not sent because its messages are not valid."""
    stop = session.standing
    return stop is not None and stop.what == "invalid_history"


def wrong_messages(session: "OpenedSession") -> "tuple[problem.HistoryProblem, ...]":
    """What is wrong with the messages of the next request; nothing where it cannot be made at all, for which other words stand."""
    try:
        return session.history_problems()
    except StudioError:
        return ()


def can_send_anyway(now: Situation) -> str:
    """A request is due that is not valid."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    if due_kind(now.session) != "AskModel":
        return NO_REQUEST
    return "" if problem.is_blocked(wrong_messages(now.session)) else VALID


def can_repair(now: Situation) -> str:
    """Something is wrong with the messages of the next request that a repair is known for."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    problems = wrong_messages(now.session)
    if not problems:
        return VALID
    return "" if any(problem.repair for problem in problems) else NO_REPAIR


def has_problems(now: Situation) -> str:
    """Something is listed in Problems."""
    return is_open(now) or ("" if now.problems else NO_PROBLEMS)


def can_run_or_pause(now: Situation) -> str:
    """Run while at rest, pause while running."""
    return "" if now.running else can_step(now)


def can_go_back(now: Situation) -> str:
    """There is a step before the head."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    return "" if now.session.head else AT_START


def has_selection(now: Situation) -> str:
    """A step is selected, and the session may move."""
    return can_write(now) or ("" if now.selected else NO_SELECTION)


def can_move_to(now: Situation) -> str:
    """The selected step is not where the session stands."""
    refused = has_selection(now)
    if refused or now.session is None:
        return refused
    return AT_HEAD if now.selected == now.session.head else ""


def can_run_to(now: Situation) -> str:
    """The selected step lies ahead."""
    refused = can_step(now) or can_move_to(now)
    if refused or now.session is None:
        return refused
    return "" if now.selected > now.session.head else NOT_AHEAD


def can_undo(now: Situation) -> str:
    """The head stood elsewhere before."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    return "" if now.session.can_undo else NOTHING_TO_UNDO


def can_redo(now: Situation) -> str:
    """A move of the head was undone."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    return "" if now.session.can_redo else NOTHING_TO_REDO


def can_ask_again(now: Situation) -> str:
    """A request was sent on this path."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    return "" if now.session.state.last_request else NO_REPLY


def has_recording(now: Situation) -> str:
    """The session was made from a recording."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    return "" if now.session.has_recording else NO_RECORDING


def has_profile(now: Situation) -> str:
    """The session names a profile, so that its model can be asked."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    return "" if now.session.state.setup.responder.profile else NO_PROFILE


def can_send_as(now: Situation) -> str:
    """A request is due, and a real model answers it."""
    refused = has_profile(now)
    if refused or now.session is None:
        return refused
    if now.session.model_mode != "live":
        return NOT_LIVE
    return "" if due_kind(now.session) == "AskModel" else NO_REQUEST


def has_script(now: Situation) -> str:
    """The session names a script."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    return "" if now.session.state.setup.responder.script else NO_SCRIPT


def can_fork(now: Situation) -> str:
    """There is a step to fork under: the selected one, or the head."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    if not len(now.session.tree):
        return NOTHING_YET
    return "" if now.session.tree.whole(now.selected or now.session.head) else CUT_OFF


def can_rerun(now: Situation) -> str:
    """There is a step to fork under, and something is due there. What is due at another step than the head is seen when it runs."""
    refused = can_fork(now)
    if refused or now.session is None or now.selected not in (0, now.session.head):
        return refused
    return can_step(now)


def can_keep(now: Situation) -> str:
    """There is a branch to write a note about."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    return "" if now.session.branch is not None else NOTHING_YET


def has_branches(now: Situation) -> str:
    """There is another branch to go to."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    return "" if len(now.session.shown_branches) > 1 else ONE_BRANCH


def has_open_calls(now: Situation) -> str:
    """A call of the last reply waits for its result."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    calls = now.session.state.open.calls if now.session.state.open is not None else ()
    return "" if any(call.status == "open" for call in calls) else NO_OPEN_CALL


def is_inside(now: Situation) -> str:
    """The session stands inside an agent."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    return "" if now.session.state.inside is not None else NO_AGENT


def has_untrusted(now: Situation) -> str:
    """The session has files, or tools that run by HTTP or as commands, that nobody has trusted."""
    return is_open(now) or ("" if now.untrusted else ALL_TRUSTED)


def has_servers(now: Situation) -> str:
    """The session has MCP servers."""
    if now.session is None:
        return NO_SESSION
    return "" if now.session.state.setup.servers else NO_SERVERS


def in_text(now: Situation) -> str:
    """A text has the keyboard."""
    return "" if now.text else NO_TEXT


def in_text_to_edit(now: Situation) -> str:
    """A text that can be changed has the keyboard."""
    return "" if now.text == "edit" else NO_EDITOR


def is_wide(now: Situation) -> str:
    """Both panes are shown at once."""
    return is_open(now) or ("" if now.wide else NARROW)
