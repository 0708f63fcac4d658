"""JSON as text, without loss: where each value stands, what is wrong, other layouts, and changes of one place.

The door to `json_scan`, `json_map`, `json_layout` and `json_edit` for the editors and the command line. Pure.
"""

from studio.present.json_edit import JsonPlaceError, add_member, merge, remove_member, rename_member, replace_member
from studio.present.json_layout import minify, pretty, pretty_parts, tokens
from studio.present.json_map import JsonMap, JsonProblem, join_pointer, split_pointer
from studio.present.json_scan import scan
from studio.present.json_sentences import SENTENCES

__all__ = [
    "scan", "JsonMap", "JsonProblem", "SENTENCES",
    "join_pointer", "split_pointer",
    "pretty", "pretty_parts", "minify", "tokens",
    "replace_member", "rename_member", "remove_member", "add_member", "merge", "JsonPlaceError",
]  # fmt: skip
