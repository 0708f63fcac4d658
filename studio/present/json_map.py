"""Where every value of a JSON text stands: spans by JSON pointer, and what is wrong with the text.

Filled by `json_scan`; read by the editors and by `json_edit`. Knows no schema, no screen.
"""

from bisect import bisect_right
from typing import Literal

import msgspec

from studio.present.json_sentences import SENTENCES


class JsonProblem(msgspec.Struct, frozen=True):
    """Something wrong with a JSON text from `start` to `end` (offsets in characters, never an empty span).

    `rule` is a stable key for translations, `sentence` its plain English.
    """

    start: int
    end: int
    rule: str
    sentence: str
    severity: Literal["error", "warning"] = "error"


def join_pointer(parent: str, key: str | int) -> str:
    """The pointer (RFC 6901) of the member `key` of the value at `parent`."""
    return f"{parent}/{str(key).replace('~', '~0').replace('/', '~1')}"


def split_pointer(pointer: str) -> list[str]:
    """The keys of a pointer, unescaped; `[]` for the whole document."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


class JsonMap:
    """The values of one text in the order they stand, as parallel lists; node 0 is the whole document.

    `keys[node]` is the member's name (`str`) or place (`int`); `key_starts[node]` is where the key begins, or the
    value where there is none. A text without any value has no nodes.
    """

    __slots__ = ("_children", "ends", "key_starts", "keys", "parents", "problems", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.parents: list[int] = []
        self.keys: list[str | int] = []
        self.key_starts: list[int] = []
        self.problems: list[JsonProblem] = []
        self._children: dict[int, list[int]] | None = None

    @property
    def is_valid(self) -> bool:
        """Whether the text is JSON (a duplicate key is, `NaN` is not)."""
        return not any(problem.severity == "error" for problem in self.problems)

    def children(self, node: int) -> list[int]:
        """The nodes of the members of `node`, in the order they stand."""
        if self._children is None:
            self._children = {}
            for child, parent in enumerate(self.parents):
                self._children.setdefault(parent, []).append(child)
        return self._children.get(node, [])

    def node(self, pointer: str) -> int | None:
        """The node at `pointer`; of doubled keys the last one, as parsers read it."""
        if not self.starts:
            return None
        found = 0
        for part in split_pointer(pointer):
            hits = [child for child in self.children(found) if str(self.keys[child]) == part]
            if not hits:
                return None
            found = hits[-1]
        return found

    def span(self, pointer: str) -> tuple[int, int] | None:
        """Start and end of the value at `pointer`; None when it is not there."""
        node = self.node(pointer)
        return None if node is None else (self.starts[node], self.ends[node])

    def key_span(self, pointer: str) -> tuple[int, int] | None:
        """Start and end of the quoted key of the member at `pointer`; None for items, the document, absent ones."""
        node = self.node(pointer)
        if node is None or self.key_starts[node] == self.starts[node]:
            return None
        start = self.key_starts[node]
        between = self.text[start : self.starts[node]].rstrip()
        return start, start + len(between.removesuffix(":").rstrip())

    def value_text(self, pointer: str) -> str | None:
        """The value at `pointer` as it is spelled in the text."""
        span = self.span(pointer)
        return None if span is None else self.text[span[0] : span[1]]

    def pointer(self, node: int) -> str:
        """The pointer of a node."""
        parts: list[str | int] = []
        while node > 0:
            parts.append(self.keys[node])
            node = self.parents[node]
        pointer = ""
        for part in reversed(parts):
            pointer = join_pointer(pointer, part)
        return pointer

    def pointer_at(self, offset: int) -> str:
        """The pointer of the innermost value (its key included) at `offset`; the document's outside of all."""
        node = bisect_right(self.key_starts, offset) - 1
        while node > 0 and self.ends[node] < offset:
            node = self.parents[node]
        return self.pointer(max(node, 0))

    def pointers(self) -> list[str]:
        """The pointers of all values, in the order they stand."""
        known: list[str] = []
        for node, parent in enumerate(self.parents):
            known.append(join_pointer(known[parent], self.keys[node]) if node else "")
        return known

    def duplicate_keys(self) -> list[JsonProblem]:
        """One warning for each key that stands twice in its object; parsers keep only the last value."""
        found = []
        for nodes in self._members_of_objects():
            seen: set[str | int] = set()
            for node in nodes:
                if self.keys[node] in seen:
                    start, end = self.key_starts[node], self.starts[node]
                    sentence = SENTENCES["json.duplicate_key"]
                    found.append(JsonProblem(start, end, "json.duplicate_key", sentence, "warning"))
                seen.add(self.keys[node])
        return found

    def _members_of_objects(self) -> list[list[int]]:
        return [self.children(node) for node, start in enumerate(self.starts) if self.text[start] == "{"]
