"""The same JSON with the members of every object in the order of their keys; every token keeps its spelling.

Above: the JSON editor. Below: `json_layout`, `json_scan`. Knows nothing of values.
"""

from studio.present.json_layout import pretty
from studio.present.json_map import JsonMap
from studio.present.json_scan import scan

DEEPEST = 200
"""Levels up to which members are sorted; what lies deeper stays as it is."""


def sort_keys(text: str, indent: int = 2) -> str:
    """The text laid out with sorted members; doubled keys keep their order. A text that is not JSON comes back unchanged."""
    map_ = scan(text)
    if not map_.is_valid:
        return text
    return pretty(_sorted(map_, 0, 0), indent)


def _sorted(map_: JsonMap, node: int, depth: int) -> str:
    """The text of a node with sorted members."""
    start, end = map_.starts[node], map_.ends[node]
    children = map_.children(node)
    if not children or depth > DEEPEST:
        return map_.text[start:end]
    if map_.text[start] == "[":
        return "[" + ",".join(_sorted(map_, child, depth + 1) for child in children) + "]"
    members = sorted(children, key=lambda child: str(map_.keys[child]))
    keyed = (
        map_.text[map_.key_starts[child] : map_.starts[child]] + _sorted(map_, child, depth + 1) for child in members
    )
    return "{" + ",".join(keyed) + "}"
