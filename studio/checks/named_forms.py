"""The form that a description asks of a text: a date, a code of three letters, a pattern. Pure.

Above: `free_text`. Below: nothing. An example is no form: "for example 2024-05-01" asks for nothing.
"""

import re
from typing import NamedTuple

MOST_CHARACTERS = 2_000
"""Of a longer description only the beginning is read."""


_SIGNS = (
    "yyyy",
    "iso",
    "rfc",
    "hh:",
    "mm-",
    "mm/",
    "uuid",
    "digit",
    "letter",
    "character",
    "match",
    "reg",
    "pattern",
    "正则",
    "位",
    "年-",
    "#rr",
)
"""One of them stands in every text that names a form."""


class Form(NamedTuple):
    """What the description says, and what says it in a schema."""

    words: str
    keyword: str


_DATE = '"format": "date"'
_FORMS = tuple(
    (re.compile(pattern), keyword)
    for pattern, keyword in (
        (r"(?i)\bY{4}[-/.年]?MM[-/.月]?DD日?[T ]?HH(?::?MM)?(?::?SS)?Z?|\bRFC[ -]?3339\b", '"format": "date-time"'),
        (r"(?i)\bISO[ -]?8601\b(?=[^.;。；]*(?:time|时间))", '"format": "date-time"'),
        (r"(?i)\bISO[ -]?8601\b", '"format": "date" (or "date-time")'),
        (r"\bYYYY-MM-DD\b|年-月-日", _DATE),
        (r"(?i)\b(?:YYYY[-/.]?MM(?:[-/.]?DD)?|DD[-/.]MM[-/.]YYYY|MM[-/.]DD[-/.]YYYY|YYYY年MM月(?:DD日)?)", '"pattern"'),
        (r"(?i)\bHH:MM(?::SS)?\b", '"pattern": "^[0-2][0-9]:[0-5][0-9]"'),
        (r"(?i)\bISO[ -]?(?:4217|639(?:-\d)?|3166(?:-\d)?(?:[ -]alpha-[23])?)\b", '"pattern", or the codes as "enum"'),
        (r"(?i)\b(?:valid |a |an )?UUID\b(?! of\b.*\bor\b)", '"format": "uuid"'),
        (
            r"(?i)\b(?:two|three|four|[2-9])[- ](?:letter|character|digit)s?\b(?: [a-z]+){0,2} (?:code|number|id|abbreviation)s?\b",
            '"pattern"',
        ),
        (
            r"(?i)\bexactly \d+ (?:digits|letters|characters)\b|\d+\s?位(?:数字|字母|字符|大写字母|小写字母)",
            '"pattern"',
        ),
        (r"(?i)\bmatch(?:es|ing)?(?: the| this)?(?: regex| regular expression| pattern)", '"pattern"'),
        (
            r"(?i)\b(?:regex|regexp|pattern)\s*[:=]?\s*[`'\"]?[\^\[\\(]\S+|正则(?:表达式)?\s*[:：为是]?\s*[`'\"]?[\^\[\\(]",
            '"pattern"',
        ),
        (r"#RRGGBB\b", '"pattern": "^#[0-9A-Fa-f]{6}$"'),
    )
)


def named_form(text: str) -> Form | None:
    """The first form that a text names; None when it names none."""
    text = text[:MOST_CHARACTERS]
    small = text.lower()
    for pattern, keyword in _FORMS if any(sign in small for sign in _SIGNS) else ():
        found = pattern.search(text)
        if found is not None:
            return Form(found[0].strip(), keyword)
    return None
