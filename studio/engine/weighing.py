"""How many tokens a request costs, as estimated, part by part. Pure.

Above: `workspace/remembered`. Below: `memory`, `messages/tokens`, `session`. Remembers along the history what it counted, so that a longer
one costs what is new; a window is counted again when it moves.
"""

import msgspec
from msgspec.structs import replace

from studio.engine.memory import Carried, Carrying
from studio.messages.message import Message
from studio.messages.tokens import PER_MESSAGE, message_tokens, text_tokens, tool_tokens
from studio.messages.toolspec import ToolSpec
from studio.session.chain import Chain, Folded
from studio.session.skill_words import system_of
from studio.session.state import SessionState, settled


class RequestTokens(msgspec.Struct, frozen=True):
    """Estimated tokens of a request: of its system text, its declared tools, its messages and the passages that go along. `factor` is what
    the parts were multiplied with, by what the provider reported before; 1 where it reported nothing."""

    system: int = 0
    tools: int = 0
    messages: int = 0
    passages: int = 0
    factor: float = 1.0

    @property
    def total(self) -> int:
        """All of them."""
        return self.system + self.tools + self.messages + self.passages

    def scaled(self, factor: float) -> "RequestTokens":
        """The same multiplied with `factor`."""
        parts = {name: round(getattr(self, name) * factor) for name in ("system", "tools", "messages", "passages")}
        return replace(self, **parts, factor=factor)


class Weighing:
    """Weighs the requests of one session."""

    def __init__(self) -> None:
        self.carrying = Carrying()
        self._whole: Folded[Message, int] = Folded(0, lambda total, message: total + message_tokens(message))
        self._tools: dict[int, tuple[ToolSpec, int]] = {}
        self._last: tuple[Chain[Message], int, int] = Chain(), 0, 0

    def of(self, state: SessionState) -> RequestTokens:
        """The tokens of the next request at `state`, whose setup offers what it is to offer."""
        system = system_of(state.setup)
        messages, passages = self._messages(state, self.carrying.of(state))
        tools = sum(map(self._tool, state.setup.sent_tools))
        return RequestTokens(PER_MESSAGE + text_tokens(system) if system else 0, tools, messages, passages)

    def _messages(self, state: SessionState, carried: Carried) -> tuple[int, int]:
        history = settled(state)
        if carried.messages is history:
            return self._whole.of(history), 0
        if self._last[0] is not carried.messages:
            said = list(history)
            own = [said[place] for place in carried.places()] if carried.passages else carried.messages
            messages = sum(map(message_tokens, own))
            together = sum(map(message_tokens, carried.messages)) if carried.passages else messages
            self._last = carried.messages, messages, together - messages
        return self._last[1], self._last[2]

    def _tool(self, tool: ToolSpec) -> int:
        found = self._tools.get(id(tool))
        if found is None or found[0] is not tool:
            found = self._tools[id(tool)] = tool, tool_tokens(tool)
        return found[1]
