"""The likely next moves at a stop, as buttons of the banner.

Above: `banner_content`, `stop_banner`. Below: `workspace`. Texts are keys of the translation context `Banner`; what a button does is
done elsewhere, by its id.
"""

import msgspec

from studio.checks.history.problem import is_blocked
from studio.checks.names import nearest_name
from studio.gui.panes.call_begun import ends_with
from studio.gui.panes.failed_call import RETURN_ERROR, RUN_ANEW, failed_offers
from studio.gui.panes.history_words import repair_words, repairable
from studio.gui.panes.offer import Offer
from studio.gui.situation import due_kind, wrong_messages
from studio.gui.widgets.banner import MOST_BUTTONS
from studio.messages.reply import ProviderError
from studio.present.labels import QT_TRANSLATE_NOOP
from studio.present.stop_words import tool_name, undo_name
from studio.session.nodes import CallKey
from studio.session.notes import Stopped
from studio.workspace.failure_advice import advice_code
from studio.workspace.opened import OpenedSession

STEP = Offer("step", QT_TRANSLATE_NOOP("Banner", "Step"))
LEAVE = Offer("leave_agent", QT_TRANSLATE_NOOP("Banner", "Give its result…"))
RUN = Offer("run", QT_TRANSLATE_NOOP("Banner", "Run"))
APPROVE = Offer("approve", QT_TRANSLATE_NOOP("Banner", "Approve and step"), "A")
APPROVE_ALL = Offer("approve_all", QT_TRANSLATE_NOOP("Banner", "Approve all of this tool"))
REJECT = Offer("reject", QT_TRANSLATE_NOOP("Banner", "Reject…"), "R")
TYPE_RESULT = Offer("type_result", QT_TRANSLATE_NOOP("Banner", "Type the result…"))
RUN_AGAIN = Offer("run_again", QT_TRANSLATE_NOOP("Banner", "Run again"))
SEND_AGAIN = Offer("send_again", QT_TRANSLATE_NOOP("Banner", "Send again"))
RETRY = Offer("step", QT_TRANSLATE_NOOP("Banner", "Retry"))
RETRY_LATER = Offer("retry_later", QT_TRANSLATE_NOOP("Banner", "Retry in {n} s"))
EDIT_PROFILE = Offer("profiles", QT_TRANSLATE_NOOP("Banner", "Edit profile…"))
SHOW_PROBLEMS = Offer("show_problems", QT_TRANSLATE_NOOP("Banner", "Show problems"))
SHOW_TOOLS = Offer("show_tools", QT_TRANSLATE_NOOP("Banner", "Show tools"))
GO_ON = Offer("step", QT_TRANSLATE_NOOP("Banner", "Continue anyway"))
SERVER_OUTPUT = Offer("server_output", QT_TRANSLATE_NOOP("Banner", "Show output"))
EDIT_SERVER = Offer("edit_server", QT_TRANSLATE_NOOP("Banner", "Edit server…"))
GO_WITHOUT = Offer("go_without", QT_TRANSLATE_NOOP("Banner", "Go on without"))
SEND_ANYWAY = Offer("send_anyway", QT_TRANSLATE_NOOP("Banner", "Send anyway"))
SHOW_WRONG = Offer("show_history", QT_TRANSLATE_NOOP("Banner", "Show"))
REPAIR = Offer("repair_messages", QT_TRANSLATE_NOOP("Banner", "Repair"))
REPAIR_ALL = Offer("repair_messages", QT_TRANSLATE_NOOP("Banner", "Repair all"))
STOP_HERE = Offer("stop_here", QT_TRANSLATE_NOOP("Banner", "Stop here"))
RAISE = Offer("limit", QT_TRANSLATE_NOOP("Banner", "Raise limit…"))
EXPORT_TEST = Offer("export_test", QT_TRANSLATE_NOOP("Banner", "Export as test…"))
MESSAGE = Offer("message", QT_TRANSLATE_NOOP("Banner", "New message"))
WRITE = Offer("message", QT_TRANSLATE_NOOP("Banner", "Write a message"))
ACCEPT = Offer("use_recorded", QT_TRANSLATE_NOOP("Banner", "Use the recorded reply"))
SHOW_RECORDED = Offer("show_recorded", QT_TRANSLATE_NOOP("Banner", "Show the recorded step"))
WRITE_REPLY = Offer("write_reply", QT_TRANSLATE_NOOP("Banner", "Write the reply"))
MODEL_LIVE = Offer("model_live", QT_TRANSLATE_NOOP("Banner", "Go live"))
TOOLS_LIVE = Offer("tools_live", QT_TRANSLATE_NOOP("Banner", "Run tools live"))
SAVE_AS = Offer("save_as", QT_TRANSLATE_NOOP("Banner", "Save as…"))
TELL = Offer("step", QT_TRANSLATE_NOOP("Banner", "Tell the model"))
TELL_ANYWAY = Offer("approve", QT_TRANSLATE_NOOP("Banner", "Tell the model"), "A")
FIX_TYPES = Offer("fix_types", QT_TRANSLATE_NOOP("Banner", "Fix types"))
RUN_RAW = Offer("run_raw", QT_TRANSLATE_NOOP("Banner", "Run with raw text"))
REVIEW = Offer("review_tools", QT_TRANSLATE_NOOP("Banner", "Review…"))
EDIT_CALL = Offer("edit_call", QT_TRANSLATE_NOOP("Banner", "Edit the call"))
EDIT_RESULT = Offer("edit_result", QT_TRANSLATE_NOOP("Banner", "Edit result"))
UNDO = Offer("step", QT_TRANSLATE_NOOP("Banner", "Undo {tool}"))
SKIP_UNDO = Offer("reject", QT_TRANSLATE_NOOP("Banner", "Skip the undoing…"))
RENAME_TOOL = Offer("rename_tool", QT_TRANSLATE_NOOP("Banner", "Rename {tool}…"))
SHOW_GROUPS = Offer("tool_groups", QT_TRANSLATE_NOOP("Banner", "Tool groups…"))
OFFER = Offer("offer_tool", QT_TRANSLATE_NOOP("Banner", "Offer {tool}"))
RENAME = Offer("rename_call", QT_TRANSLATE_NOOP("Banner", "Rename to {tool}"))


