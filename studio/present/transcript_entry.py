"""What every entry of a transcript says.

Above: `transcript_entries`. Below: nothing.
"""

import msgspec


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """`depth`: in how many agents it happened, one inside the other; 0 in the session itself."""

    depth: int = 0


class Entry(Placed, frozen=True, tag_field="entry"):
    """One entry. `round` counts requests with a reply from 1; 0 before the first. Inside an agent its own are counted."""

    round: int = 0
