"""What fills the prompt of a request, as values: its parts by origin, with about how many tokens each has, and the room that is left. Pure.

Above: `context_parts`, `workspace/context`, the Context dock. Below: `words`.
"""

from typing import Literal

import msgspec

from studio.present.words import Words, words

Origin = Literal["system", "skills", "tools", "person", "replies", "results", "passages"]
ORIGINS: tuple[Origin, ...] = ("system", "skills", "tools", "person", "replies", "results", "passages")
"""In the order in which they stand in the bar."""
SYSTEM = -1
"""The index of what is no message of the history."""
TIGHT = 0.8
"""The share of the window from which on it is tight."""


class Part(msgspec.Struct, frozen=True):
    """`index` is the message of the history (`SYSTEM`: none), `place` that of a result in it; `name` that of a tool, `text` the first
    words. `order` counts as the request has them."""

    origin: Origin
    tokens: int
    order: int
    index: int = SYSTEM
    place: int | None = None
    name: str = ""
    text: str = ""

    @property
    def title(self) -> Words | str:
        """What it is, in a few words; what a person or a model said stands for itself."""
        match self.origin:
            case "system" | "skills" if self.index == SYSTEM:
                return words(f"context.{self.origin}")
            case "tools":
                return self.name
            case "results":
                return words("context.result_of", tool=self.name) if self.name else words("context.result")
            case "replies" if not self.text:
                return words("context.calls", tools=self.name) if self.name else words("context.empty")
            case _:
                return self.text or words("context.empty")


class ContextView(msgspec.Struct, frozen=True, eq=False):
    """The prompt of one request. `tokens` are all of it: reported by the provider with `reported`, else estimated and scaled by what was
    reported before. The tokens of `parts` are to be multiplied with `factor`, 1 where nothing was reported. `window` is how many the model
    reads, None where nobody knows. `left_out` messages with `left_out_tokens` stay in the history and do not go along. `sent`: the request
    went out."""

    parts: tuple[Part, ...] = ()
    tokens: int = 0
    reported: bool = False
    factor: float = 1.0
    window: int | None = None
    model: str = ""
    left_out: int = 0
    left_out_tokens: int = 0
    sent: bool = False

    @property
    def share(self) -> float | None:
        """How much of the window is used; None where it is not known."""
        return self.tokens / self.window if self.window else None

    @property
    def strain(self) -> Literal["", "tight", "over"]:
        """Whether the window is nearly full, or too small."""
        share = self.share
        if share is None or share < TIGHT:
            return ""
        return "over" if share > 1 else "tight"

    def by_origin(self) -> dict[Origin, int]:
        """The tokens of each origin that has any, in the order of the bar."""
        found = dict.fromkeys(ORIGINS, 0)
        for part in self.parts:
            found[part.origin] += part.tokens
        return {origin: self.scaled(tokens) for origin, tokens in found.items() if tokens}

    def scaled(self, tokens: int) -> int:
        """The tokens of a part, by what was reported."""
        return round(tokens * self.factor)

    def by_size(self) -> tuple[Part, ...]:
        """The largest first."""
        return tuple(sorted(self.parts, key=lambda part: (-part.tokens, part.order)))
