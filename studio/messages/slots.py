"""What a reply is made of while its pieces come: runs of text, calls, whole parts, and the members beside them.

Above: `assemble`. Below: `parts`. Knows no delta.
"""

from typing import Any

from studio.messages.parts import Call, Part, Reasoning, Refusal, Text

Rank = tuple[int, ...]


class Extra:
    """Members of one part or reply. Lists of one key that come one after the other are joined; of anything else the last counts."""

    __slots__ = ("_joined", "_values")

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        self._joined: set[str] = set()

    def add(self, key: str, value: Any) -> None:
        """Take in a value."""
        former = self._values.get(key)
        if not (isinstance(former, list) and isinstance(value, list)):
            self._values[key] = value
            self._joined.discard(key)
        elif key in self._joined:
            former.extend(value)
        else:
            self._values[key] = [*former, *value]
            self._joined.add(key)

    def value(self) -> dict[str, Any]:
        """The members so far, in lists of their own."""
        if not self._joined:
            return dict(self._values)
        return {key: list(value) if key in self._joined else value for key, value in self._values.items()}


class Run:
    """Text, reasoning or a refusal that came without anything else in between, or at one rank. `whole` is the part that came
    instead of the pieces in the end."""

    __slots__ = ("extra", "kind", "pieces", "rank", "signature", "whole")

    def __init__(self, kind: str, rank: Rank) -> None:
        self.kind = kind
        self.rank = rank
        self.pieces: list[str] = []
        self.signature: list[str] = []
        self.extra = Extra()
        self.whole: Part | None = None

    def part(self) -> Part:
        """As it stands."""
        if self.whole is not None:
            return self.whole
        text = "".join(self.pieces)
        if self.kind == "text":
            return Text(text, self.extra.value())
        if self.kind == "refusal":
            return Refusal(text)
        return Reasoning(text, "".join(self.signature), self.extra.value())


class Opening:
    """A call while its pieces come."""

    __slots__ = ("extra", "form", "id", "name", "pieces", "rank")

    def __init__(self, rank: Rank) -> None:
        self.rank = rank
        self.id: str | None = None
        self.name = ""
        self.form = "function"
        self.pieces: list[str] = []
        self.extra = Extra()

    def part(self) -> Part:
        """As it stands."""
        return Call(self.name, "".join(self.pieces), self.id, self.form, self.extra.value())


class Whole:
    """A part that came in one piece."""

    __slots__ = ("rank", "whole")

    def __init__(self, whole: Part, rank: Rank) -> None:
        self.whole: Part | None = whole
        self.rank = rank

    def part(self) -> Part:
        """As it stands."""
        assert self.whole is not None
        return self.whole
