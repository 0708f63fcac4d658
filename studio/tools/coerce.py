"""Is a call's argument text fit to run? Its value, and the problems with the repairs that could be offered.

Above: `engine`. Below: `messages.arguments` (the text), `checks.arguments` (the schema). Changes no value by itself.
"""

from typing import Any

import msgspec

from studio.checks.arguments import check
from studio.checks.change import Change
from studio.checks.problem import Problem
from studio.checks.text_repair import repaired
from studio.messages.arguments import read_arguments
from studio.messages.toolspec import ToolSpec
from studio.session.policies import Coercion


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
    spec: ToolSpec,
    arguments_text: str,
    form: str = "function",
    coercion: Coercion = "lossless",  # noqa: ARG001 - the settings
) -> CheckedCall:
    """Check the arguments of one call, as the model wrote them, against the tool's schema. Raises nothing.

    The free text of a `custom` call is no JSON: it becomes the tool's only parameter, or `input`.
    """
    if form == "custom":
        value = {free_text_name(spec): arguments_text}
        return CheckedCall(value, check(spec.parameters, value))
    read = read_arguments(arguments_text)
    if read.value is None:
        problem = Problem(f"arguments.{read.problem}", "", read.sentence, repair=repaired(arguments_text, read))
        return CheckedCall(None, (problem,))
    warned = (Problem(f"arguments.{read.warning}", "", read.sentence, "warning"),) if read.warning else ()
    return CheckedCall(read.value, (*warned, *check(spec.parameters, read.value)))
