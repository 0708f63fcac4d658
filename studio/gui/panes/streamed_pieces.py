"""A reply that streams in, as pieces of plain text with their colours: thinking, text, refusals, and calls as far as they came.

Above: the views that show a reply while it grows. Below: the parts of a reply, the window's words. Knows no widget.
"""

from collections.abc import Sequence
from typing import Literal

from studio.gui.words import say
from studio.messages.parts import Call, Opaque, Part, Reasoning, Refusal
from studio.messages.reply import ChatReply
from studio.present.hosted_parts import hosted_part, hosted_text
from studio.present.words import words

Look = Literal["text", "quiet", "thinking", "refusal", "call", "code"]
Piece = tuple[Look, str]


def streamed_pieces(reply: ChatReply) -> tuple[Piece, ...]:
    """The pieces in their order, an empty line between two parts."""
    return _pieces(reply.parts)


def around(reply: ChatReply, calls: Sequence[Call]) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """The pieces above and below the cards of these calls of the reply: what came before the last of them, and what after it."""
    at = next((at + 1 for at, part in enumerate(reply.parts) if calls and part is calls[-1]), len(reply.parts))
    return _pieces([part for part in reply.parts[:at] if not any(part is each for each in calls)]), _pieces(
        reply.parts[at:]
    )


def _pieces(parts: Sequence[Part]) -> tuple[Piece, ...]:
    found: list[Piece] = []
    for part in parts:
        own = _of(part)
        if own:
            look, text = own[0]
            found += [(look, f"\n\n{text}" if found else text), *own[1:]]
    return tuple(found)


def plain(reply: ChatReply) -> str:
    """A reply as plain text: thinking, text, and calls with their arguments as far as they came."""
    return "".join(text for _, text in streamed_pieces(reply))


def _of(part: Part) -> list[Piece]:
    match part:
        case Call():
            return [("call", f"→ {part.name}"), ("code", f" {part.arguments}")]
        case Reasoning():
            return [("thinking", say(words("mark.thinking"))), ("quiet", f"\n{part.text}")] if part.text else []
        case Refusal():
            return [("refusal", say(words("mark.refusal"))), ("text", f"\n{part.text}")]
        case Opaque():
            return [("quiet", hosted_text(hosted_part(part), say))]
        case _:
            text = getattr(part, "text", "")
            return [("text", text)] if text else []
