"""How a recording is gone along again, as a value.

Above: `events`, `engine/replay`, both fronts. Below: nothing.
"""

import re
from fnmatch import fnmatchcase

import msgspec


def is_place(path: str) -> bool:
    """Whether a text is a JSON Pointer to a member or a place, in which a step may be `*`, but not all of them: that were everything."""
    first, *steps = path.split("/")
    whole = not first and steps != [] and all(steps) and any(step != "*" for step in steps)
    return whole and re.search(r"~(?![01])|\*\*|[\ud800-\udfff]", path) is None


class ReplayRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """`volatile` are places of a request body that may differ, as JSON Pointers in which `*` stands for any one member or place
    (`/messages/*/name`), beside those that may differ anyway; one that leads into a text that is JSON means a member there. `live` are
    names or patterns of the tools that run although the recording gives the results of all others. With `paced` replies and results take
    the time that they took."""

    volatile: tuple[str, ...] = ()
    live: tuple[str, ...] = ()
    paced: bool = False

    def runs(self, tool: str) -> bool:
        """Whether calls of a tool run although the recording gives the results of others."""
        return any(fnmatchcase(tool, pattern) for pattern in self.live)
