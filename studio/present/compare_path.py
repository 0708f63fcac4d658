"""One side of a comparison: a path of a tree with its rounds, what the model itself said in each, and what they cost.

Above: `compare`, `compare_causes`. Below: `story`, `story_path`. Pure, from the tree alone.
"""

from collections.abc import Callable, Iterator

from studio.messages.parts import Image
from studio.messages.reply import ChatReply, Usage
from studio.present.story import story
from studio.present.story_path import RoundMade, told
from studio.present.story_values import Round, SessionStory
from studio.session.nodes import NodeId
from studio.session.setup import Setup
from studio.session.state import EMPTY, SessionState
from studio.session.tree import Tree

Price = Callable[[Setup, Usage], float | None]
"""What the tokens of a reply cost with a setup's model; None where that is not known."""


class Path:
    """One side: a tree and the node that its path ends at. `requests` are the requests of the rounds (None where a round has none),
    `unread` as in `Side`."""

    def __init__(self, tree: Tree, node: NodeId, title: str = "", branch: str = "", unread: int = 0) -> None:
        self.tree, self.node, self.title, self.branch, self.unread = tree, node, title, branch, unread
        self.story: SessionStory = story(tree, node)
        self._told = told(tree, node)
        self._made = self._told.session.rounds
        self.requests = [made.request.id if made.request else None for made in self._made]

    def forget(self) -> None:
        """Let go of what was gathered, bit by bit, as `Tree.forget` does; the rounds stay."""
        self._told.state = EMPTY  # it holds all states before it, which the tree lets go of one by one
        while self._made:
            self._made.pop()
        for known in (self._told.agents, self._told.results, self._told.attempts, self._told.texts):
            while known:
                known.popitem()

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds of the session itself; those of agents stand in their calls."""
        return self.story.rounds

    def before(self, at: int) -> SessionState | None:
        """The state that the request of round number `at` (from 0) was made from."""
        request = self.requests[at] if at < len(self.requests) else None
        return self.tree.state(self.tree.parent(request)) if request is not None else None

    def left_out(self, at: int) -> tuple[tuple[int, int], ...]:
        """The messages that the request of round number `at` left out, as (first, how many)."""
        made = self._made[at].request
        return made.left_out if made is not None else ()

    def reply(self, at: int) -> ChatReply:
        """What the model itself said in round number `at`; an empty reply where none came."""
        made = self._made[at].reply if at < len(self._made) else None
        return made.reply if made is not None else ChatReply()

    def pictures(self, at: int) -> list[tuple[Image, ...]]:
        """Of each call of round number `at` the pictures of its result."""
        opened = self._made[at].open
        results = [call.result for call in opened.calls] if opened is not None else []
        return [result.media if result is not None else () for result in results]

    def end(self) -> SessionState:
        """The state at the end."""
        return self.tree.state(self.node)

    def cost(self, price: Price) -> float | None:
        """What all that was asked cost, each with the model that was asked, agents and choices of tools too; None where that is not known.
        A request that failed counts nothing."""
        if self.story.sampling.input is not None:
            return None  # whom a server's question was handed to is not kept
        frames = (self._told.session, *(frame for runs in self._told.agents.values() for frame in runs))
        found = [cost for frame in frames for made in frame.rounds for cost in self._costs(made, price)]
        known = [cost for cost in found if cost is not None]
        return sum(known) if found and len(known) == len(found) else None

    def _costs(self, made: RoundMade, price: Price) -> Iterator[float | None]:
        if made.choice is not None and made.choice.reply is not None:
            setup = self.tree.state(self.tree.parent(made.choice.id)).setup
            yield _cost(Setup(setup.chooser.responder or setup.responder), made.choice.reply.usage, price)
        if made.reply is not None and made.request is not None:
            setup = self.tree.state(self.tree.parent(made.request.id)).setup
            yield _cost(setup, made.reply.reply.usage, price)


def _cost(setup: Setup, usage: Usage | None, price: Price) -> float | None:
    if usage is None or usage.input is None:
        return None
    return price(setup, usage)
