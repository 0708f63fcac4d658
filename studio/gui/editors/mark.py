"""A place in a text that is wrong, as a value between whoever checks and the editor that shows it.

Knows neither checks nor editors.
"""

from typing import Literal

import msgspec


class Mark(msgspec.Struct, frozen=True):
    """From `start` to `end` (offsets in the text that was checked): one sentence, and a repair's words if one is known."""

    start: int
    end: int
    sentence: str
    severity: Literal["error", "warning", "info"] = "error"
    fix: str | None = None


SIGNS = {"error": "provider_error", "warning": "warn", "info": "info"}
COLOURS = {"error": "error", "warning": "warn", "info": "response"}
