"""What has gone on since the last user message, as far as limits ask for it. Pure.

Above: `state`, `engine/stops`. Below: `messages`.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from studio.messages.parts import Call
from studio.messages.reply import Usage


class Turn(msgspec.Struct, frozen=True):
    """Tokens in and out, `seconds` at work, and the last call with how many times in a row it was asked for."""

    input: int = 0
    output: int = 0
    seconds: float = 0.0
    last: tuple[str, str] | None = None
    same: int = 0


FRESH = Turn()


def replied(turn: Turn, usage: Usage, seconds: float, calls: Sequence[Call]) -> Turn:
    """The turn after a reply."""
    last, same = turn.last, turn.same
    for call in calls:
        asked = (call.name, call.arguments)
        same = same + 1 if asked == last else 1
        last = asked
    return Turn(turn.input + (usage.input or 0), turn.output + (usage.output or 0), turn.seconds + seconds, last, same)


def worked(turn: Turn, seconds: float) -> Turn:
    """The turn after a tool ran."""
    return replace(turn, seconds=turn.seconds + seconds) if seconds else turn
