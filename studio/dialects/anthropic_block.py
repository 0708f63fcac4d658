"""One content block of a streamed reply while it comes, and what is told of it at its end.

Above: `anthropic_blocks`. Below: `messages`.
"""

from typing import Any

from studio.dialects.anthropic_read import NAME, RAW, arguments_in
from studio.messages.arguments import read_arguments
from studio.messages.delta import Delta
from studio.messages.parts import Call, Opaque, Part, Reasoning, Text

Rank = tuple[int, ...]

CHANGES = ""
"""The place in `late` of members that replace those of a whole block."""


class Block:
    """One block under way. `kind`: `text`, `reasoning`, `call`, or `whole` for one that is kept as it is (`value`).

    `late` holds what is told at the end: pieces of an input or text of a whole block, citations of a text. `signature` is what the
    start event brought, `signed` the pieces that came later; `reopened`: something came behind the end.
    """

    __slots__ = ("begun", "kind", "late", "open", "position", "rank", "reopened", "signature", "signed", "value")

    def __init__(self, kind: str, rank: Rank, value: dict[str, Any]) -> None:
        self.kind = kind
        self.rank = rank
        self.value = value
        self.position = -1
        self.begun = False
        self.open = True
        self.reopened = False
        self.signature: str | None = None
        self.signed: list[str] = []
        self.late: dict[str, list[Any]] = {}


def ending(block: Block) -> list[Delta]:
    """What is told when the block ends."""
    match block.kind:
        case "text" if block.late.get("citations"):
            return [("run_extra", "citations", block.late.pop("citations"))]
        case "reasoning" if not block.signed:
            return (
                [("signature", block.signature)] if block.signature else [("run_extra", "signature", block.signature)]
            )
        case "call" if not block.begun and arguments_in(block.value.get("input")) == "{}":
            return [("call_all", block.position, None, None, "{}", "function")]
        case "whole" if block.late:
            return [("part", Opaque(NAME, _whole(block)))]
        case _:
            return []


def _whole(block: Block) -> dict[str, Any]:
    """A block that is kept as it is, with what came in pieces."""
    value = dict(block.value)
    for member, pieces in block.late.items():
        if member == "input":
            value["input"] = _input_value("".join(pieces))
        elif member == "citations":
            former = value.get("citations")
            value["citations"] = [*(former if isinstance(former, list) else ()), *pieces]
        elif member == CHANGES:
            for piece in pieces:
                value.update(piece)
        else:
            value[member] = str(value.get(member) or "") + "".join(pieces)
    return value


def _input_value(text: str) -> Any:
    value = read_arguments(text).value
    return {RAW: text} if value is None else value


def kind_of(part: Part) -> str:
    match part:
        case Text():
            return "text"
        case Reasoning():
            return "reasoning"
        case Call():
            return "call"
        case _:
            return "whole"


def is_same(former: Block, value: dict[str, Any]) -> bool:
    """Whether a start event tells again of a block: the one that is open, or the call of the same id."""
    if any(former.value.get(member) != value.get(member) for member in ("type", "id", "name")):
        return False
    return bool(value.get("id")) or (former.open and not former.begun)