BAD_REQUEST = 400
"""The HTTP status by which a provider refuses what a request says."""
MISSES = ("differs", "missed_result", "missed_undo")
"""The stops at which a recording does not hold what was asked for."""


def offers(session: OpenedSession, stop: Stopped) -> tuple[Offer, ...]:
    """The buttons at a stop; the last one is the main one. At what a recording does not hold the first shows the nearest recorded step."""
    made = _offers(session, stop)
    near = stop.what in MISSES and session.miss is not None and session.miss.node and session.recorded_file
    return (SHOW_RECORDED, *made) if near and 0 < len(made) < MOST_BUTTONS else made


def _offers(session: OpenedSession, stop: Stopped) -> tuple[Offer, ...]:
    if session.read_only:
        return ()
    match stop.reason:
        case "pause" if stop.what == "reply_wanted":
            return (WRITE_REPLY,)
        case "approval":
            return _approval_offers(session, stop.call)
        case "limit":
            return (STOP_HERE, RAISE)
        case "finished":
            return (EXPORT_TEST, MESSAGE)
        case "waiting":
            return (WRITE,)
        case "exception":
            return _exception_offers(session, stop)
        case _:
            return (LEAVE, RUN, STEP) if session.state.inside is not None else (RUN, STEP)


def _approval_offers(session: OpenedSession, key: CallKey | None) -> tuple[Offer, ...]:
    """At a call that asks first. One whose arguments do not fit would not run: then its repair is the likeliest."""
    call = session.state.call(key) if key is not None else None
    if call is None or key is None or session.reaches_tool(key):
        return (REJECT, APPROVE_ALL, APPROVE)
    return (REJECT, TELL_ANYWAY, FIX_TYPES) if _mendable(session, key) else (REJECT, TELL_ANYWAY, EDIT_CALL)


_BY_CODE: dict[str, tuple[Offer, ...]] = {
    "uncertain_call": (REJECT, TYPE_RESULT, RUN_AGAIN),
    "uncertain_request": (SEND_AGAIN,),
    "missed_result": (TYPE_RESULT, TOOLS_LIVE),
    "tool_problem": (SHOW_TOOLS, GO_ON),
    "uncertain_undo": (SKIP_UNDO, TYPE_RESULT, RUN_AGAIN),
    "undo_problem": (SKIP_UNDO, TYPE_RESULT, SHOW_TOOLS),
    "missed_undo": (SKIP_UNDO, TYPE_RESULT, TOOLS_LIVE),
    "undo_failed": (GO_ON,),
    "not_written": (SAVE_AS,),
    "choice_failed": (SHOW_GROUPS, GO_ON),
}


def _exception_offers(session: OpenedSession, stop: Stopped) -> tuple[Offer, ...]:
    if stop.what == "differs":
        live = (MODEL_LIVE,) if session.state.setup.responder.profile else ()
        return (*live, ACCEPT) if session.difference is not None else live
    failed = session.state.failed
    if stop.what == "invalid_history":
        return _invalid_offers(session)
    if failed is not None:
        return _failed_offers(session, failed)
    if stop.what == "tool_problem" and (
        session.untrusted or session.untrusted_executors() or session.untrusted_servers()
    ):
        return (SHOW_TOOLS, GO_ON, REVIEW)
    if stop.what in ("tool_problem", "server_missing") and failed_server(session):
        return (SERVER_OUTPUT, EDIT_SERVER, GO_WITHOUT)
    if stop.what == "two_tools":
        return (SHOW_TOOLS, *(msgspec.structs.replace(RENAME_TOOL, tool=name) for name in (twin(session),) if name))
    what = stop.text if stop.what == "failed" else stop.what
    if stop.call is not None and what in _OF_CALL:
        return _call_offers(session, stop.call, what, firm=stop.what == "failed")
    return _BY_CODE.get(stop.what, (SHOW_PROBLEMS, GO_ON))


