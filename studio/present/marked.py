"""Marks English texts so that Qt's lupdate finds them, wherever they stand below the window.

Above: `labels` and the other tables of words. Below: nothing.
"""


def _mark(_context: str, text: str) -> str:
    return text


QT_TRANSLATE_NOOP = _mark
"""The name by which Qt's lupdate finds the texts; the texts stay as they are."""

Template = str | tuple[str, str]
"""One form, or the form for one and the form for every other number `{n}`."""
