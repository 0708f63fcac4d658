"""Marks English texts so that Qt's lupdate finds them, wherever they stand below the window, and says what a template is.

Above: `labels` and the other tables of words. Below: `said`.
"""

from studio.said import QT_TRANSLATE_NOOP

__all__ = ["QT_TRANSLATE_NOOP", "Template"]

Template = str | tuple[str, str]
"""One form, or the form for one and the form for every other number `{n}`."""
