"""Short sentences for what a schema asks and a value does not give: rule and words per JSON Schema keyword.

Above: `arguments`. Knows no validator; the words are those shown beside a line in the editor.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any

_KINDS = {
    "number": "a number",
    "integer": "a whole number",
    "string": "text",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_MOST_LISTED = 12
_LONGEST = 200


def sentence_for(keyword: str, limit: Any, message: str) -> tuple[str, str]:
    """The rule and the sentence for a failed `keyword` with value `limit`; `message` serves for unknown keywords."""
    if keyword in _SENTENCES:
        rule, say = _SENTENCES[keyword]
        return rule, say(limit)
    return f"schema.{keyword}", shorten(message)


def must_be(kinds: Iterable[str]) -> str:
    """ "must be a number or null", for the JSON Schema type names `kinds`."""
    return "must be " + " or ".join(dict.fromkeys(_KINDS.get(kind, kind) for kind in kinds))


def shorten(text: str) -> str:
    """`text` cut visibly after 200 characters."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _plain(value: Any) -> str:
    return shorten(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _type(limit: Any) -> str:
    return must_be([limit] if isinstance(limit, str) else limit)


def _enum(limit: list[Any]) -> str:
    if len(limit) == 1:
        return f"must be {_plain(limit[0])}"
    listed = ", ".join(_plain(each) for each in limit[:_MOST_LISTED])
    return f"must be one of {listed}" + (f", … ({len(limit)} values)" if len(limit) > _MOST_LISTED else "")


def _count(words: str, thing: str) -> Callable[[Any], str]:
    return lambda limit: f"must have {words} {limit} {thing}{'' if limit == 1 else 's'}"


def _limit(words: str) -> Callable[[Any], str]:
    return lambda limit: f"must be {words} {_plain(limit)}"


def _fixed(words: str) -> Callable[[Any], str]:
    return lambda _limit: words


_SENTENCES: dict[str, tuple[str, Callable[[Any], str]]] = {
    "type": ("schema.type", _type),
    "enum": ("schema.enum", _enum),
    "const": ("schema.enum", lambda limit: _enum([limit])),
    "minimum": ("schema.range", _limit("at least")),
    "maximum": ("schema.range", _limit("at most")),
    "exclusiveMinimum": ("schema.range", _limit("more than")),
    "exclusiveMaximum": ("schema.range", _limit("less than")),
    "multipleOf": ("schema.range", _limit("a multiple of")),
    "minLength": ("schema.length", _count("at least", "character")),
    "maxLength": ("schema.length", _count("at most", "character")),
    "minItems": ("schema.length", _count("at least", "item")),
    "maxItems": ("schema.length", _count("at most", "item")),
    "minProperties": ("schema.length", _count("at least", "member")),
    "maxProperties": ("schema.length", _count("at most", "member")),
    "pattern": ("schema.pattern", lambda limit: f"must match the pattern {_plain(limit)}"),
    "uniqueItems": ("schema.unique", _fixed("must not hold the same item twice")),
    "not": ("schema.not", _fixed("is a value that the schema rules out")),
    "anyOf": ("schema.any", _fixed("fits none of the allowed forms")),
    "oneOf": ("schema.any", _fixed("fits none, or more than one, of the allowed forms")),
}
