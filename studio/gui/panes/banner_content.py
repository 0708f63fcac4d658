"""What the stop banner says and offers, read off the session. No widget.

Above: `banner`. Below: `present/stop_words`, `workspace`. Texts of buttons are keys of the translation context `Banner`.
"""

from typing import Literal

import msgspec
from PySide6.QtCore import QCoreApplication

from studio.gui.words import fill, say
from studio.messages.reply import ProviderError
from studio.present.labels import QT_TRANSLATE_NOOP
from studio.present.stop_words import stop_words
from studio.session.events import Stopped
from studio.workspace.failure_advice import advice_code
from studio.workspace.opened import OpenedSession

_LONGEST = 120


class Offer(msgspec.Struct, frozen=True):
    """A button. `id` is what the window does; `key` is pressed while the banner is focused."""

    id: str
    words: str
    key: str = ""


class BannerContent(msgspec.Struct, frozen=True):
    """What the banner shows. The last offer is the main one.

    `wait`: seconds that the server asks to wait before a retry.
    """

    tone: Literal["paused", "error", "info"]
    icon: str
    headline: str
    detail: str
    offers: tuple[Offer, ...]
    wait: float = 0.0


STEP = Offer("step", QT_TRANSLATE_NOOP("Banner", "Step"))
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
RAISE = Offer("limit", QT_TRANSLATE_NOOP("Banner", "Raise limit…"))
MESSAGE = Offer("message", QT_TRANSLATE_NOOP("Banner", "New message"))
WRITE = Offer("message", QT_TRANSLATE_NOOP("Banner", "Write a message"))
ACCEPT = Offer("use_recorded", QT_TRANSLATE_NOOP("Banner", "Use the recorded reply"))
MODEL_LIVE = Offer("model_live", QT_TRANSLATE_NOOP("Banner", "Go live"))
TOOLS_LIVE = Offer("tools_live", QT_TRANSLATE_NOOP("Banner", "Run tools live"))
SAVE_AS = Offer("save_as", QT_TRANSLATE_NOOP("Banner", "Save as…"))


def banner_content(session: OpenedSession) -> BannerContent | None:
    """The banner of a session that stands still; None while it runs, or when it was never started."""
    stop = session.standing
    if stop is None:
        return None
    state = session.tree.state(stop.at)
    pointer = session.difference.pointer if session.difference is not None else ""
    said = [say(words) for words in stop_words(stop, state, pointer=pointer)]
    more = _more(session, stop)
    reasons = [part for part in said[1:] if not more.casefold().startswith(part.casefold())]  # not the same words twice
    detail = " · ".join(part for part in (*reasons, more) if part)
    tone, icon = _tone(stop)
    return BannerContent(tone, icon, said[0], detail, _offers(session, stop), _wait(session, stop))


def _tone(stop: Stopped) -> tuple[Literal["paused", "error", "info"], str]:
    if stop.reason == "exception":
        return "error", "provider_error"
    if stop.reason in ("finished", "waiting"):
        return "info", "tick" if stop.reason == "finished" else "message"
    return "paused", "paused"


def _offers(session: OpenedSession, stop: Stopped) -> tuple[Offer, ...]:
    if session.read_only:
        return ()
    match stop.reason:
        case "approval":
            return (REJECT, APPROVE_ALL, APPROVE)
        case "limit":
            return (RAISE,)
        case "finished":
            return (MESSAGE,)
        case "waiting":
            return (WRITE,)
        case "exception":
            return _exception_offers(session, stop)
        case _:
            return (RUN, STEP)


_BY_CODE: dict[str, tuple[Offer, ...]] = {
    "uncertain_call": (REJECT, TYPE_RESULT, RUN_AGAIN),
    "uncertain_request": (SEND_AGAIN,),
    "missed_result": (TYPE_RESULT, TOOLS_LIVE),
    "tool_problem": (SHOW_TOOLS, GO_ON),
    "invalid_history": (SHOW_PROBLEMS,),
    "not_written": (SAVE_AS,),
}


def _exception_offers(session: OpenedSession, stop: Stopped) -> tuple[Offer, ...]:
    if stop.what == "differs":
        live = (MODEL_LIVE,) if session.state.setup.responder.profile else ()
        return (*live, ACCEPT) if session.difference is not None else live
    failed = session.state.failed
    if failed is not None:
        later = (RETRY_LATER,) if failed.retry_after else ()
        profile = (EDIT_PROFILE,) if _is_of_profile(failed) else ()
        return (*profile, *later, RETRY)
    return _BY_CODE.get(stop.what, (SHOW_PROBLEMS, GO_ON))


def _is_of_profile(failed: ProviderError) -> bool:
    return (
        failed.kind in ("setup", "connection")
        or failed.status in (401, 403, 404)
        or advice_code(failed) == "tools_refused"
    )


def _wait(session: OpenedSession, stop: Stopped) -> float:
    failed = session.state.failed
    return (failed.retry_after or 0.0) if stop.reason == "exception" and failed is not None else 0.0


def _more(session: OpenedSession, stop: Stopped) -> str:
    if stop.what == "differs" and session.difference is not None:
        places = {"old": _short(session.difference.old), "new": _short(session.difference.new)}
        return fill(_tr(QT_TRANSLATE_NOOP("Banner", "recorded {old}, now {new}")), **places)
    failed = session.state.failed
    return _cut(failed.message) if stop.reason == "exception" and failed is not None else ""


def _short(value: object) -> str:
    if value is None:
        return _tr(QT_TRANSLATE_NOOP("Banner", "nothing"))
    return _cut(msgspec.json.encode(value).decode())


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def _tr(text: str) -> str:
    return QCoreApplication.translate("Banner", text)
