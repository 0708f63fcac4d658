"""The advice on the tools of an open session, kept as long as the tools are the same.

Above: the window. Below: `checks/tool_advice`, `engine/offering`. Runs nothing and changes nothing.
"""

from weakref import WeakKeyDictionary

from studio.checks.tool_advice import ToolAdvice, advice_on_tool, gathered
from studio.dialects.tool_shape_values import Target
from studio.engine.offering import with_offering
from studio.messages.toolspec import ToolSpec
from studio.session.setup import Setup
from studio.workspace.declared import DeclaringSession

__all__ = ["ToolAdvice", "tool_advice"]


def tool_advice(session: DeclaringSession) -> tuple[ToolAdvice, ...]:
    """What makes the session's tools hard to use, in the order of the tools; what is about all of them comes first. Cheap when asked
    again. Each says its tool, its place in the declaration, a sentence and advice."""
    kept = _KEPT.setdefault(session, _Kept())
    state = session.state
    setup = with_offering(state).setup if state.setup.chooses else state.setup
    # Told as text, a tool may have any name, as with Ollama.
    return session.judged(kept.of(state.setup, session.schema_target or "ollama", len(setup.sent_tools)))


class _Kept:
    """What was said last, and of each tool by itself."""

    def __init__(self) -> None:
        self._last: tuple[tuple[object, ...], tuple[ToolSpec, ...], tuple[ToolAdvice, ...]] = ((), (), ())
        self._alone: dict[int, tuple[ToolSpec, Target | None, tuple[ToolAdvice, ...]]] = {}

    def of(self, setup: Setup, target: Target | None, offered: int) -> tuple[ToolAdvice, ...]:
        """The advice, made anew only of what changed. May be asked in another thread: what is kept changes in one piece."""
        key = (setup.off, target, offered)
        known, tools, told = self._last
        if setup.tools is tools and key == known:
            return told
        alone = [self._on(tool, target) for tool in setup.tools]
        told = gathered(setup.tools, alone, offered=offered, off=setup.off)
        # A declaration is kept beside what is said of it: an id is that of one value as long as it lives.
        self._alone = {id(tool): (tool, target, one) for tool, one in zip(setup.tools, alone, strict=True)}
        self._last = (key, setup.tools, told)
        return told

    def _on(self, tool: ToolSpec, target: Target | None) -> tuple[ToolAdvice, ...]:
        known = self._alone.get(id(tool))
        return known[2] if known is not None and known[1] == target else advice_on_tool(tool, target)


_KEPT: WeakKeyDictionary[DeclaringSession, _Kept] = WeakKeyDictionary()
