"""Putting and taking single places of a JSON text, with the parents that are missing. Pure; for `schema_form`."""

from studio.present import json_text


def put(text: str, pointer: str, new_json: str) -> str:
    """The text with `new_json` at `pointer`; missing objects on the way are made, a list gets a new last item."""
    if not pointer:
        return new_json
    if not text.strip():
        text = "{}"
    map_ = json_text.scan(text)
    if map_.span(pointer) is not None:
        return json_text.replace_member(text, pointer, new_json)
    parent, _, _ = pointer.rpartition("/")
    if map_.span(parent) is None:
        text = put(text, parent, "{}")
        map_ = json_text.scan(text)
    is_list = (map_.value_text(parent) or "").startswith("[")
    key = None if is_list else json_text.split_pointer(pointer)[-1]
    return json_text.add_member(text, parent, key, new_json)


def swapped(text: str, one: str, other: str) -> str:
    """The text with the values at two pointers in one another's place, each with its bytes."""
    map_ = json_text.scan(text)
    spans = [span for pointer in (one, other) if (span := map_.span(pointer)) is not None]
    if len(spans) < 2:
        return text
    (a, b), (c, d) = sorted(spans)
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def nearest(pointer: str, known: set[str]) -> str:
    """The pointer itself if it is known, else its nearest ancestor that is; the top if none is."""
    while pointer and pointer not in known:
        pointer = pointer.rpartition("/")[0]
    return pointer
