"""Changes of one place in a JSON text: everything else keeps its bytes.

Works on the map of `json_scan`; what is put in is JSON text already. Knows no schema.
"""

import json
from itertools import pairwise

from studio.present.json_layout import tokens
from studio.present.json_map import JsonMap, split_pointer
from studio.present.json_scan import scan
from studio.problems import StudioError
from studio.said import said


class JsonPlaceError(StudioError):
    """The text has no such place, or the place cannot hold what is asked."""


def replace_member(text: str, pointer: str, new_json: str) -> str:
    """The text with the value at `pointer` replaced. Raises JsonPlaceError when nothing stands there."""
    start, end = _span(scan(text), pointer)
    return text[:start] + new_json + text[end:]


def rename_member(text: str, pointer: str, name: str) -> str:
    """The text with the member at `pointer` under another name. Raises JsonPlaceError when there is none."""
    span = scan(text).key_span(pointer)
    if span is None:
        raise JsonPlaceError(said("There is no member {pointer} to rename.", pointer=pointer))
    return text[: span[0]] + json.dumps(name, ensure_ascii=False) + text[span[1] :]


def remove_member(text: str, pointer: str) -> str:
    """The text without the member or item at `pointer` and its comma. Raises JsonPlaceError."""
    map_ = scan(text)
    node = map_.node(pointer)
    if node is None or node == 0:
        raise JsonPlaceError(said("There is no member {pointer} to remove.", pointer=pointer))
    siblings = map_.children(map_.parents[node])
    place = siblings.index(node)
    if place + 1 < len(siblings):
        start, end = map_.key_starts[node], map_.key_starts[siblings[place + 1]]
    elif place:
        start, end = map_.ends[siblings[place - 1]], map_.ends[node]
    else:
        start, end = map_.starts[map_.parents[node]] + 1, map_.ends[map_.parents[node]] - 1
    return text[:start] + text[end:]


def add_member(text: str, parent_pointer: str, key: str | None, new_json: str) -> str:
    """The text with a member (`key`) or an item (`key` None) added at the end of the container at `parent_pointer`.

    Takes over the spacing of the members that are there. Raises JsonPlaceError for a place that is no such container.
    """
    map_ = scan(text)
    parent = map_.node(parent_pointer)
    if parent is None or text[map_.starts[parent]] != ("[" if key is None else "{"):
        raise JsonPlaceError(
            said("There is no list at {place}.", place=parent_pointer or said("the top"))
            if key is None
            else said("There is no object at {place}.", place=parent_pointer or said("the top"))
        )
    siblings = map_.children(parent)
    entry = new_json if key is None else json.dumps(key, ensure_ascii=False) + _colon(map_, siblings) + new_json
    if not siblings:
        return _into_empty(map_, parent, entry)
    at = map_.ends[siblings[-1]]
    return text[:at] + _comma(map_, siblings) + entry + text[at:]


def merge(original: str, edited: str) -> str:
    """The value of `edited`, spelled and spaced as in `original` wherever the two agree.

    Both must be JSON; if one is not, `edited` comes back as it is.
    """
    old, new = scan(original), scan(edited)
    if not (old.is_valid and new.is_valid):
        return edited
    return original[: old.starts[0]] + _merged(old, 0, new, 0) + original[old.ends[0] :]


def _merged(old: JsonMap, at: int, new: JsonMap, there: int) -> str:
    """The text of the new value `there`, with every part that the old one `at` has too as it was."""
    before, after = _text(old, at), _text(new, there)
    if tokens(before) == tokens(after):
        return before
    olds, news = old.children(at), new.children(there)
    if not olds or not news or before[0] != after[0]:
        return after
    partners = _partners(old, olds, new, news)
    entries = [_entry(old, partner, new, node) for partner, node in zip(partners, news, strict=True)]
    commas = [_comma(old, olds)] * len(news)
    if partners == olds:
        commas = [old.text[old.ends[a] : old.key_starts[b]] for a, b in pairwise(olds)]
    body = "".join(part for pair in zip(commas, entries[1:], strict=False) for part in pair)
    return (
        old.text[old.starts[at] : old.key_starts[olds[0]]]
        + entries[0]
        + body
        + old.text[old.ends[olds[-1]] : old.ends[at]]
    )


def _partners(old: JsonMap, olds: list[int], new: JsonMap, news: list[int]) -> list[int | None]:
    """For each new member the old one of the same key (or place), None where it has none or it is not sure."""
    keys = [old.keys[node] for node in olds]
    if keys == [new.keys[node] for node in news]:
        return list(olds)
    known = {key: node for key, node in zip(keys, olds, strict=True) if keys.count(key) == 1}
    return [known.get(new.keys[node]) for node in news]


def _entry(old: JsonMap, partner: int | None, new: JsonMap, node: int) -> str:
    if partner is None:
        return new.text[new.key_starts[node] : new.ends[node]]
    return old.text[old.key_starts[partner] : old.starts[partner]] + _merged(old, partner, new, node)


def _text(map_: JsonMap, node: int) -> str:
    return map_.text[map_.starts[node] : map_.ends[node]]


def _span(map_: JsonMap, pointer: str) -> tuple[int, int]:
    span = map_.span(pointer)
    if span is None:
        last = (split_pointer(pointer) or ["value"])[-1]
        raise JsonPlaceError(said("There is no {last} in this text.", last=last))
    return span


def _colon(map_: JsonMap, siblings: list[int]) -> str:
    """The colon with the spaces that the last member has around it."""
    if not siblings:
        return ": "
    node = siblings[-1]
    between = map_.text[map_.key_starts[node] : map_.starts[node]]
    return between[between.rindex('"') + 1 :]


def _comma(map_: JsonMap, siblings: list[int]) -> str:
    """The comma with the white space that stands before a member here."""
    if len(siblings) > 1:
        return map_.text[map_.ends[siblings[-2]] : map_.key_starts[siblings[-1]]]
    parent = map_.parents[siblings[0]]
    lead = map_.text[map_.starts[parent] + 1 : map_.key_starts[siblings[0]]]
    return "," + (lead or ("" if ": " not in map_.text and len(map_.text) > len(lead) + 4 else " "))


def _into_empty(map_: JsonMap, parent: int, entry: str) -> str:
    """The first member of an empty container, on a line of its own where the text has lines."""
    text, start, end = map_.text, map_.starts[parent], map_.ends[parent]
    if "\n" in text:
        line = text[text.rfind("\n", 0, start) + 1 : start]
        lead = "\n" + line[: len(line) - len(line.lstrip())]
        entry = f"{lead}  {entry}{lead}"
    return text[: start + 1] + entry + text[end - 1 :]
