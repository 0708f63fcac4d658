"""The advice on the tools of an open session, kept as long as the tools are the same.

Above: the window. Below: `checks/tool_advice`. Runs nothing and changes nothing.
"""

from studio.checks.tool_advice import ToolAdvice
from studio.checks.tool_advice import tool_advice as advice_on
from studio.workspace.seen import SeenSession

__all__ = ["ToolAdvice", "tool_advice"]


def tool_advice(session: SeenSession) -> tuple[ToolAdvice, ...]:
    """What makes the session's tools hard to use, in the order of the tools; what is about all of them comes first. Cheap when asked
    again. Each says its tool, its place in the declaration, a sentence and advice."""
    return advice_on(session.state.setup.tools)
