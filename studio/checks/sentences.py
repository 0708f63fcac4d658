"""Short sentences for what a schema asks and a value does not give: rule and words per JSON Schema keyword.

Above: `arguments`, and the window, which says a sentence in another language by its template. Knows no validator; the words
are those shown beside a line in the editor.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any

from studio.said import QT_TRANSLATE_NOOP, Sentence, said

MISSING = QT_TRANSLATE_NOOP("checks", "{name} is missing")
UNKNOWN = QT_TRANSLATE_NOOP("checks", "{name} is not known")
UNKNOWN_NEAR = QT_TRANSLATE_NOOP("checks", "{name} is not known; did you mean {near}?")
NOT_ALLOWED = QT_TRANSLATE_NOOP("checks", "is not allowed here")
TOO_DEEP = QT_TRANSLATE_NOOP("checks", "is nested deeper than {n} levels")
TOO_MUCH = QT_TRANSLATE_NOOP("checks", "takes too long to check against this schema")
BROKEN = QT_TRANSLATE_NOOP("checks", "cannot be checked, the schema is broken: {why}")
_EITHER = QT_TRANSLATE_NOOP("checks", "{one} or {other}")
_MUST_BE = QT_TRANSLATE_NOOP("checks", "must be {kinds}")
_MUST_BE_VALUE = QT_TRANSLATE_NOOP("checks", "must be {value}")
_MUST_BE_OF = QT_TRANSLATE_NOOP("checks", "must be one of {values}")
_MUST_BE_OF_MANY = QT_TRANSLATE_NOOP("checks", "must be one of {values}, … ({n} values)")
_KINDS = {
    "number": QT_TRANSLATE_NOOP("checks", "a number"),
    "integer": QT_TRANSLATE_NOOP("checks", "a whole number"),
    "string": QT_TRANSLATE_NOOP("checks", "text"),
    "boolean": QT_TRANSLATE_NOOP("checks", "true or false"),
    "array": QT_TRANSLATE_NOOP("checks", "a list"),
    "object": QT_TRANSLATE_NOOP("checks", "an object"),
    "null": QT_TRANSLATE_NOOP("checks", "null"),
}
_MOST_LISTED = 12
_LONGEST = 200


def sentence_for(keyword: str, limit: Any, message: str) -> tuple[str, str]:
    """The rule and the sentence for a failed `keyword` with value `limit`; `message` serves for unknown keywords."""
    if keyword in _SENTENCES:
        rule, say = _SENTENCES[keyword]
        return rule, say(limit)
    return f"schema.{keyword}", shorten(message)


def must_be(kinds: Iterable[str]) -> Sentence:
    """ "must be a number or null", for the JSON Schema type names `kinds`."""
    names = [said(_KINDS[kind]) if kind in _KINDS else kind for kind in dict.fromkeys(kinds)]
    either: str = names[0] if names else ""
    for other in names[1:]:
        either = said(_EITHER, one=either, other=other)
    return said(_MUST_BE, kinds=either)


def shorten(text: str) -> str:
    """`text` cut visibly after 200 characters."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _plain(value: Any) -> str:
    return shorten(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _type(limit: Any) -> Sentence:
    return must_be([limit] if isinstance(limit, str) else limit)


def _enum(limit: list[Any]) -> Sentence:
    if len(limit) == 1:
        return said(_MUST_BE_VALUE, value=_plain(limit[0]))
    listed = ", ".join(_plain(each) for each in limit[:_MOST_LISTED])
    if len(limit) > _MOST_LISTED:
        return said(_MUST_BE_OF_MANY, values=listed, n=len(limit))
    return said(_MUST_BE_OF, values=listed)


def _count(one: str, many: str) -> Callable[[Any], Sentence]:
    return lambda limit: said(one if limit == 1 else many, n=limit)


def _limit(template: str) -> Callable[[Any], Sentence]:
    return lambda limit: said(template, value=_plain(limit))


def _fixed(template: str) -> Callable[[Any], Sentence]:
    return lambda _limit: said(template)


_SENTENCES: dict[str, tuple[str, Callable[[Any], Sentence]]] = {
    "type": ("schema.type", _type),
    "enum": ("schema.enum", _enum),
    "const": ("schema.enum", lambda limit: _enum([limit])),
    "minimum": ("schema.range", _limit(QT_TRANSLATE_NOOP("checks", "must be at least {value}"))),
    "maximum": ("schema.range", _limit(QT_TRANSLATE_NOOP("checks", "must be at most {value}"))),
    "exclusiveMinimum": ("schema.range", _limit(QT_TRANSLATE_NOOP("checks", "must be more than {value}"))),
    "exclusiveMaximum": ("schema.range", _limit(QT_TRANSLATE_NOOP("checks", "must be less than {value}"))),
    "multipleOf": ("schema.range", _limit(QT_TRANSLATE_NOOP("checks", "must be a multiple of {value}"))),
    "minLength": (
        "schema.length",
        _count(
            QT_TRANSLATE_NOOP("checks", "must have at least {n} character"),
            QT_TRANSLATE_NOOP("checks", "must have at least {n} characters"),
        ),
    ),
    "maxLength": (
        "schema.length",
        _count(
            QT_TRANSLATE_NOOP("checks", "must have at most {n} character"),
            QT_TRANSLATE_NOOP("checks", "must have at most {n} characters"),
        ),
    ),
    "minItems": (
        "schema.length",
        _count(
            QT_TRANSLATE_NOOP("checks", "must have at least {n} item"),
            QT_TRANSLATE_NOOP("checks", "must have at least {n} items"),
        ),
    ),
    "maxItems": (
        "schema.length",
        _count(
            QT_TRANSLATE_NOOP("checks", "must have at most {n} item"),
            QT_TRANSLATE_NOOP("checks", "must have at most {n} items"),
        ),
    ),
    "minProperties": (
        "schema.length",
        _count(
            QT_TRANSLATE_NOOP("checks", "must have at least {n} member"),
            QT_TRANSLATE_NOOP("checks", "must have at least {n} members"),
        ),
    ),
    "maxProperties": (
        "schema.length",
        _count(
            QT_TRANSLATE_NOOP("checks", "must have at most {n} member"),
            QT_TRANSLATE_NOOP("checks", "must have at most {n} members"),
        ),
    ),
    "pattern": ("schema.pattern", _limit(QT_TRANSLATE_NOOP("checks", "must match the pattern {value}"))),
    "uniqueItems": ("schema.unique", _fixed(QT_TRANSLATE_NOOP("checks", "must not hold the same item twice"))),
    "not": ("schema.not", _fixed(QT_TRANSLATE_NOOP("checks", "is a value that the schema rules out"))),
    "anyOf": ("schema.any", _fixed(QT_TRANSLATE_NOOP("checks", "fits none of the allowed forms"))),
    "oneOf": (
        "schema.any",
        _fixed(QT_TRANSLATE_NOOP("checks", "fits none, or more than one, of the allowed forms")),
    ),
}
