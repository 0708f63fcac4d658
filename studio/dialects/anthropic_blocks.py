"""The content blocks of a streamed reply while they come: which block a piece belongs to.

Above: `anthropic_stream`. Below: `anthropic_block`. The rules: the index is a key and the order; a start under a known index is the same
block again or, after its stop, another one; a piece that does not fit the block of its index stands beside it.
"""

from typing import Any

from studio.dialects.anthropic_block import CHANGES, Block, Rank, ending, is_same, kind_of
from studio.dialects.anthropic_read import arguments_in, read_reply_block, rest
from studio.messages.delta import Delta
from studio.messages.parts import Call, Part, Reasoning, Text

_KINDS = {
    "text": "text_delta",
    "thinking": "thinking_delta",
    "signature": "signature_delta",
    "partial_json": "input_json_delta",
}


class Blocks:
    """The blocks of one reply. `calls` counts those that the client has to run; `lost` says that a piece of an input belongs to
    no call."""

    def __init__(self) -> None:
        self.calls = 0
        self.lost = False
        self._open: list[Block] = []
        self._at: dict[int, Block] = {}
        self._beside: dict[tuple[int, str], Block] = {}
        self._made: dict[int, int] = {}
        self._next = 0
        self._last: Block | None = None
        self._call: Block | None = None
        self._rank: Rank | None = None

    def start(self, index: Any, value: Any, deltas: list[Delta]) -> None:
        """A block begins."""
        if not isinstance(value, dict):
            return
        index = index if isinstance(index, int) else self._next
        former = self._at.get(index)
        if former is not None and is_same(former, value):
            self._last = former
            return
        if former is not None:
            self._finish(former, deltas)
        part = read_reply_block(value)
        self._at[index] = block = self._new(kind_of(part), index, value)
        self._move(block, deltas)
        self._begin(block, part, deltas)

    def more(self, index: Any, delta: dict[str, Any], deltas: list[Delta]) -> None:
        """A piece of a block; one of an unknown kind is passed over."""
        index = index if isinstance(index, int) else None
        block = self._at.get(index) if index is not None else self._last
        match delta.get("type") or _kind_by_member(delta):
            case "text_delta":
                self._text(block, index, "text", delta.get("text"), deltas)
            case "input_json_delta":
                self._input(block, index, delta.get("partial_json"), deltas)
            case "thinking_delta":
                self._text(block, index, "reasoning", delta.get("thinking"), deltas)
            case "signature_delta":
                self._sign(block, index, delta.get("signature"), deltas)
            case "citations_delta" if block is not None and delta.get("citation") is not None:
                self._keep(block, "citations", delta["citation"])
            case "compaction_delta" if block is not None and block.kind == "whole":
                self._keep(block, CHANGES, rest(delta, "type"))
            case _:
                pass

    def stop(self, index: Any, deltas: list[Delta]) -> None:
        """A block ends. What came behind its end is told with the message's end, lest all of it is told again each time."""
        block = self._at.get(index) if isinstance(index, int) else self._last
        if block is not None and not block.reopened:
            self._finish(block, deltas)

    def finish(self, deltas: list[Delta]) -> None:
        """Every block ends, also one whose end was not told."""
        for block in self._open:
            self._finish(block, deltas)
        self._open.clear()

    def _new(self, kind: str, index: int, value: dict[str, Any]) -> Block:
        made = self._made.get(index, 0)
        self._made[index] = made + 1
        self._next = max(self._next, index + 1)
        block = Block(kind, (index, made) if made else (index,), value)
        self._open.append(block)
        self._last = block
        if kind == "call":
            self._call = block
            block.position = self.calls
            self.calls += 1
        return block

    def _move(self, block: Block, deltas: list[Delta]) -> None:
        if block.rank != self._rank:
            self._rank = block.rank
            deltas.append(("at", block.rank))

    def _begin(self, block: Block, part: Part, deltas: list[Delta]) -> None:
        match part:
            case Text():
                deltas.append(("text", part.text))
                _add_extra(part.extra, deltas)
            case Reasoning():
                block.signature = part.signature or part.extra.get("signature")
                deltas.append(("reasoning", part.text))
                _add_extra(rest(part.extra, "signature"), deltas)
            case Call():
                # The start event officially holds an empty object; whatever else it holds counts unless pieces follow.
                told = "" if part.arguments == "{}" else part.arguments
                deltas.append(("call", block.position, part.id, part.name, told, "function"))
                deltas.extend(("call_extra", block.position, key, value) for key, value in part.extra.items())
            case _:
                deltas.append(("part", part))

    def _beside_of(self, index: int | None, kind: str) -> Block:
        """The block of that kind that stands beside the one of the index, made when there is none."""
        index = self._next if index is None else index
        block = self._beside.get((index, kind))
        if block is None:
            block = self._beside[index, kind] = self._new(kind, index, {"type": kind})
            self._at.setdefault(index, block)
        return block

    def _text(self, block: Block | None, index: int | None, kind: str, text: Any, deltas: list[Delta]) -> None:
        if not isinstance(text, str) or not text:
            return
        if block is None or block.kind != kind:
            member = "text" if kind == "text" else "thinking"
            if block is not None and block.kind == "whole" and member in block.value:
                self._keep(block, member, text)
                return
            block = self._beside_of(index, kind)
        if block.rank != self._rank:
            self._move(block, deltas)
        deltas.append((kind, text))

    def _input(self, block: Block | None, index: int | None, piece: Any, deltas: list[Delta]) -> None:
        text = piece if isinstance(piece, str) else "" if piece is None else arguments_in(piece)
        if not text:
            return
        if block is not None and block.kind == "whole":
            self._keep(block, "input", text)
            return
        if block is None or block.kind != "call":
            block = self._call_for(index, deltas)
        form = "call" if block.begun else "call_all"
        block.begun = True
        deltas.append((form, block.position, None, None, text, "function"))

    def _call_for(self, index: int | None, deltas: list[Delta]) -> Block:
        """The call that a piece under a wrong index goes on with: the one opened last. Without any it is a call without a name."""
        if self._call is not None and self._call.open:
            return self._call
        self.lost = True
        block = self._beside_of(index, "call")
        self._call = None
        self._move(block, deltas)
        return block

    def _sign(self, block: Block | None, index: int | None, text: Any, deltas: list[Delta]) -> None:
        if not isinstance(text, str) or not text:
            return
        if block is not None and block.kind == "whole":
            self._keep(block, "signature", text)
            return
        if block is None or block.kind != "reasoning":
            block = self._beside_of(index, "reasoning")
        if len(block.signed) == 1 and text.startswith(block.signed[0]):
            text = text[len(block.signed[0]) :]
        block.signed.append(text)
        self._move(block, deltas)
        deltas.append(("signature", text))

    def _keep(self, block: Block, member: str, piece: Any) -> None:
        """Keep for the block's end, also when the end was told too early."""
        block.late.setdefault(member, []).append(piece)
        if not block.open:
            block.open = block.reopened = True
            self._open.append(block)

    def _finish(self, block: Block, deltas: list[Delta]) -> None:
        if not block.open:
            return
        block.open = False
        told: list[Delta] = ending(block)
        if told:
            self._move(block, deltas)
            deltas.extend(told)


def _kind_by_member(delta: dict[str, Any]) -> str:
    return next((kind for member, kind in _KINDS.items() if member in delta), "")


def _add_extra(extra: dict[str, Any], deltas: list[Delta]) -> None:
    deltas.extend(("run_extra", key, value) for key, value in extra.items())
