"""One message: a role and its parts in order.

Above: `request`, `session`, `dialects`. Below: `parts`.
"""

from typing import Any, Literal

import msgspec

from studio.messages.parts import Call, Part, Result, Text
from studio.messages.passage import Passage

Role = Literal["system", "developer", "user", "assistant", "tool"]


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """One message. A `tool` message holds all results of one round, as `Result` parts in the order of the calls.

    `extra` holds members of the wire form that no part stands for; they go back unchanged. `origin` names the dialect that all
    `extra`, signatures and opaque parts are bound to; empty when nothing is (see `origin`). `passages` go along with a user message
    and become text of it when a request is made (see `engine/memory`).
    """

    role: Role
    parts: tuple[Part, ...]
    extra: dict[str, Any] = {}
    origin: str = ""
    passages: tuple[Passage, ...] = ()

    @property
    def text(self) -> str:
        """All text parts joined; empty when there are none."""
        return "".join(part.text for part in self.parts if isinstance(part, Text))

    @property
    def calls(self) -> tuple[Call, ...]:
        """The tool calls in order."""
        return tuple(part for part in self.parts if isinstance(part, Call))

    @property
    def results(self) -> tuple[Result, ...]:
        """The results in order."""
        return tuple(part for part in self.parts if isinstance(part, Result))


def user(text: str) -> Message:
    """A user message of one text."""
    return Message("user", (Text(text),))
