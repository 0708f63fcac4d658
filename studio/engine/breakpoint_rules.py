"""Breakpoints and watches as they are set: what cannot act is refused here, with its member. Also read from a file's JSON. Pure.

Above: `workspace`, `cli`. Below: `session/breakpoints`, `stop_expressions`.
"""

import json
import math
from typing import Any, assert_never

from msgspec.structs import replace

from studio.checks.expressions import ExpressionError, respelled
from studio.engine.stop_expressions import check_log_text, stop_expression
from studio.said import said
from studio.session.breakpoints import MEASURED, NOT_IN_TOOL, Breakpoint, BreakpointError, Watch
from studio.tools.fitted import MisfitError, fitted
from studio.tools.misfit import known_members

_MOST_HITS = 1_000_000_000


def checked(point: Breakpoint) -> Breakpoint:
    """The breakpoint, its pattern and condition without blanks around them. Raises BreakpointError for the first member that cannot
    stand."""
    point = replace(point, tool=point.tool.strip(), condition=point.condition.strip())
    if bool(point.place) == bool(point.trouble):
        raise BreakpointError(said("A breakpoint has a place or a trouble."), said("Choose one of the two."), "place")
    if point.tool and not point.of_tools:
        raise BreakpointError(said("A request is of no tool."), said("Leave the tool empty."), "tool")
    if point.condition:
        _check_expression(point.condition, "condition")
    _check_tool(point.tool)
    _check_hits(point)
    _check_most(point)
    _check_action(point)
    return point


def _check_tool(pattern: str) -> None:
    """A pattern can be written in one line, so that a stop says by which breakpoint it was made."""
    wrong = NOT_IN_TOOL.search(pattern)
    if wrong is not None:
        sign = said("blank") if wrong[0].isspace() else wrong[0]
        raise BreakpointError(
            said("The name of a tool holds no {sign}.", sign=sign),
            said("? stands for any sign, * for any number."),
            "tool",
        )


def _check_hits(point: Breakpoint) -> None:
    for member in ("count", "every"):
        if getattr(point, member) < 0:
            raise BreakpointError(
                said("{member} cannot be less than 0.", member=member), said("0 means: each time."), member
            )
        if getattr(point, member) > _MOST_HITS:
            raise BreakpointError(
                said("{member} cannot be more than {most}.", member=member, most=_MOST_HITS), member=member
            )
    if point.count and point.every > 1:
        raise BreakpointError(said("It acts at one hit or at every so many."), said("Choose one of the two."), "every")


def _check_most(point: Breakpoint) -> None:
    if not math.isfinite(point.most) or point.most < 0:
        raise BreakpointError(said("The most is a number from 0 on."), member="most")
    if point.trouble in MEASURED and not point.most:
        raise BreakpointError(
            said("It is not said how many {trouble} are the most.", trouble=point.trouble),
            said("Write a number."),
            "most",
        )
    if point.most and point.trouble not in MEASURED:
        raise BreakpointError(said("There is nothing to count here."), said("Leave the number away."), "most")


def _check_action(point: Breakpoint) -> None:
    match point.action:
        case "stop":
            pass
        case "log":
            _check_text(point.text)
        case "mock":
            if point.where != "before_call":
                raise BreakpointError(
                    said("Only a call can be answered."), said("Choose a place before a call."), "action"
                )
        case "edit":
            _check_edit(point)
        case _:
            assert_never(point.action)


def _check_text(text: str) -> None:
    if not text.strip():
        raise BreakpointError(
            said("There is nothing to log."), said("Write a text, such as {{call.name}} {{args}}."), "text"
        )
    try:
        check_log_text(text)
    except ExpressionError as error:
        raise BreakpointError(error.said, error.advice, "text", error.column) from error


def _check_edit(point: Breakpoint) -> None:
    if point.where == "after_reply" or point.trouble in ("provider_error", "invalid_history"):
        raise BreakpointError(
            said("Nothing can be edited there."), said("Choose a request, a call or a result."), "action"
        )
    if not _is_json(point.patch):
        raise BreakpointError(
            said("JSON has no NaN and no Infinity."), said("Write a number, a text or null."), "patch"
        )
    if not point.patch and (point.where != "after_result" or not point.text):
        raise BreakpointError(
            said("It is not said what to change."), said('Write members, such as {{"amount": 1}}.'), "patch"
        )


def _is_json(patch: Any) -> bool:
    try:
        json.dumps(patch, allow_nan=False)
    except (ValueError, RecursionError):
        return False
    return True


def _check_expression(text: str, member: str) -> None:
    try:
        stop_expression(text)
    except ExpressionError as error:
        raise BreakpointError(error.said, error.advice, member, error.column, respelled(text) or "") from error


def checked_watch(watch: Watch) -> Watch:
    """The watch, without blanks around its expression. Raises BreakpointError."""
    watch = replace(watch, expression=watch.expression.strip())
    _check_expression(watch.expression, "expression")
    return watch


def read_breakpoints(text: str | bytes) -> tuple[Breakpoint, ...]:
    """The breakpoints of a JSON file, in order: a list of objects with the members of a breakpoint; ids may be left out. Raises
    BreakpointError with the place of the first that is wrong."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise BreakpointError(
            said(
                "This is not JSON: line {line}, column {column}: {why}.",
                line=error.lineno,
                column=error.colno,
                why=error.msg,
            )
        ) from error
    except (ValueError, RecursionError) as error:
        raise BreakpointError(said("This is not JSON: {why}.", why=error)) from error
    if not isinstance(value, list):
        raise BreakpointError(
            said("There are no breakpoints in it."), said('It must be [{{"place": "before_call", "tool": "name"}}].')
        )
    points = tuple(_read(f"[{at}]", each) for at, each in enumerate(value))
    ids = [point.id for point in points if point.id]
    twice = next((id for id in ids if ids.count(id) > 1), None)
    if twice is not None:
        raise BreakpointError(
            said("Two breakpoints have the id {twice}.", twice=twice),
            said("Leave ids away, or give each its own."),
            "id",
        )
    return points


def _read(place: str, value: Any) -> Breakpoint:
    if not isinstance(value, dict):
        raise BreakpointError(
            said("{place}: a breakpoint is an object.", place=place), said('Such as {{"place": "before_call"}}.')
        )
    unknown = next((name for name in value if name not in Breakpoint.__struct_fields__), None)
    if unknown is not None:
        help = known_members(unknown, Breakpoint.__struct_fields__)
        raise BreakpointError(
            said("{place}: a breakpoint has no member {unknown}.", place=place, unknown=unknown), help, unknown
        )
    try:
        return checked(fitted({"id": "", **value}, Breakpoint))
    except MisfitError as error:
        member = error.place.split(".")[0]
        at = f"{place}.{member}" if member else place
        raise BreakpointError(said("{at}: {why}.", at=at, why=error.said), error.advice, member) from error
    except BreakpointError as error:
        at = f"{place}.{error.member}" if error.member else place
        raise BreakpointError(
            said("{at}: {why}", at=at, why=error.said), error.advice, error.member, error.column, error.repair
        ) from error
