"""What may stand at a place of a JSON text by its schema: members that are missing, values that are allowed. Pure.

Above: the JSON editor. Below: `json_text`. Works on texts that are half typed: only what stands before the place is read.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

_tokens = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+|"[^\n]*')
_word_rest = re.compile(r'[\w.+-]*"?')
_LONGEST_REF_CHAIN = 20
_FAR = 100_000
Schema = Mapping[str, Any]


class Offer(msgspec.Struct, frozen=True):
    """`words` for the list, `hint` the type, `text` what is put in."""

    words: str
    hint: str
    text: str
    required: bool = False


class Offers(msgspec.Struct, frozen=True):
    """What may take the place from `start` to `end`."""

    start: int
    end: int
    offers: tuple[Offer, ...] = ()


class _Open:
    """A container that is not closed before the place; `filled`: the value of its member or item stands there."""

    def __init__(self, sign: str) -> None:
        self.is_object = sign == "{"
        self.key: str | None = None
        self.keys: list[str] = []
        self.items, self.filled = 0, False

    @property
    def waits_for_key(self) -> bool:
        return self.is_object and self.key is None

    @property
    def step(self) -> str | int | None:
        """Which member or item the place is in; None where a key is due."""
        return self.key if self.is_object else self.items

    def next(self) -> None:
        """A comma: another member or item is due."""
        self.key, self.filled = None, False
        self.items += 1


def offers_at(text: str, offset: int, schema: Schema) -> Offers:
    """The offers at an offset; what is typed of a word before it narrows them."""
    opened, typed, start = _read(text[:offset])
    rest = _word_rest.match(text, offset) if typed else None
    end = rest.end() if rest is not None else offset
    last = opened[-1] if opened else None
    if last is not None and last.filled and not typed and last.is_object:
        last.next()
        found = _members(schema, _place(schema, opened), last.keys, text[end:], lead=", ")
    elif last is not None and last.waits_for_key:
        found = _members(schema, _place(schema, opened), last.keys, text[end:])
    else:
        found = iter(() if last is not None and last.filled and not typed else _values(_place(schema, opened)))
    wanted = typed.strip('"').casefold()
    return Offers(start, end, tuple(offer for offer in found if offer.words.strip('"').casefold().startswith(wanted)))


def _place(root: Schema, opened: Sequence[_Open]) -> list[Schema]:
    """What the schema says of the innermost value that is open."""
    where = list(_resolved(root, root))
    for one in opened:
        if one.step is not None:
            where = [inner for each in where for inner in _inside(root, each, one.step)]
    return where


def _read(before: str) -> tuple[list[_Open], str, int]:
    """The open containers before a place, the word that is being typed there, and where that begins."""
    opened: list[_Open] = []
    last = None
    for last in _tokens.finditer(before):
        _take(opened, last[0], done=last.end() < len(before) or last[0] in "{}[],:")
    if last is not None and last.end() == len(before) and last[0] not in "{}[],:":
        return opened, last[0], last.start()
    return opened, "", len(before)


def _take(opened: list[_Open], sign: str, *, done: bool) -> None:
    if sign in "}]":
        del opened[-1:]
    elif sign == "," and opened:
        opened[-1].next()
    elif sign == ":" and opened and opened[-1].keys:
        opened[-1].key = opened[-1].keys[-1]
    elif opened and opened[-1].waits_for_key and sign.startswith('"') and done:
        opened[-1].keys.append(sign[1:-1])
    elif opened and done and sign != ":":
        opened[-1].filled = True
    if sign in "{[":
        opened.append(_Open(sign))


def _keys_after(text: str) -> Iterator[str]:
    """The keys that follow in the same object."""
    depth, last = 0, ""
    for hit in _tokens.finditer(text[:_FAR]):
        sign = hit[0]
        depth += (sign in "{[") - (sign in "}]")
        if depth < 0:
            return
        if sign == ":" and depth == 0:
            yield last[1:-1]
        last = sign


def _resolved(root: Schema, given: Any) -> Iterator[Schema]:
    """The schema behind references, and those that it may be instead."""
    waiting, seen = [given], 0
    while waiting and seen < _LONGEST_REF_CHAIN:
        seen += 1
        one = waiting.pop(0)
        if not isinstance(one, Mapping):
            continue
        if isinstance(one.get("$ref"), str):
            waiting.append(_referred(root, one["$ref"]))
            continue
        yield one
        for name in ("anyOf", "oneOf", "allOf"):
            waiting += one[name] if isinstance(one.get(name), list) else []


def _referred(root: Schema, ref: str) -> Any:
    found: Any = root
    for part in ref.removeprefix("#").split("/")[1:]:
        found = found.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(found, Mapping) else None
    return found


def _inside(root: Schema, schema: Schema, step: str | int) -> Iterator[Schema]:
    """The schemas of a member or an item."""
    if isinstance(step, int):
        yield from _resolved(root, schema.get("items"))
        return
    members = schema.get("properties")
    named = members.get(step) if isinstance(members, Mapping) else None
    yield from _resolved(root, named if named is not None else schema.get("additionalProperties"))


def _members(
    root: Schema, where: Sequence[Schema], keys: Sequence[str], after: str, *, lead: str = ""
) -> Iterator[Offer]:
    known = {*keys, *_keys_after(after)}
    colon = after.lstrip().startswith(":")
    comma = "," if not colon and after.lstrip().startswith('"') else ""
    for schema in where:
        members, required = schema.get("properties"), schema.get("required") or ()
        for name, given in members.items() if isinstance(members, Mapping) else ():
            if name not in known or colon:
                start = next((offer.text for offer in _values(list(_resolved(root, given)))), "null")
                quoted = json.dumps(name, ensure_ascii=False)
                put = quoted if colon else f"{lead}{quoted}: {start}{comma}"
                yield Offer(name, _type(root, given), put, name in required)


def _values(where: Sequence[Schema]) -> list[Offer]:
    found: dict[str, Offer] = {}
    for schema in where:
        for value in _allowed(schema):
            text = json.dumps(value, ensure_ascii=False)
            found.setdefault(text, Offer(text, "", text))
    return list(found.values())


def _allowed(schema: Schema) -> Iterator[Any]:
    """Values that are named, then those that a type begins with."""
    if "default" in schema:
        yield schema["default"]
    if "const" in schema:
        yield schema["const"]
    for name in ("enum", "examples"):
        if isinstance(schema.get(name), list):
            yield from schema[name]
    if "enum" not in schema and "const" not in schema:
        types = schema.get("type")
        for kind in types if isinstance(types, list) else [types]:
            yield from _BEGINNINGS.get(str(kind), ())


def _type(root: Schema, given: Any) -> str:
    kinds = [str(schema["type"]) for schema in _resolved(root, given) if isinstance(schema.get("type"), str)]
    return " | ".join(dict.fromkeys(kinds))


_BEGINNINGS: dict[str, tuple[Any, ...]] = {
    "string": ("",),
    "number": (0,),
    "integer": (0,),
    "boolean": (True, False),
    "array": ([],),
    "object": ({},),
    "null": (None,),
}
