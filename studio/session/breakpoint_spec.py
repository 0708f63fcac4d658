"""A breakpoint in one line, as commands take it and as it is named: ``before_call:issue_*#2 if args.amount > `100` => log {args}``.

Above: `engine`, `cli`, `workspace`. Below: `breakpoints`. Whether its condition can be read is not looked at here.
"""

import json
import re
from decimal import Decimal
from typing import Any, get_args

from studio.said import said
from studio.session.breakpoints import Breakpoint, BreakpointError, Trouble
from studio.session.nodes import Place

PLACES: tuple[Place, ...] = get_args(Place)
TROUBLES: tuple[Trouble, ...] = get_args(Trouble)
ACTION = " => "
CONDITION = " if "
FORM = "WHERE[:TOOL][#N][%N][>MOST] [if CONDITION] [=> log|mock|error TEXT | edit JSON]"
_WHERE = re.compile(
    r"(?P<where>\w+)(?::(?P<tool>[^\s#%>]+))?(?:#(?P<count>\d{1,18}))?(?:%(?P<every>\d{1,18}))?(?:>(?P<most>\d+(?:\.\d+)?))?"
)
_ACTION = re.compile(
    r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|(?P<arrow> => )(?=(?:stop|log|mock|error|edit)(?:\s|$))""",
    re.DOTALL,
)
"""A text in a condition, or the arrow before an action: one within a text is none."""
_ANY = ("", "*")


def read_spec(text: str) -> Breakpoint:
    """The breakpoint of one line, without an id. Raises BreakpointError."""
    rest, action = _cut(text)
    where, asks, condition = f"{rest} ".partition(CONDITION)
    found = _WHERE.fullmatch(where.strip())
    if found is None:
        raise BreakpointError(
            said("{text} is no breakpoint.", text=f"{_short(text)!r}"), said("Write {form}.", form=FORM)
        )
    if asks and not condition.strip():
        raise BreakpointError(
            said("There is no condition after the if."), said("Write one, or leave the if away."), "condition"
        )
    return Breakpoint(
        "",
        **_place(found["where"]),
        tool=found["tool"] or "",
        condition=condition.strip(),
        count=int(found["count"] or 0),
        every=int(found["every"] or 0),
        most=float(found["most"] or 0),
        **_action(action),
    )


def _cut(text: str) -> tuple[str, str]:
    """What stands before the action, and the action; an arrow in a condition is none where no action follows it."""
    arrow = next((found.start() for found in _ACTION.finditer(text) if found["arrow"]), None)
    at = arrow if arrow is not None else text.find(ACTION) if CONDITION not in text else -1
    return (text, "") if at < 0 else (text[:at], text[at + len(ACTION) :])


def _place(where: str) -> dict[str, Any]:
    if where in PLACES:
        return {"place": where}
    if where in TROUBLES:
        return {"trouble": where}
    raise BreakpointError(
        said("{where} is no place to stop.", where=where),
        said("There are {names}.", names=", ".join((*PLACES, *TROUBLES))),
        "place",
    )


def _action(spelled: str) -> dict[str, Any]:
    name, _, text = spelled.strip().partition(" ")
    match name:
        case "" | "stop":
            return {}
        case "log" | "mock":
            return {"action": name, "text": text}
        case "error":
            return {"action": "mock", "text": text, "is_error": True}
        case "edit":
            return _edit(text)
        case _:
            raise BreakpointError(
                said("{name} is no action.", name=name), said("There are log, mock, error and edit."), "action"
            )


def _edit(text: str) -> dict[str, Any]:
    """A JSON object is a merge patch; any other text takes the place of a result."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    return {"action": "edit", "patch": value} if isinstance(value, dict) else {"action": "edit", "text": text}


def written(point: Breakpoint) -> str:
    """The breakpoint in one line."""
    tool = "" if point.tool in _ANY else f":{point.tool}"
    count = f"#{point.count}" if point.count else ""
    every = f"%{point.every}" if point.every > 1 else ""
    most = f">{most_text(point)}" if point.most else ""
    condition = f"{CONDITION}{point.condition}" if point.condition else ""
    return f"{point.place or point.trouble}{tool}{count}{every}{most}{condition}{_action_text(point)}"


def most_text(point: Breakpoint) -> str:
    """The most that a measured trouble allows, as it is written: with all its digits."""
    text = f"{Decimal(repr(point.most)):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _short(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:200]}…"


def _action_text(point: Breakpoint) -> str:
    match point.action:
        case "stop":
            return ""
        case "log":
            return f"{ACTION}log {point.text}"
        case "mock":
            return f"{ACTION}{'error' if point.is_error else 'mock'} {point.text}"
        case "edit":
            patch = json.dumps(point.patch, ensure_ascii=False) if point.patch is not None else point.text
            return f"{ACTION}edit {patch}"
