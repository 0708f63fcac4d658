"""What has gone on since the last user message, as far as limits ask for it. Pure.

Above: `state`, `engine/stops`. Below: `messages`.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from studio.messages.parts import Call
from studio.messages.reply import Usage
from studio.session.responder_choice import ResponderChoice


class Turn(msgspec.Struct, frozen=True):
    """Tokens in and out, `seconds` at work, and the last call with how many times in a row it was asked for. `others` are those of the
    tokens that agents with another model spent, as (who answered, in, out)."""

    input: int = 0
    output: int = 0
    seconds: float = 0.0
    last: tuple[str, str] | None = None
    same: int = 0
    others: tuple[tuple[ResponderChoice, int, int], ...] = ()


FRESH = Turn()


def replied(turn: Turn, usage: Usage, seconds: float, calls: Sequence[Call]) -> Turn:
    """The turn after a reply."""
    last, same = turn.last, turn.same
    for call in calls:
        asked = (call.name, call.arguments)
        same = same + 1 if asked == last else 1
        last = asked
    into, out = turn.input + (usage.input or 0), turn.output + (usage.output or 0)
    return Turn(into, out, turn.seconds + seconds, last, same, turn.others)


def worked(turn: Turn, seconds: float) -> Turn:
    """The turn after a tool ran."""
    return replace(turn, seconds=turn.seconds + seconds) if seconds else turn
