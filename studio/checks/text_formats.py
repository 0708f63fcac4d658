"""Texts whose schema names a `format` that a form asks for: an address of mail or web, a date, a moment. Pure.

Above: `workspace`. Below: `sentences`. Only the formats of the forms that MCP servers ask for; any other one is taken as it is.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from typing import Any
from urllib.parse import urlsplit

from studio.checks.change import pointer
from studio.checks.problem import Problem
from studio.said import QT_TRANSLATE_NOOP, said

_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.?[^@\s]*[^@\s.]")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})")


def format_problems(schema: Any, value: Mapping[str, Any]) -> Iterator[Problem]:
    """The texts of a flat form that are not of the format that their field asks for."""
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    for name, field in properties.items() if isinstance(properties, Mapping) else ():
        text, named = value.get(name), field.get("format") if isinstance(field, Mapping) else None
        known = _FORMATS.get(named) if isinstance(named, str) else None
        if known is not None and isinstance(text, str) and not known[0](text):
            yield Problem("schema.format", pointer([name]), said(known[1]))


def _is_mail(text: str) -> bool:
    return _MAIL.fullmatch(text) is not None


def _is_uri(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return bool(parts.scheme and (parts.netloc or parts.path)) and not re.search(r"\s", text)


def _is_date(text: str) -> bool:
    return _DATE.fullmatch(text) is not None and _reads(date.fromisoformat, text)


def _is_moment(text: str) -> bool:
    return _MOMENT.fullmatch(text) is not None and _reads(datetime.fromisoformat, text.upper())


def _reads(read: Callable[[str], Any], text: str) -> bool:
    try:
        read(text)
    except ValueError:
        return False
    return True


_FORMATS: dict[str, tuple[Callable[[str], bool], str]] = {
    "email": (_is_mail, QT_TRANSLATE_NOOP("checks", "must be a mail address, such as me@example.com")),
    "uri": (_is_uri, QT_TRANSLATE_NOOP("checks", "must be a whole address, such as https://example.com")),
    "date": (_is_date, QT_TRANSLATE_NOOP("checks", "must be a date, such as 2026-12-31")),
    "date-time": (
        _is_moment,
        QT_TRANSLATE_NOOP("checks", "must be a date with time and zone, such as 2026-12-31T23:59:00Z"),
    ),
}
