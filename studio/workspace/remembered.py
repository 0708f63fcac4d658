"""An open session and what its memory carries: what a request leaves out, and how many tokens the next one costs, as estimated.

Above: `opened`. Below: `edited`, `engine/memory`, `engine/weighing`. Reads only; the memory is a setting like any other.
"""

from functools import cached_property

from studio.engine.memory import LeftOut
from studio.engine.offering import with_offering
from studio.engine.weighing import RequestTokens, Weighing
from studio.messages.tokens import calibrated
from studio.problems import StudioError
from studio.session.events import ReplyReceived, RequestSent
from studio.session.nodes import NodeId
from studio.session.state import SessionState
from studio.session.tree import ROOT
from studio.workspace.edited import EditedSession

_LOOKED_BACK = 200
"""Events that are looked through for a reported count."""


class RememberingSession(EditedSession):
    """The memory."""

    @property
    def left_out(self) -> LeftOut:
        """The messages of the history that the next request leaves out, as (first, how many); for the settled history of `state`."""
        return self._weighing.carrying.of(self.state).left_out

    def left_out_of(self, node: NodeId) -> LeftOut:
        """The messages that the request of that node left out of the history that it was made from."""
        event = self.tree.event(node)
        return event.left_out if isinstance(event, RequestSent) else ()

    def next_tokens(self) -> RequestTokens:
        """The estimated tokens of the next request, part by part, scaled by what the provider reported for the last one."""
        return self._weighing.of(with_offering(self.state)).scaled(self._factor())

    @cached_property
    def _weighing(self) -> Weighing:
        return Weighing()

    @cached_property
    def _factors(self) -> dict[NodeId, float]:
        """By reply that reported a count."""
        return {}

    def _factor(self) -> float:
        reply = self._reported()
        if reply is None:
            return 1.0
        if reply.id not in self._factors:
            state = self._asked_from(reply.id)
            estimate = self._weighing.of(state).total if state is not None else 0
            self._factors[reply.id] = calibrated(estimate, reply.reply.usage.input if reply.reply.usage else None)
        return self._factors[reply.id]

    def _reported(self) -> ReplyReceived | None:
        """The last reply of the same model, in the same agent, for which its provider reported a count."""
        node, state = self.head, self.state
        for _ in range(_LOOKED_BACK):
            if node == ROOT or node not in self.tree:
                return None
            event = self.tree.event(node) if self.tree.kind(node) == "reply" else None
            if isinstance(event, ReplyReceived) and event.reply.usage is not None and event.reply.usage.input:
                there = self.tree.state(node)
                same = there.inside == state.inside
                return event if same and there.setup.responder == state.setup.responder else None
            node = self.tree.parent(node)
        return None

    def _asked_from(self, reply: NodeId) -> SessionState | None:
        """The state that the request of a reply was made from."""
        request = self.tree.state(self.tree.parent(reply)).asked
        try:
            return self.tree.state(self.tree.parent(request)) if request is not None else None
        except (KeyError, StudioError):
            return None
