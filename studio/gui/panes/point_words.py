"""Breakpoints in the language of the window: their names, what they do, their signs.

Above: the Breakpoints dock, the form, the timeline's gutter. Below: `words`, `present/breakpoint_words`.
"""

from PySide6.QtGui import QIcon

from studio.gui.look.icons import icon
from studio.gui.words import say
from studio.present.breakpoint_words import action_words, condition_words, name_words
from studio.present.row_stops import sign_of
from studio.session.breakpoint_spec import PLACES, TROUBLES
from studio.session.breakpoints import MEASURED, Breakpoint

_ICONS = {"stop": "breakpoint", "condition": "conditional", "log": "diamond", "off": "ring"}


def point_name(point: Breakpoint) -> str:
    """Where it is: *Before refund*."""
    return _capital(say(name_words(point)))


def point_more(point: Breakpoint) -> str:
    """Under what condition it acts, and what it does then; empty when it stops always."""
    done = action_words(point)
    parts = [*condition_words(point), *([done] if done is not None else [])]
    return " · ".join(map(say, parts))


def point_sign(point: Breakpoint) -> QIcon:
    """Its sign."""
    sign = sign_of(point)
    return icon(_ICONS[sign], "breakpoint") if sign else QIcon()


def all_places() -> list[tuple[str, str]]:
    """Where breakpoints can be: places, then troubles, each with its words."""
    places = [(place, point_name(Breakpoint("", place=place))) for place in PLACES]
    troubles = [
        (each, point_name(Breakpoint("", trouble=each)) if each not in MEASURED else _measured(each))
        for each in TROUBLES
    ]
    return [*places, *troubles]


def _measured(trouble: str) -> str:
    made = Breakpoint("", trouble=trouble, most=1)  # type: ignore[arg-type]
    words = name_words(made)
    return _capital(say(type(words)(words.key, {"most": "…"})))


def new_point(where: str, tool: str = "") -> Breakpoint:
    """A breakpoint without an id at a place or a trouble."""
    found = next((place for place in PLACES if place == where), None)
    if found is not None:
        return Breakpoint("", place=found, tool=tool)
    return Breakpoint("", trouble=next(each for each in TROUBLES if each == where), tool=tool)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
