"""Reads channels: a header of tokens up to `<|message|>`, then the content up to the token that ends it.

Above: `harmony`. Below: `harmony_head`, `harmony_out`, `json_walk`, `tape`. A token in a string of a call's JSON does not end it.
"""

from collections.abc import Sequence

from studio.dialects.printed.harmony_head import Head, read_head
from studio.dialects.printed.harmony_out import HarmonyOut
from studio.dialects.printed.json_walk import json_value
from studio.dialects.printed.tape import Marks, Reading, Tape, literal, peek, spaces, until
from studio.messages.delta import Delta

_BEGINNINGS = ("<|start|>", "<|channel|>")
_ENDINGS = ("<|end|>", "<|call|>", "<|return|>")
_MESSAGE = "<|message|>"
_OUTSIDE = Marks((*_BEGINNINGS, *_ENDINGS))
_HEADER = Marks((_MESSAGE, *_ENDINGS, "\n"))
_CONTENT = Marks((*_ENDINGS, *_BEGINNINGS))


class HarmonyReader:
    """One reply."""

    def __init__(self) -> None:
        self._out = HarmonyOut()
        self._tape = Tape()
        self._reading = _messages(self._tape, self._out)

    def feed(self, text: str) -> Sequence[Delta]:
        """The deltas of one piece."""
        self._tape.feed(text)
        return self._go_on()

    def end(self) -> Sequence[Delta]:
        """The deltas of what was held back."""
        self._tape.ended = True
        return self._go_on()

    def _go_on(self) -> Sequence[Delta]:
        self._out.deltas = []
        next(self._reading, None)
        return self._out.deltas


def _messages(tape: Tape, out: HarmonyOut) -> Reading[None]:
    """The whole reply: plain text and messages, in any order."""
    while (yield from peek(tape)):
        mark, space = yield from _plain(tape, out)
        if mark in _BEGINNINGS:
            yield from _message(tape, out, space)
        else:
            yield from literal(tape, _ENDINGS)
            out.after(space + tape.forget())
    out.end()


def _plain(tape: Tape, out: HarmonyOut) -> Reading[tuple[str, str]]:
    """Text outside of messages, up to a token, which is not taken: the token, and the white space before it, which is not said yet."""
    space = ""
    while True:
        found, end = _OUTSIDE.next(tape.text, tape.at, last=tape.ended)
        tape.take(end)
        piece = space + tape.forget()
        said = piece if found is None and tape.ended and piece.strip() else piece.rstrip()
        if said:
            out.say("text", said)
        space = piece[len(said) :]
        if found or tape.ended:
            return found.group() if found else "", space
        yield


def _message(tape: Tape, out: HarmonyOut, space: str) -> Reading[None]:
    mark = yield from until(tape, _HEADER)
    header = tape.forget()
    head = read_head(header) if mark == _MESSAGE else None
    if head is None:
        out.say("text", space + header)
        return
    out.after(space)
    match head.kind:
        case "call":
            yield from _call(tape, out, head, header)
        case "made_up":
            yield from until(tape, _CONTENT, keep=True)
            yield from literal(tape, _ENDINGS)
            out.made_up(header + tape.forget())
        case _:
            out.before(header)
            yield from _said(tape, out, head.kind)


def _said(tape: Tape, out: HarmonyOut, kind: str) -> Reading[None]:
    """Text or reasoning as it comes, and the token that ends it."""
    out.say(kind, "")
    while True:
        found, end = _CONTENT.next(tape.text, tape.at, last=tape.ended)
        tape.take(end)
        text = tape.forget()
        if text:
            out.say(kind, text)
        if found or tape.ended:
            break
        yield
    yield from literal(tape, _ENDINGS)
    out.after(tape.forget())


def _call(tape: Tape, out: HarmonyOut, head: Head, header: str) -> Reading[None]:
    yield from spaces(tape)
    if (yield from peek(tape)) in ("{", "["):
        yield from json_value(tape)
    yield from until(tape, _CONTENT, keep=True)
    content = tape.forget()
    yield from literal(tape, _ENDINGS)
    text = content.strip()
    if text or not tape.ended:
        out.call(head.name, text, header + content + tape.forget())
    else:
        out.say("text", header + content + tape.forget())
