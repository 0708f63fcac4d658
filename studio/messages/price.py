"""What the tokens of a model cost, as a value: rates in US dollars for a million. Pure.

Above: `responders/prices`, `present/spending`. Below: `usage_parts`. Knows not where a price comes from.
"""

import msgspec

from studio.messages.usage_parts import UsageParts

_MILLION = 1_000_000


class Rate(msgspec.Struct, frozen=True):
    """US dollars for a million tokens. `above` are others that hold for all tokens of a request with more input than so many, as
    (tokens, rate), in rising order."""

    usual: float
    above: tuple[tuple[int, float], ...] = ()

    def at(self, input: int) -> float:
        """The rate for a request with so much input."""
        return next((rate for start, rate in reversed(self.above) if input > start), self.usual)


FREE = Rate(0.0)


class Price(msgspec.Struct, frozen=True):
    """The price of a model: `model` and `provider` as the list names them, or with `own` the pattern that the person wrote. A rate that is
    None is that of the tokens which they are a part of; `request` is what each request costs
    beside its tokens."""

    model: str
    provider: str = ""
    input: Rate = FREE
    output: Rate = FREE
    cached: Rate | None = None
    written: Rate | None = None
    written_long: Rate | None = None
    reasoning: Rate | None = None
    request: float = 0.0
    own: bool = False

    def cost(self, parts: UsageParts) -> float:
        """US dollars for so many tokens."""
        written = self.written or self.input
        shares = (
            (self.input, parts.input - parts.cached - parts.written),
            (self.cached or self.input, parts.cached),
            (written, parts.written - parts.written_long),
            (self.written_long or written, parts.written_long),
            (self.output, parts.output - parts.reasoning),
            (self.reasoning or self.output, parts.reasoning),
        )
        return sum(rate.at(parts.input) * tokens for rate, tokens in shares) / _MILLION + self.request
