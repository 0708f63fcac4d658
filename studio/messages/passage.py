"""A passage that goes along with a user message: text from a file that the person added.

Above: `message`, `engine/memory`. Below: nothing.
"""

import msgspec


class Passage(msgspec.Struct, frozen=True, omit_defaults=True):
    """`text` of `source` (the name that is shown and told); `where` is the place in it (`lines 3-40`). Sent with the first request
    after its message only, or with `always` in every request that carries the message."""

    source: str
    text: str
    where: str = ""
    always: bool = False
