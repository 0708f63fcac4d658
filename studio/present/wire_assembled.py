"""A reply, perhaps half of one, as headed pieces of text: what stands beside the list of events.

Above: both fronts. Below: `messages`. Knows no dialect.
"""

import json
from typing import NamedTuple

import msgspec

from studio.messages.parts import Call, Opaque, Part, Reasoning, Refusal, Text
from studio.messages.reply import ChatReply
from studio.present.words import Words, words


class Piece(NamedTuple):
    """A heading and the text below it."""

    head: Words
    text: str


def pieces_of(reply: ChatReply) -> tuple[Piece, ...]:
    """The parts of the reply in order, then its finish reason and its usage, as far as they have come."""
    found = [_piece(part) for part in reply.parts]
    if reply.finish is not None:
        found.append(Piece(words("wire.finish"), reply.finish))
    if reply.usage is not None:
        count = ("?" if one is None else str(one) for one in (reply.usage.input, reply.usage.output))
        found.append(Piece(words("wire.usage"), " → ".join(count)))
    return tuple(found)


def _piece(part: Part) -> Piece:
    match part:
        case Text(text=text):
            return Piece(words("wire.text"), text)
        case Reasoning(text=text):
            return Piece(words("wire.reasoning"), text)
        case Refusal(text=text):
            return Piece(words("wire.refusal"), text)
        case Call(name=name, arguments=arguments, id=id):
            head = words("assembled.call_id", tool=name, id=id) if id else words("assembled.call", tool=name)
            return Piece(head, arguments)
        case Opaque(value=value):
            return Piece(words("wire.part"), json.dumps(value, ensure_ascii=False, indent=1, default=str))
        case _:
            return Piece(words("wire.part"), msgspec.json.encode(part).decode())