def _failed_offers(session: OpenedSession, failed: ProviderError) -> tuple[Offer, ...]:
    """At a request that failed. Messages that are not valid are mended first: as they are they would not be sent again."""
    later = (RETRY_LATER,) if failed.retry_after else ()
    profile = (EDIT_PROFILE,) if _is_of_profile(failed) else ()
    repair = _repair(session) if failed.status == BAD_REQUEST else ()
    if repair and is_blocked(wrong_messages(session)):
        return (RETRY, *repair)
    return (*profile, *later, *repair, RETRY)[-MOST_BUTTONS:]


def _invalid_offers(session: OpenedSession) -> tuple[Offer, ...]:
    """At a request that was not sent because of its messages."""
    return (SEND_ANYWAY, SHOW_WRONG, *_repair(session))


def _repair(session: OpenedSession) -> tuple[Offer, ...]:
    """What mends the messages, where something does: one repair by its own words."""
    mendable = repairable(wrong_messages(session))
    if len(mendable) > 1:
        return (REPAIR_ALL,)
    return tuple(msgspec.structs.replace(REPAIR, said=repair_words(one)) for one in mendable)


def failed_server(session: OpenedSession) -> str:
    """The name of the server that is needed and does not run; empty when all do."""
    needed = {server.name for server in session.state.setup.servers if server.on and server.needed}
    return next((look.name for look in session.servers if look.phase == "failed" and look.name in needed), "")


def twin(session: OpenedSession) -> str:
    """The name that two of the offered tools have; empty when none have one."""
    names = session.offering().names
    return next((name for at, name in enumerate(names) if name in names[:at]), "")


_OF_CALL = ("unknown_tool", "bad_arguments", "coercion", "tool_error")


def _call_offers(session: OpenedSession, key: CallKey, what: str, *, firm: bool) -> tuple[Offer, ...]:
    """At a call that did not go well. A `firm` stop is not passed by going on: only by a decision of the person."""
    go_on = REJECT if firm else TELL
    match what:
        case "unknown_tool":
            name = tool_name(session.state, key)
            if session.can_offer(name):
                return (TYPE_RESULT, go_on, msgspec.structs.replace(OFFER, tool=name))
            near = _nearest(session, key)
            return (TYPE_RESULT, go_on, msgspec.structs.replace(RENAME, tool=near)) if near else (TYPE_RESULT, go_on)
        case "bad_arguments":
            return (RUN_RAW, go_on, FIX_TYPES if _mendable(session, key) else EDIT_CALL)
        case "coercion":
            return (REJECT, EDIT_CALL, FIX_TYPES) if firm else (REJECT, TELL, FIX_TYPES)
        case _:
            return _error_offers(session, key, firm=firm)


def _error_offers(session: OpenedSession, key: CallKey, *, firm: bool) -> tuple[Offer, ...]:
    """At a tool that failed. One that raised or died has its own."""
    after = None if firm else _after_error(session)
    found = failed_offers(session, key, RETURN_ERROR if after == TELL else after)
    if found:
        return found if len(found) == MOST_BUTTONS else (*found[:1], EDIT_RESULT, *found[1:])
    again = (RUN_ANEW,) if ends_with(session, key) else ()
    return (EDIT_RESULT, *again, *((after,) if after is not None else ()))


def _after_error(session: OpenedSession) -> Offer:
    """Going on undoes what succeeded before, or runs the next call, where that is due; else the model is told."""
    if due_kind(session) == "RunCalls":
        return GO_ON
    if due_kind(session) != "UndoCalls":
        return TELL
    return msgspec.structs.replace(UNDO, tool=undo_name(session.state, getattr(session.due, "calls", (None,))[0]))


def _nearest(session: OpenedSession, key: CallKey) -> str:
    found = session.state.call(key)
    sent = [tool.name for tool in session.state.setup.sent_tools]
    return (nearest_name(found.call.name, sent) or "") if found is not None else ""


def _mendable(session: OpenedSession, key: CallKey) -> bool:
    """Whether a right value is known for something that does not fit."""
    if session.state.call(key) is None:
        return False
    return bool(session.coerced(key)) or any(each.repair is not None for each in session.problems(key))


def _is_of_profile(failed: ProviderError) -> bool:
    return (
        failed.kind in ("setup", "connection")
        or failed.status in (401, 403, 404)
        or advice_code(failed) == "tools_refused"
    )
