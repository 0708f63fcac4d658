"""What the history says of a call that a person changed, as values.

Above: `events`, `setup`, `state`, the fronts. Below: nothing.
"""

from typing import Literal

Truth = Literal["rewrite", "notify", "keep"]
"""`rewrite`: what the person wrote, the model will believe that it wrote it · `notify`: the model's call, and the result begins with a
notice · `keep`: the model's call; it runs with the person's name and arguments. A changed id, an added, dropped or moved call is always
*rewrite*."""


def notice(name: str, arguments: str) -> str:
    """The usual notice: what ran in place of what the model asked for. The model reads it, so it is never translated."""
    return f"[The call was changed before it ran. What ran: {name}({arguments})]"
