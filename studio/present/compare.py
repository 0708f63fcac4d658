"""Two paths compared: rounds laid beside one another, the first differing decision named with its likely cause.

Above: `workspace`, the command line, the window. Below: `story`, `round_changes`, `compared`. Pure, from the trees alone; asks nobody.
"""

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher

from studio.messages.message import Message
from studio.present.compared import Cause, Change, Comparison, FirstDecision, Likely, Pair, Side
from studio.present.round_changes import (
    decided_otherwise,
    decision_of,
    gave_otherwise,
    messages_changed,
    settings_changed,
)
from studio.present.story import story
from studio.present.story_path import told
from studio.present.story_values import Round, SessionStory
from studio.session.nodes import NodeId
from studio.session.setup import Setup
from studio.session.state import SessionState, settled
from studio.session.tree import Tree

Price = Callable[[Setup, int, int], float | None]
_ORDER: tuple[Cause, ...] = ("model", "tools", "prompt", "tool_output", "history", "parameters")
"""The likeliest cause first."""
_OF_SETTING: dict[str, Cause] = {"model": "model", "parameter": "parameters", "tool": "tools", "system": "prompt"}


class Path:
    """One side: a tree and the node that its path ends at. `requests` are the requests of the rounds (None where a round has none)."""

    def __init__(self, tree: Tree, node: NodeId, title: str = "", branch: str = "") -> None:
        self.tree, self.node, self.title, self.branch = tree, node, title, branch
        self.story: SessionStory = story(tree, node)
        self.requests = [made.request.id if made.request else None for made in told(tree, node).session.rounds]

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds of the session itself; those of agents stand in their calls."""
        return self.story.rounds

    def before(self, at: int) -> SessionState | None:
        """The state that the request of round number `at` (from 0) was made from."""
        request = self.requests[at] if at < len(self.requests) else None
        return self.tree.state(self.tree.parent(request)) if request is not None else None

    def end(self) -> SessionState:
        """The state at the end."""
        return self.tree.state(self.node)


def compare(left: Path, right: Path, price: Price = lambda *_: None) -> Comparison:
    """Both paths beside one another. `price` is what so many tokens cost with a setup's model, None where that is not known."""
    pairs = tuple(_pairs(left, right))
    pairs_of_both = [(pair.left, pair.right) for pair in pairs]
    names = [[tuple(action.tool for action in one.actions) if one else None for one in both] for both in pairs_of_both]
    same_calls = all(one == other for one, other in names)
    return Comparison(
        _side(left, price),
        _side(right, price),
        pairs,
        _first(left, right, pairs),
        same_calls,
        same_calls and not any(change.what == "arguments" for pair in pairs for change in pair.decision),
        left.story.content == right.story.content,
    )


def _pairs(left: Path, right: Path) -> Iterator[Pair]:
    one, other = left.rounds, right.rounds
    matcher = SequenceMatcher(None, list(map(decision_of, one)), list(map(decision_of, other)), autojunk=False)
    for what, start, end, begin, stop in matcher.get_opcodes():
        count = max(end - start, stop - begin)
        for at in range(count):
            was = one[start + at] if start + at < end else None
            now = other[begin + at] if begin + at < stop else None
            yield _pair(was, now, shared=what == "equal" and _is_shared(left, right, start + at, begin + at))


def _is_shared(left: Path, right: Path, at: int, place: int) -> bool:
    """Whether two rounds are the same round: the same request of the same session, with the same end."""
    if left.tree is not right.tree or left.requests[at] is None or left.requests[at] != right.requests[place]:
        return False
    return left.rounds[at] == right.rounds[place]


def _pair(was: Round | None, now: Round | None, *, shared: bool) -> Pair:
    if was is None or now is None:
        there = was or now
        assert there is not None
        words = "\n".join(
            filter(None, (there.text, *(f"{action.tool}({action.arguments})" for action in there.actions)))
        )
        change = Change("call" if there.actions else "text", "", words if was else None, words if now else None)
        return Pair(was, now, decision=(change,))
    if shared:
        return Pair(was, now, shared=True)
    return Pair(was, now, False, tuple(decided_otherwise(was, now)), tuple(gave_otherwise(was, now)))


def _first(left: Path, right: Path, pairs: Sequence[Pair]) -> FirstDecision | None:
    at = next((at for at, pair in enumerate(pairs) if pair.decision), None)
    return None if at is None else FirstDecision(at, tuple(_causes(left, right, at, pairs[at])))


def _causes(left: Path, right: Path, at: int, pair: Pair) -> Iterator[Likely]:
    """What may have made the decision at round `at` (of both: all before it are alike) come out otherwise."""
    changed = tuple(_edited(pair))
    if changed:
        yield Likely("edit", changed)
    one, other = left.before(at), right.before(at)
    if one is None or other is None:
        yield Likely("end", _said_after(left, right, at))
        return
    found: dict[Cause, list[Change]] = {}
    for change in (*settings_changed(one.setup, other.setup), *messages_changed(_carried(one), _carried(other))):
        found.setdefault(_cause(change), []).append(change)
    yield from (Likely(cause, tuple(found[cause])) for cause in _ORDER if cause in found)
    if not found and not changed:
        yield Likely("chance")


def _carried(state: SessionState) -> Iterator[Message]:
    return iter(settled(state))


def _cause(change: Change) -> Cause:
    if change.what == "result":
        return "tool_output"
    if change.what == "message":
        return "prompt" if change.place in ("user", "system", "developer") else "history"
    return _OF_SETTING[change.what]


def _edited(pair: Pair) -> Iterator[Change]:
    """Where the person changed the decision itself, on either side."""
    for round, is_left in ((pair.left, True), (pair.right, False)):
        for action in round.actions if round is not None else ():
            if action.asked or action.added:
                now = f"{action.tool}({action.arguments})"
                yield Change("call", "(left)" if is_left else "(right)", action.asked or None, now)
        if round is not None and round.edited and not any(action.asked or action.added for action in round.actions):
            yield Change("text", "(left)" if is_left else "(right)", None, round.text)


def _said_after(left: Path, right: Path, at: int) -> tuple[Change, ...]:
    """What the person said that only one side has."""
    longer, is_left = (left, True) if at < len(left.rounds) else (right, False)
    said = "\n".join(longer.rounds[at].said) if at < len(longer.rounds) else ""
    return (Change("message", "user", said if is_left else None, None if is_left else said),) if said else ()


def _side(path: Path, price: Price) -> Side:
    told = path.story
    calls = [execution for execution in told.executions if not execution.inside]
    return Side(
        path.title,
        path.branch,
        told.rounds[-1].model if told.rounds else path.end().setup.responder.model_name,
        len(told.rounds),
        sum(len(one.actions) for one in told.rounds),
        sum(execution.result.is_error for execution in calls),
        told.tokens,
        round(told.seconds, 3),
        _cost(path, price),
        told.content or (told.final.text if told.final is not None else ""),
    )


def _cost(path: Path, price: Price) -> float | None:
    """What the rounds cost, each with the model it asked; None as soon as one is not known."""
    whole = 0.0
    for at, made in enumerate(path.rounds):
        state = path.before(at)
        if state is None or made.tokens.input is None:
            return None
        cost = price(state.setup, made.tokens.input, made.tokens.output or 0)
        if cost is None:
            return None
        whole += cost
    return whole if path.rounds else None
