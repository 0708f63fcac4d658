"""An open session and what fills the prompt of a request: one that was sent, or the next one.

Above: `opened`. Below: `remembered`, `spent`, `present/context_parts`. Reads only; figures are estimates but for what was reported.
"""

from collections.abc import Sequence
from functools import cached_property

from msgspec.structs import replace

from studio.engine.memory import carried_places
from studio.engine.offering import with_offering
from studio.present.context_parts import PartCounter
from studio.present.context_values import ContextView
from studio.session.events import ReplyReceived
from studio.session.nodes import NodeId
from studio.session.setup import Setup
from studio.session.state import SessionState, settled
from studio.workspace.remembered import RememberingSession
from studio.workspace.spent import SpendingSession


class ContextSession(RememberingSession, SpendingSession):
    """The context."""

    def next_context(self, state: SessionState | None = None) -> ContextView:
        """What fills the next request at a state (None: at the head)."""
        at = with_offering(self.state if state is None else state)
        return _scaled(self._context(at), self._factor())

    def sent_context(self, request: NodeId, reply: NodeId | None = None) -> ContextView:
        """What filled the request of that node; with its reply what the provider counted is known."""
        view = self._context(self.tree.state(self.tree.parent(request)))
        event = self.tree.event(reply) if reply is not None else None
        usage = event.reply.usage if isinstance(event, ReplyReceived) else None
        reported = usage.input if usage is not None and usage.input else None
        if reported is None:
            return replace(_scaled(view, self._factor()), sent=True)
        scaled = _scaled(view, reported / view.tokens if view.tokens else 1.0)
        return replace(scaled, tokens=reported, reported=True, sent=True)

    @cached_property
    def _counter(self) -> PartCounter:
        return PartCounter()

    def _context(self, state: SessionState) -> ContextView:
        """Not scaled, and nothing in it blanked: who shows words of it does that."""
        carried, history = self._weighing.carrying.of(state), settled(state)
        said = list(history)
        sent = said if carried.messages is history else list(carried.messages)
        pairs = zip(carried.places(), sent, strict=True)
        parts = self._counter.parts(state.setup, said, pairs)
        left = [said[at] for at in _left_places(len(said), carried.left_out)]
        return ContextView(
            parts,
            sum(part.tokens for part in parts),
            window=self._window(state.setup),
            model=state.setup.responder.model_name,
            left_out=len(left),
            left_out_tokens=self._counter.tokens(left),
        )

    def _window(self, setup: Setup) -> int | None:
        """How much the model reads, as far as it is known without waiting for the lists."""
        prices = self._wired.world.prices
        own = prices.own_window(setup.responder.model_name)
        if own is None and setup.responder.model_name and not prices.ready:
            self.note_lack()
            return None
        return prices.window(setup.responder) if own is None else own


def _scaled(view: ContextView, factor: float) -> ContextView:
    total, left = round(view.tokens * factor), round(view.left_out_tokens * factor)
    return replace(view, tokens=total, factor=factor, left_out_tokens=left)


def _left_places(length: int, left_out: Sequence[tuple[int, int]]) -> list[int]:
    kept = set(carried_places(length, tuple(left_out))) if left_out else set()
    return [at for at in range(length) if at not in kept] if left_out else []
