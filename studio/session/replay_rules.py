"""How a recording is gone along again, as a value.

Above: `events`, `engine/replay`, both fronts. Below: nothing.
"""

import msgspec


class ReplayRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """`volatile` are places of a request body that may differ, as JSON Pointers in which `*` stands for any one member or place
    (`/messages/*/name`), beside those that may differ anyway. `live` are names or patterns of the tools that run although the recording
    gives the results of all others. With `paced` replies and results take the time that they took."""

    volatile: tuple[str, ...] = ()
    live: tuple[str, ...] = ()
    paced: bool = False
