"""Which places of a request body are set aside when two are compared: those that never matter, and those that the person named. Pure.

Above: `difference`, `replay`, the fronts. Knows no session. What changes the answer or the price is never set aside by itself: parameters,
`service_tier`, `store`, `cache_control`, thinking and its signatures.
"""

import re
from collections.abc import Iterable

from studio.problems import StudioError
from studio.said import said
from studio.session.replay_rules import is_place

ALWAYS = (
    *("/seed", "/random_seed", "/options/seed"),
    *("/user", "/metadata", "/safety_identifier", "/previous_response_id"),
    *("/prompt_cache_key", "/prompt_cache_retention", "/keep_alive"),
    *("/stream", "/stream_options"),
)
"""Seeds; ids and notes of whoever asks; how long something is kept; and how the answer comes. Of all dialects together: none of these names
means something else in another one."""
_IDS = (
    *("/messages/*/tool_call_id", "/messages/*/tool_calls/*/id"),
    *("/messages/*/content/*/id", "/messages/*/content/*/tool_use_id"),
    *("/input/*/id", "/input/*/call_id", "/input/*/approval_request_id"),
)
"""Ids of calls and of items: of the OpenAI chat and Ollama formats, of Anthropic's, of the Responses format."""


class VolatilePathError(StudioError):
    """A path that leads nowhere."""


class Volatile:
    """The places that are set aside: those of `ALWAYS` and the `paths` of the person, JSON Pointers in which `*` stands for any one member
    or place. What stands below such a place is set aside with it."""

    def __init__(self, paths: Iterable[str] = ()) -> None:
        named = tuple(paths)
        self._here = _pattern((*ALWAYS, *named))
        above = {cut for path in named for cut in _above(path)}
        self._above = _pattern(above) if above else None

    def holds(self, pointer: str) -> bool:
        """Whether the value at a place is set aside."""
        return self._here.fullmatch(pointer) is not None

    def leads_into(self, pointer: str) -> bool:
        """Whether the person set something aside below a place."""
        return self._above is not None and self._above.fullmatch(pointer) is not None


def _above(path: str) -> Iterable[str]:
    steps = path.split("/")
    return ("/".join(steps[:end]) for end in range(2, len(steps)))


def _pattern(paths: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join("[^/]*".join(map(re.escape, path.split("*"))) for path in paths))


def check_path(path: str) -> None:
    """Raise VolatilePathError unless `path` is a JSON Pointer to a member or a place."""
    if not is_place(path):
        raise VolatilePathError(
            said("{file} is no path into a request.", file=path or "An empty text"),
            said(
                "Write a JSON Pointer such as /messages/*/content/time; * stands for any one member "
                "or place, and never for all of them."
            ),
        )


def is_id(pointer: str) -> bool:
    """Whether the value at a place is an id of a call or an item, compared up to renaming."""
    return _ID.fullmatch(pointer) is not None


_ID = _pattern(_IDS)
ANYWAY = Volatile()
"""Nothing but what never matters."""
