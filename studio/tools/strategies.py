"""What a model is told when a call did not go well, in words it can act on.

Above: `python_file`, `engine`. Below: `checks` for the nearest name. Every text is the whole result of one call.
"""

from collections.abc import Sequence

from studio.checks.names import nearest_name
from studio.checks.problem import Problem
from studio.said import said


def unknown_tool(name: str, sent: Sequence[str]) -> str:
    """There is no tool `name` among those `sent` with this request."""
    if not sent:
        return f"There is no tool named {name}. No tools are available."
    near = nearest_name(name, sent)
    hint = f" Did you mean {near}?" if near else ""
    return f"There is no tool named {name}.{hint} Available tools: {', '.join(sent)}."


def denied(name: str) -> str:
    """A policy of the person denies the tool."""
    return f"{name} was not run: calls of this tool are not allowed."


MOST_PROBLEMS = 50
"""Lines; a long list that does not fit has as many problems as members."""


def bad_arguments(name: str, problems: Sequence[Problem]) -> str:
    """The arguments are no JSON object or do not fit; one problem a line."""
    lines = "\n".join(f"- {problem_line(each)}" for each in problems[:MOST_PROBLEMS])
    more = f"\n- and {len(problems) - MOST_PROBLEMS} more" if len(problems) > MOST_PROBLEMS else ""
    return f"{name} was not run, its arguments do not fit:\n{lines}{more}"


def problem_line(problem: Problem) -> str:
    """`amount must be a number`: the place in dots and the sentence."""
    place = problem.pointer[1:].replace("/", ".").replace("~1", "/").replace("~0", "~")
    said_itself = not place or problem.rule in ("schema.required", "schema.unknown")
    return problem.sentence if said_itself and "." not in place else f"{place}: {problem.sentence}"


def tool_error(type: str, message: str) -> str:
    """The tool raised: `ValueError: amount must be positive`."""
    return f"{type}: {message}" if message else type


def unfit_value(name: str, type: str, message: str, parameter: str = "") -> str:
    """The person's own types refused a value that the schema let through, that of `parameter`."""
    place = f"{parameter}: " if parameter else ""
    return f"{name} was not run, its arguments do not fit:\n- {place}{tool_error(type, message)}"


def timed_out(name: str, seconds: float) -> str:
    """The call was stopped after `seconds`."""
    return f"{name} was stopped: it gave no result within {seconds:g} seconds. It may have had part of its effect."


def result_too_long(name: str, size: int) -> str:
    """The call ended well, but its result has more bytes than the program takes."""
    return f"{name} ran to its end, but its result of {size / 1e6:.0f} MB is too long to be taken; it had its effect."


def rejected(name: str, reason: str = "") -> str:
    """The person did not allow the call; `reason` in their own words."""
    told = f"The user rejected this call of {name}; it was not run."
    return f"{told} Reason: {reason}" if reason.strip() else told


def worker_died(name: str, how: str) -> str:
    """The process of the tool ended during the call; `how` is `signal 9` or the like."""
    return f"{name} gave no result: the tool process ended ({how}). Whether it had its effect is unknown."


def not_run(name: str, why: str) -> str:
    """The call could not be started."""
    return f"{name} was not run: {why}"


def rolled_back(name: str, text: str, undo: str, cause: str) -> str:
    """The call succeeded and was undone by `undo` because `cause` failed; `text` is its result."""
    return (
        f"{name} was rolled back: it ran, but {cause} failed later, so its effect was undone by {undo}. "
        f"Do not count on it. It had given:\n{text}"
    )


def undo_failed(name: str, text: str, undo: str, cause: str, why: str) -> str:
    """The same, but undoing it failed: its effect may still be there."""
    return (
        f"{name} could not be rolled back: it ran, {cause} failed later, and undoing it by {undo} failed, too: {why}\n"
        f"Its effect may still be there. It had given:\n{text}"
    )


def undo_skipped(name: str, text: str, cause: str, reason: str = "") -> str:
    """The person did not let it be undone; `reason` in their own words."""
    why = f"Reason: {reason}\n" if reason.strip() else ""
    return (
        f"{name} was not rolled back: it ran, {cause} failed later, and the user decided not to undo it. "
        f"Its effect is still there.\n{why}It had given:\n{text}"
    )


def no_undo(name: str) -> str:
    """The tool that was to undo `name` is gone."""
    return said("there is no tool any more that undoes {name}.", name=name)


def undo_denied(undo: str) -> str:
    """A policy denies the undoing tool."""
    return said("calls of {undo} are denied.", undo=undo)
