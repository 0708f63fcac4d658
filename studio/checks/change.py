"""A value that was made to fit: where it stands, as it was and as it is now.

Above: `tools/coerce`, `present`, the fronts. Below: nothing.
"""

import msgspec


class Change(msgspec.Struct, frozen=True):
    """`pointer` is a JSON Pointer into the arguments; `old` and `new` are JSON texts, `new` empty where the member was left out."""

    pointer: str
    old: str
    new: str
