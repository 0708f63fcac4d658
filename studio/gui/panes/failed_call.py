"""A call whose tool raised, or whose process ended: what can be looked at and done about it, as buttons of its card and of the banner.

Above: `banner_offers`, `reply_facts`. Below: the session's tree. Texts are keys of the translation context `Banner`.
"""

from typing import Literal

from studio.gui.panes.call_begun import Path, ends_with
from studio.gui.panes.offer import Offer
from studio.present.labels import QT_TRANSLATE_NOOP
from studio.session.events import ResultRecorded
from studio.session.nodes import CallKey
from studio.session.processes import process_of
from studio.session.state import CallState
from studio.session.tree import Tree

Failed = Literal["", "raised", "died"]
_TRACE = "Traceback (most recent call last)"


SHOW_TRACEBACK = Offer("show_output", QT_TRANSLATE_NOOP("Banner", "Show traceback"))
SHOW_OUTPUT = Offer("show_output", QT_TRANSLATE_NOOP("Banner", "Show output"))
RETURN_ERROR = Offer("step", QT_TRANSLATE_NOOP("Banner", "Return error to model"))
EDIT_AND_RETRY = Offer("edit_retry", QT_TRANSLATE_NOOP("Banner", "Edit and retry"))
START_AGAIN = Offer("start_again", QT_TRANSLATE_NOOP("Banner", "Start again"))
_SHOWN = (SHOW_TRACEBACK, SHOW_OUTPUT)
RUN_ANEW = Offer("run_anew", QT_TRANSLATE_NOOP("Banner", "Run again"))


def has_trace(detail: str) -> bool:
    """Whether what is kept beside a result says where the tool raised."""
    return _TRACE in detail


def failed_how(tree: Tree, call: CallState) -> Failed:
    """How the run of a call failed; empty where it did not, or where the result is no more what the run gave."""
    result = call.result
    if result is None or not result.is_error or result.source != "ran" or result.edited or result.rolled_back:
        return ""
    event = tree.event(result.event)
    if result.status == "died":
        return "died"
    return "raised" if isinstance(event, ResultRecorded) and has_trace(event.detail) else ""


def card_ways(session: Path, key: CallKey) -> tuple[Offer, ...]:
    """The buttons beside the result on the card, which has one for the output already. The error is returned where nothing else is due
    before the model."""
    state = session.state
    returns = state.open is not None and all(call.status == "done" for call in state.open.calls)
    returns = returns and not state.setup.compensation
    found = failed_offers(session, key, RETURN_ERROR if returns else None)
    found = tuple(offer for offer in found if offer not in _SHOWN)
    return (RUN_ANEW, *found) if EDIT_AND_RETRY in found else found


def failed_offers(session: Path, key: CallKey, go_on: Offer | None) -> tuple[Offer, ...]:
    """The buttons for a call that raised or died, the likeliest last; none for another one. `go_on`: what going on does, None where it does
    not pass."""
    call = session.state.call(key)
    how = failed_how(session.tree, call) if call is not None else ""
    if call is None or not how:
        return ()
    again = ends_with(session, key)
    made: tuple[Offer | None, ...]
    if how == "raised":
        made = (SHOW_TRACEBACK, EDIT_AND_RETRY if again else None, go_on)
    else:
        lasting = process_of(session.state.setup, call.call.name)
        start = START_AGAIN if lasting else RUN_ANEW if again else None
        made = (SHOW_OUTPUT if _printed(session.tree, call) else None, start, go_on)
    return tuple(offer for offer in made if offer is not None)


def _printed(tree: Tree, call: CallState) -> bool:
    event = tree.event(call.result.event) if call.result is not None else None
    return isinstance(event, ResultRecorded) and bool(event.stdout or event.stderr or event.detail)
