"""What a person expects of a branch: read as an expression, and looked at where the branch stands.

Above: `workspace`, the command line. Below: `stop_document`, `due`, `checks/expressions`. Runs nothing; reads one state.
"""

from studio.checks.expressions import ExpressionError, compiled
from studio.engine.due import Finished, RunCalls, due
from studio.engine.limits import Cost
from studio.engine.stop_document import document
from studio.engine.stop_expressions import stop_expression
from studio.problems import StudioError
from studio.said import said
from studio.session.expectations import Expectation, Met, NotMet, Unknown
from studio.session.nodes import CallKey, NodeId
from studio.session.state import SessionState
from studio.session.tree import Tree


def readable(expects: str) -> str:
    """The expression as it is kept, empty for none. Raises ExpressionError with column and repair when it cannot be read."""
    text = expects.strip()
    if text:
        stop_expression(text)
    return text


def outcome(tree: Tree, start: NodeId, expects: str, cost: Cost) -> Expectation:
    """Whether what is expected of the branch that begins with `start` holds at its newest node. `call`, `args` and
    `result` are those of the call that is due there, else of the last one of the last reply."""
    tip = tree.tip(start)
    if not tree.whole(tip):
        return Unknown(said("What comes before this branch is missing in the file."))
    try:
        if _nothing_yet(tree, start):
            return Unknown()
        state = tree.state(tip)
        holds = compiled(expects).holds(document(state, _call(state), cost))
    except ExpressionError as error:
        return Unknown(str(error))
    except StudioError as error:
        return Unknown(error.sentence)
    return Met() if holds else NotMet(so_far=not isinstance(due(state), Finished))


def _nothing_yet(tree: Tree, start: NodeId) -> bool:
    """Whether a branch has only begun: nothing but settings stand on it."""
    node = tree.tip(start)
    while tree.kind(node) == "setup" and node != start:
        node = tree.parent(node)
    return tree.kind(node) == "setup"


def _call(state: SessionState) -> CallKey | None:
    """The call in question: the one that is due, else the last one of the last reply."""
    todo = due(state)
    if isinstance(todo, RunCalls):
        return todo.calls[0]
    calls = state.open.calls if state.open is not None else ()
    return calls[-1].key if calls else None
