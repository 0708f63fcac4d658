"""The tokens that a row shows: as the provider counted them, else (of messages and results) as they are estimated.

Above: the window's timeline, `row_filter`. Below: `row`, `messages/tokens`.
"""

from studio.messages.tokens import text_tokens
from studio.present.row import Row

_MOST_READ = 100_000
"""Characters that are looked at; of a longer text the rest is taken to be alike."""


def tokens_of_row(row: Row) -> int | None:
    """What went in for a request, what came out for a response, both of an agent and of a model that a server asked, what a message or a
    result costs; None where nobody knows. A round says both beside its title."""
    if row.estimate is not None:
        return row.estimate
    if row.kind == "request":
        return row.tokens_in
    if row.kind == "response":
        return row.tokens_out
    if row.kind in ("call", "asked") and row.tokens_in is not None:
        return row.tokens_in + (row.tokens_out or 0)
    return None


def estimate(text: str) -> int:
    """The tokens of a text, in a time that does not grow with it."""
    if len(text) <= _MOST_READ:
        return text_tokens(text)
    return round(text_tokens(text[:_MOST_READ]) * len(text) / _MOST_READ)
