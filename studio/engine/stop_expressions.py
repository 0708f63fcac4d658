"""Expressions over the document of a stop, as they are set: what asks for a member that the document never has is refused, for it would
never hold and nobody would be told.

Above: `breakpoint_rules`, `expecting`. Below: `stop_document`, `checks/expressions`. Pure. What a file kept already is not looked at here.
"""

from studio.checks.expressions import Expression, ExpressionError, compiled
from studio.checks.filled_text import pieces
from studio.checks.names import nearest_name
from studio.engine.stop_document import MEMBERS
from studio.said import said

_MEANT = {
    "arguments": "args",
    "name": "call.name",
    "id": "call.id",
    "text": "reply.text or result.text",
    "calls": "reply.calls",
    "is_error": "result.is_error",
    "value": "result.value",
    "cost": "spent.cost",
    "context": "state.context",
}
"""What is written by others so."""


def stop_expression(text: str) -> Expression:
    """The expression. Raises ExpressionError with the column, also for a member that there is not."""
    made = compiled(text)
    try:
        unknown = made.unknown_root(MEMBERS)
    except RecursionError as error:
        raise ExpressionError(said("The expression is nested too deep.")) from error
    if unknown is None:
        return made
    name, column = unknown
    near = _MEANT.get(name) or nearest_name(name, MEMBERS)
    mean = (
        said("Did you mean {near}?", near=near) if near else said("An argument of the call is args.{name}.", name=name)
    )
    raise ExpressionError(
        said("There is no {name} here.", name=name),
        said("{hint} There are: {names}.", hint=mean, names=", ".join(MEMBERS)),
        column,
    )


def check_log_text(text: str) -> None:
    """Raise ExpressionError with the column in the whole text where what stands between braces cannot be asked."""
    pieces(text, stop_expression)
