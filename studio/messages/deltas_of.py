"""A whole reply as the deltas that would have brought it: the way back of `assemble`.

Above: `dialects`, which write streams. Below: `delta`, `parts`, `reply`. An `Assembly` fed with them gives the reply again.
"""

from collections.abc import Iterator
from typing import assert_never

from studio.messages.delta import Delta
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Refusal, Result, Text
from studio.messages.reply import ChatReply


def deltas_of(reply: ChatReply) -> Iterator[Delta]:
    """The deltas in the order in which a provider sends them; each part has a rank of its own."""
    if reply.id:
        yield ("id", reply.id)
    if reply.model_name:
        yield ("model", reply.model_name)
    position = 0
    for place, part in enumerate(reply.parts):
        yield ("at", (place,))
        yield from _part(part, position)
        position += isinstance(part, Call)
    yield from (("extra", key, value) for key, value in reply.extra.items())
    if reply.finish is not None:
        yield ("finish", reply.finish)
    if reply.resumable:
        yield ("resumable",)
    if reply.usage is not None:
        yield ("usage", reply.usage)


def _part(part: Part, position: int) -> Iterator[Delta]:
    match part:
        case Text():
            yield ("text", part.text)
            yield from (("run_extra", key, value) for key, value in part.extra.items())
        case Reasoning():
            yield ("reasoning", part.text)
            if part.signature:
                yield ("signature", part.signature)
            yield from (("run_extra", key, value) for key, value in part.extra.items())
        case Refusal():
            yield ("refusal", part.text)
        case Call():
            yield ("call", position, part.id, part.name, part.arguments, part.form)
            yield from (("call_extra", position, key, value) for key, value in part.extra.items())
        case Image() | Opaque() | Result():
            yield ("part", part)
        case _:
            assert_never(part)
