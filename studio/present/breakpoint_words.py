"""A breakpoint in words: where, under what condition, and what it does there.

Above: the Breakpoints dock, the banner, the command line. Below: `words`, `session/breakpoints`. Pure; names no language.
"""

import json
from typing import assert_never

from studio.present.words import Words, words
from studio.session.breakpoint_spec import most_text, read_spec
from studio.session.breakpoints import Breakpoint, BreakpointError
from studio.session.notes import Stopped


def name_words(point: Breakpoint) -> Words:
    """Where it is: *before refund*."""
    key = f"point.{point.place or point.trouble}"
    if point.tool and point.of_tools:
        return words(f"{key}.tool", tool=point.tool)
    return words(key, most=most_text(point)) if point.most else words(key)


def condition_words(point: Breakpoint) -> tuple[Words, ...]:
    """Under what condition it acts; nothing when it always does."""
    made = [words("point.if", condition=point.condition)] if point.condition else []
    if point.count:
        made.append(words("point.count", number=point.count))
    elif point.every > 1:
        made.append(words("point.every", number=point.every))
    return tuple(made)


def action_words(point: Breakpoint) -> Words | None:
    """What it does there; None when it stops."""
    match point.action:
        case "stop":
            return None
        case "log":
            return words("point.log", text=point.text)
        case "mock":
            return words("point.mock.error" if point.is_error else "point.mock", text=point.text)
        case "edit":
            patch = json.dumps(point.patch, ensure_ascii=False) if point.patch is not None else point.text
            return words("point.edit", text=patch)
        case _:
            assert_never(point.action)


def stopped_words(stop: Stopped) -> tuple[Words, ...]:
    """Which breakpoint it was that stopped, as it stood then."""
    try:
        point = read_spec(stop.text)
    except BreakpointError:
        return (words("what.said", text=stop.text),)
    return (words("reason.point"), name_words(point), *condition_words(point))
