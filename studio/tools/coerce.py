"""Is a call's argument text fit to run? Its value, made to fit where nothing is lost by it, and the problems that remain.

Above: `engine`. Below: `messages.arguments` (the text), `checks.arguments` (the schema, and what makes a value fit it).
"""

from collections.abc import Callable
from typing import Any

import msgspec

from studio.checks.arguments import check, mended, surely_fits
from studio.checks.change import Change, applied
from studio.checks.conversions import Rules, read_written
from studio.checks.problem import Problem
from studio.checks.sentences import must_be
from studio.checks.text_repair import repaired
from studio.messages.arguments import read_arguments
from studio.messages.toolspec import ToolSpec
from studio.session.policies import Coercion

_LOSSLESS = Rules()
_LANGCHAIN4J = Rules(booleans=False, containers=False, left_out=False)
_MOST_BRACKETS = 100


def free_text_name(spec: ToolSpec) -> str:
    """The parameter that takes the free text of a custom call: the only one there is, else `input`."""
    properties = spec.parameters.get("properties")
    names = list(properties) if isinstance(properties, dict) else []
    return names[0] if len(names) == 1 else "input"


class CheckedCall(msgspec.Struct, frozen=True):
    """`value` is what the tool would get, None when the text is no object; `problems` names what does not fit the schema, `changes`
    what was made to fit. In the setting `ask` changes are only offered: `value` is without them, and `problems` name the misfits."""

    value: dict[str, Any] | None
    problems: tuple[Problem, ...] = ()
    changes: tuple[Change, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether the call may run as it is: there is a value and no problem beyond warnings."""
        return self.value is not None and all(each.severity == "warning" for each in self.problems)


def check_call(
    spec: ToolSpec, arguments_text: str, form: str = "function", coercion: Coercion = "lossless"
) -> CheckedCall:
    """Check the arguments of one call, as the model wrote them, against the tool's schema. Raises nothing.

    What fits is left alone, but 27.0 becomes 27 where the schema wants an integer. The free text of a `custom` call is no JSON: it
    becomes the tool's only parameter, or `input`.
    """
    if form == "custom":
        value = {free_text_name(spec): arguments_text}
        return _checked(spec.parameters, value, lambda: value, coercion)
    read = read_arguments(arguments_text)
    if read.value is None:
        problem = Problem(f"arguments.{read.problem}", "", read.sentence, repair=repaired(arguments_text, read))
        return CheckedCall(None, (problem,))
    warned = (Problem(f"arguments.{read.warning}", "", read.sentence, "warning"),) if read.warning else ()
    shallow = arguments_text.count("[") + arguments_text.count("{") <= _MOST_BRACKETS
    if shallow and surely_fits(spec.parameters, read.value):
        return CheckedCall(read.value, warned)
    return _checked(spec.parameters, read.value, lambda: read_written(arguments_text.strip() or "{}"), coercion, warned)


def _checked(
    schema: Any, value: dict[str, Any], written: Callable[[], Any], coercion: Coercion, warned: tuple[Problem, ...] = ()
) -> CheckedCall:
    """`written` gives the value with its numbers as they were written."""
    if coercion == "off":
        return CheckedCall(value, (*warned, *check(schema, value)))
    found = mended(schema, written() or {}, _LANGCHAIN4J if coercion == "langchain4j" else _LOSSLESS)
    cut = tuple(Problem("schema.type", place, must_be(["integer"])) for place in found.cut)
    made = value if coercion == "ask" else applied(value, found.changes)
    return CheckedCall(made, (*warned, *check(schema, made), *cut), found.changes)
