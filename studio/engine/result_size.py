"""A result that is too long for the model is cut where everybody sees it; what was cut away is kept beside it. Pure.

Above: `calling`. Below: `session/events`.
"""

from msgspec.structs import replace

from studio.session.events import ResultRecorded

MOST_KEPT = 4_000_000
"""Characters of a whole result that are kept in the session's file."""


def cut(event: ResultRecorded, most: int, kept: int = MOST_KEPT) -> ResultRecorded:
    """The result with at most `most` characters of its text, and a line that says how many are left out; 0: nothing is cut.
    Of the whole, `kept` characters are kept."""
    if most <= 0 or len(event.text) <= most:
        return event
    return replace(event, text=_shortened(event.text, most), whole=_shortened(event.text, kept))


def _shortened(text: str, most: int) -> str:
    left = len(text) - most
    return text if left <= 0 else f"{text[:most]}\n[Cut here: {left:,} more characters were left out.]"
