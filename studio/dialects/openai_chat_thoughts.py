"""Joins the pieces of signed thinking that gateways stream as lists of their own beside the text.

Above: `openai_chat_stream`. Below: `messages/delta`. OpenRouter sends `reasoning_details`, LiteLLM `thinking_blocks`; both want back the
entries of a whole reply, where a text is one entry with its signature, and refuse the pieces.
"""

from typing import Any

from studio.messages.delta import Delta

LISTS = frozenset(("reasoning_details", "thinking_blocks"))

_TEXTS = {"reasoning.text": "text", "reasoning.summary": "summary", "thinking": "thinking"}


class _Entry:
    """An entry while its pieces come; `value` are its members but for the text."""

    def __init__(self, value: dict[str, Any], member: str | None) -> None:
        self.value = dict(value)
        self.member = member
        self.pieces: list[str] = []
        if member is not None and isinstance(text := self.value.pop(member, None), str):
            self.pieces.append(text)

    def goes_on(self, piece: dict[str, Any], member: str | None) -> bool:
        """Whether `piece` is more of this entry: of its kind and place, and the entry is not signed yet."""
        if member is None or self.value.get("signature") or self.value.get("type") != piece.get("type"):
            return False
        known = ((self.value.get(key), piece.get(key)) for key in ("index", "id"))
        return all(mine == other or mine is None or other is None for mine, other in known)

    def add(self, piece: dict[str, Any], member: str) -> None:
        """Join `piece`."""
        if isinstance(text := piece.get(member), str):
            self.pieces.append(text)
        self.value.update((key, value) for key, value in piece.items() if key != member and value is not None)

    def whole(self) -> dict[str, Any]:
        """The entry."""
        if self.member is None or not self.pieces:
            return self.value
        return {**self.value, self.member: "".join(self.pieces)}


class Thoughts:
    """The entries of both lists so far."""

    def __init__(self) -> None:
        self._entries: dict[str, list[_Entry]] = {}

    def take(self, key: str, value: Any) -> bool:
        """Add the pieces in `value`; False when it is no list of entries."""
        if not isinstance(value, list) or not all(isinstance(piece, dict) for piece in value):
            return False
        entries = self._entries.setdefault(key, [])
        for piece in value:
            member = _text_member(piece)
            last = entries[-1] if entries else None
            if last is not None and member is not None and last.goes_on(piece, member):
                last.add(piece, member)
            else:
                entries.append(_Entry(piece, member))
        return True

    def deltas(self) -> list[Delta]:
        """What came since the last time, as members of the message."""
        made: list[Delta] = [("extra", key, [one.whole() for one in entries]) for key, entries in self._entries.items()]
        self._entries.clear()
        return made


def _text_member(piece: dict[str, Any]) -> str | None:
    """The member that holds the text of a piece of that kind; the piece with the signature often has none."""
    kind = piece.get("type")
    member = _TEXTS.get(kind) if isinstance(kind, str) else None
    return member if member is not None and isinstance(piece.get(member), str | None) else None
