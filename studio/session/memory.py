"""How much of the history a request carries, as a value.

Above: `setup`, `agents`, `engine/memory`. Below: nothing.
"""

from typing import Literal

import msgspec


class Memory(msgspec.Struct, frozen=True, omit_defaults=True):
    """`all`, the last `most` `messages`, or the last `most` `tokens` (as estimated by `messages/tokens`). The system message, the message
    of the turn, and a call with its result are never left out or parted; what is left out stays in the session."""

    kind: Literal["all", "messages", "tokens"] = "all"
    most: int = 0
