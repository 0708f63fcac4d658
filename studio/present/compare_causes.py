"""Why the first decision that differs came out otherwise: what the two requests carried, and what the person changed of the replies.

Above: `compare`. Below: `compare_path`, `round_changes`. Pure; a cause is named only with what speaks for it, chance only where nothing
that a model reads is otherwise.
"""

from collections.abc import Iterator

from studio.messages.reply import ChatReply
from studio.present.compare_edits import edited_before
from studio.present.compare_path import Path
from studio.present.compared import LEFT, RIGHT, Cause, Change, Likely, What
from studio.present.message_changes import canonical, messages_changed, short
from studio.present.round_changes import decision_of, settings_changed
from studio.present.story_values import Action, Round
from studio.session.state import SessionState, settled

_ORDER: tuple[Cause, ...] = ("model", "tools", "prompt", "tool_output", "history", "parameters")
"""The likeliest cause first."""
_OF_SETTING: dict[str, Cause] = {"model": "model", "parameter": "parameters", "tool": "tools", "system": "prompt"}


def causes(left: Path, right: Path, at: int) -> Iterator[Likely]:
    """What may have made round number `at` (from 0; all before it are alike) come out otherwise."""
    edits = tuple(_edits(left, right, at))
    if edits:
        yield Likely("edit", edits)
    one, other = left.before(at), right.before(at)
    if one is None or other is None:
        yield Likely("end", _said_after(left, right, at))
        return
    if edits and decision_of_reply(left.reply(at)) == decision_of_reply(right.reply(at)):
        return  # what the models said themselves is the same
    before, otherwise = edited_before(left, right, at, _asked_otherwise(one, other))
    if before:
        yield Likely("edit", tuple(before))
    found: dict[Cause, list[Change]] = {}
    for change in (*otherwise, *_left_out(left, right, at)):
        found.setdefault(_cause(change), []).append(change)
    yield from (Likely(cause, tuple(found[cause])) for cause in _ORDER if cause in found)
    if not found and not before:
        yield Likely("chance")


def decision_of_reply(reply: ChatReply) -> object:
    """What a reply decided, as `decision_of` says it of a round."""
    return tuple((call.name, canonical(call.arguments)) for call in reply.calls) or reply.text.strip()


def _asked_otherwise(one: SessionState, other: SessionState) -> Iterator[Change]:
    yield from settings_changed(one.setup, other.setup)
    yield from messages_changed(settled(one), settled(other))


def _left_out(left: Path, right: Path, at: int) -> Iterator[Change]:
    """What the memory of only one side left out."""
    was, now = (sum(count for _, count in side.left_out(at)) for side in (left, right))
    if was != now:
        yield Change("message", "left out", str(was), str(now))


def _cause(change: Change) -> Cause:
    if change.what == "result":
        return "tool_output"
    if change.what == "message":
        return "prompt" if change.place in ("user", "system", "developer") else "history"
    return _OF_SETTING[change.what]


def _edits(left: Path, right: Path, at: int) -> Iterator[Change]:
    """Where the person changed the decision itself, on one side only or on each otherwise."""
    was, now = (tuple(_edited(side, at)) for side in (left, right))
    yield from (Change(each[0], LEFT, *each[1:]) for each in was if each not in now)
    yield from (Change(each[0], RIGHT, *each[1:]) for each in now if each not in was)


def _edited(side: Path, at: int) -> Iterator[tuple[What, str | None, str | None]]:
    """Each change of a round, as (what, before, after)."""
    round = side.rounds[at] if at < len(side.rounds) else None
    if round is None:
        return
    changed = [action for action in round.actions if action.asked or action.added]
    for action in changed:
        yield "call", action.asked or None, _call(action)
    own = side.reply(at)
    if round.edited and not changed and decision_of_reply(own) != decision_of(round):
        yield ("call" if own.calls or round.actions else "text"), _of_reply(own), _of_round(round)


def _call(action: Action) -> str:
    return short(f"{action.tool}({action.arguments})")


def _of_round(round: Round) -> str:
    return "\n".join(map(_call, round.actions)) or short(round.text)


def _of_reply(reply: ChatReply) -> str:
    return "\n".join(short(f"{call.name}({call.arguments})") for call in reply.calls) or short(reply.text)


def _said_after(left: Path, right: Path, at: int) -> tuple[Change, ...]:
    """What the person said that only one side has."""
    longer, is_left = (left, True) if at < len(left.rounds) else (right, False)
    said = "\n".join(longer.rounds[at].said) if at < len(longer.rounds) else ""
    return (Change("message", "user", said if is_left else None, None if is_left else said),) if said else ()
