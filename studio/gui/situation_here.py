"""When an action of the part that has the keyboard is allowed: the rules that ask where the person is, and what is looked at.

Above: the tables `actions_…`. Below: `situation`. Pure; a reason is a key of the translation context `Reasons`.
"""

from studio.gui.situation import Rule, Situation, can_write, is_open
from studio.present.marked import QT_TRANSLATE_NOOP

NO_FIND = QT_TRANSLATE_NOOP("Reasons", "Nothing can be searched here. Go to a text or a list first.")
NO_JSON = QT_TRANSLATE_NOOP("Reasons", "Click into JSON that can be changed first.")
NO_FIX = QT_TRANSLATE_NOOP("Reasons", "Go to the place of a problem first.")
NO_PANE = QT_TRANSLATE_NOOP("Reasons", "Go to the request or the response first.")
NO_CALL = QT_TRANSLATE_NOOP("Reasons", "Go to the card of a call, or select a call in the timeline first.")
NO_ROW = QT_TRANSLATE_NOOP("Reasons", "Select a step in the timeline first that this can be done with.")
NO_DIFFERENCE = QT_TRANSLATE_NOOP("Reasons", "Show the differences of the request or the response first.")
NO_EDITS = QT_TRANSLATE_NOOP("Reasons", "The open reply is as the model said it.")
NO_STEP = QT_TRANSLATE_NOOP("Reasons", "Select a step in the timeline first.")
NOWHERE_BACK = QT_TRANSLATE_NOOP("Reasons", "No other step was looked at before.")
NOWHERE_FORWARD = QT_TRANSLATE_NOOP("Reasons", "There is no place to go forward to.")
NO_ROUND = QT_TRANSLATE_NOOP("Reasons", "The session has no round yet.")


def offers(id: str, reason: str) -> Rule:
    """The part that has the keyboard offers the action of that id; else `reason` says what to do first."""

    def rule(now: Situation) -> str:
        return is_open(now) or ("" if id in now.here else reason)

    return rule


def has_step(now: Situation) -> str:
    """A step is selected; it may also be looked at while the session runs."""
    return is_open(now) or ("" if now.selected else NO_STEP)


def has_rounds(now: Situation) -> str:
    """Something was asked, so that there is a round to go to."""
    if now.session is None:
        return is_open(now)
    return "" if len(now.session.tree) else NO_ROUND


def can_go_places_back(now: Situation) -> str:
    """Another step was looked at before."""
    return is_open(now) or ("" if "place_back" in now.here else NOWHERE_BACK)


def can_go_places_forward(now: Situation) -> str:
    """The person went back to a step before."""
    return is_open(now) or ("" if "place_forward" in now.here else NOWHERE_FORWARD)


def can_revert(now: Situation) -> str:
    """The open reply was edited."""
    refused = can_write(now)
    if refused or now.session is None:
        return refused
    reply = now.session.state.open
    return "" if reply is not None and reply.edited else NO_EDITS
