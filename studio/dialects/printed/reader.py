"""Reads a reply's text in which blocks of calls stand: tells text, reasoning and blocks apart while they come.

Above: the forms. Below: `tape`, `form`. What a block is, each form says by its openers; a block that holds no call is text.
"""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from studio.dialects.printed.form import Found, Said, made_up
from studio.dialects.printed.tape import Marks, Reading, Tape
from studio.messages.delta import Delta

THINKING = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "[THINK]": "[/THINK]",
    "<scratch_pad>": "</scratch_pad>",
}
"""How reasoning begins and ends where a model prints it; it counts at the beginning, and behind calls and other reasoning."""

_ENDS = (
    "<|im_end|>", "<|endoftext|>", "</s>", "<|eot_id|>", "<|eom_id|>", "<|end_of_text|>", "<|observation|>", "<|user|>",
    "<｜end▁of▁sentence｜>", "<end_of_turn>",
)  # fmt: skip


class MadeUp(msgspec.Struct, frozen=True):
    """A block that the model made up after its call."""


Where = Literal["any", "line", "fresh", "called"]
Outcome = Sequence[Found | Said] | MadeUp
Block = Callable[[Tape], Reading[Outcome]]
"""Takes a block from the tape, whose opener is taken."""


class Opener(msgspec.Struct, frozen=True):
    """What a block may begin with: anywhere, as the first word of a line, `fresh` at the beginning or behind a call, or behind a
    call only (`called`)."""

    literal: str
    block: Block
    where: Where = "any"


class BlockReader:
    """One reply. `swallowed` are texts that belong to the call they directly follow."""

    def __init__(self, form: str, openers: Sequence[Opener], swallowed: Sequence[str] = ()) -> None:
        self._form = form
        self._openers = {opener.literal: opener for opener in openers}
        self._swallowed = frozenset((*_ENDS, *swallowed))
        self._marks = Marks((*self._openers, *self._swallowed, *THINKING))
        self._out: list[Delta] = []
        self._held = ""
        self._tail = ""
        self._in_code = False
        self._space: list[str] = []
        self._fresh = True
        self._blank = True
        self._said = ""
        self._position = 0
        self._last = ""
        self._block: Reading[Outcome] | None = None
        self._tape = Tape()
        self._closer: Marks | None = None
        self._thought: list[str] = []
        self._ended = False

    def feed(self, text: str) -> Sequence[Delta]:
        """The deltas of one piece."""
        self._out = []
        self._go_on(text)
        return self._out

    def end(self) -> Sequence[Delta]:
        """The deltas of what was held back."""
        self._out = []
        self._ended = self._tape.ended = True
        self._go_on("")
        while self._block is not None:
            self._go_on("")
        self._say(self._held)
        self._held = ""
        self._close_reasoning()
        if self._space:
            self._leave_space()
        return self._out

    def _go_on(self, text: str) -> None:
        while True:
            if self._block is not None:
                text = self._inside(text)
            elif self._closer is not None:
                text = self._think(text, self._closer)
            else:
                text = self._outside(text)
            if not text:
                return

    def _outside(self, text: str) -> str:
        text, self._held = self._held + text, ""
        at = begin = 0
        if self._fresh:
            at = begin = len(text) - len(text.lstrip())
            self._keep_space(text[:begin])
        while True:
            if self._in_code:
                over = _end_of_code(text, at)
                self._in_code = over is None
                self._pass_over(text[at:over])
                at = len(text) if over is None else over
            found, end = self._marks.next(text, at, last=self._ended)
            self._pass_over(text[at:end])
            if found is None:
                break
            quoted = _is_quoted(self._behind(text, end), found.group())
            if not quoted and self._counts(found.group(), end == begin):
                self._say(text[begin:end])
                self._tail = ""
                return self._begin(found.group(), text[end:])
            self._pass_over(found.group())
            at, self._in_code = found.end(), quoted
        self._say(text[begin:end])
        self._tail = self._behind(text, end)
        self._held = text[end:]
        return ""

    def _behind(self, text: str, end: int) -> str:
        """The two characters before place `end`."""
        return text[end - 2 : end] if end >= 2 else (self._tail + text[:end])[-2:]

    def _counts(self, mark: str, first: bool) -> bool:
        fresh = self._fresh and first
        if mark in THINKING:
            return fresh
        opener = self._openers.get(mark)
        match opener.where if opener else "called":
            case "any":
                return True
            case "line":
                return self._blank
            case "fresh":
                return fresh
            case _:
                return fresh and self._said == "call"

    def _begin(self, mark: str, text: str) -> str:
        """Begin what `text` begins with; gives the text that is left."""
        if mark in self._openers:
            self._tape = Tape()
            self._tape.ended, self._tape.at_line = self._ended, self._blank
            self._tape.feed(text)
            self._tape.take(len(mark))
            self._block = self._openers[mark].block(self._tape)
            return self._inside("")
        if mark in THINKING:
            self._closer = Marks((THINKING[mark],))
            self._thought.extend((*self._space, mark))
            self._space = []
            self._out.append(("reasoning", ""))
            self._said = "reasoning"
        else:
            self._space.append(mark)
        return text[len(mark) :]

    def _think(self, text: str, closer: Marks) -> str:
        text, self._held = self._held + text, ""
        found, end = closer.next(text, 0, last=self._ended)
        if end:
            self._out.append(("reasoning", text[:end]))
            self._thought.append(text[:end])
        if found is None:
            self._held = text[end:]
            return ""
        self._thought.append(found.group())
        self._closer, self._fresh, self._blank = None, True, True
        return text[found.end() :]

    def _inside(self, text: str) -> str:
        if text:
            self._tape.feed(text)
        try:
            if self._block is not None:
                next(self._block)
        except StopIteration as stop:
            self._block = None
            self._finish(stop.value)
            return self._tape.rest()
        return ""

    def _finish(self, value: Outcome) -> None:
        printed = self._tape.printed()
        if isinstance(value, MadeUp):
            self._close_reasoning()
            self._out.append(("part", made_up(self._form, "".join((*self._space, printed)))))
            self._space, self._fresh, self._said = [], True, "part"
        elif value:
            self._close_reasoning()
            self._calls(printed, value)
        else:
            self._pass_over(printed)
            self._say(printed)

    def _calls(self, printed: str, found: Sequence[Found | Said]) -> None:
        rest = found[-1].start if isinstance(found[-1], Said) else len(printed)
        calls = [one for one in found if isinstance(one, Found)]
        start = 0
        for number, call in enumerate(calls):
            end = rest if number == len(calls) - 1 else max(start, call.end)
            self._call(call, printed[start:end])
            start = end
        self._fresh, self._blank, self._said = True, True, "call"
        if rest < len(printed):
            self._pass_over(printed[rest:])
            self._say(printed[rest:])

    def _call(self, call: Found, printed: str) -> None:
        self._last = "".join((*self._space, printed))
        self._space = []
        position = self._position
        self._position += 1
        self._out.append(("call", position, call.id, call.name, call.arguments, "text"))
        self._out.append(("call_extra", position, "in", self._form))
        self._out.append(("call_extra", position, "printed", self._last))

    def _say(self, text: str) -> None:
        if not text:
            return
        self._close_reasoning()
        self._out.append(("text", "".join((*self._space, text)) if self._space else text))
        self._space, self._fresh, self._said = [], False, "text"

    def _keep_space(self, space: str) -> None:
        if space:
            self._pass_over(space)
            self._space.append(space)

    def _leave_space(self) -> None:
        """White space at the end belongs to the call before it."""
        space, self._space = "".join(self._space), []
        if self._said == "call":
            self._out.append(("call_extra", self._position - 1, "printed", self._last + space))
        else:
            self._out.append(("text", space))

    def _pass_over(self, text: str) -> None:
        """Note whether the line so far is blank."""
        line = text[text.rfind("\n") + 1 :]
        self._blank = (self._blank or len(line) < len(text)) and not line.strip()

    def _close_reasoning(self) -> None:
        """Reasoning that was read keeps the text it stood as."""
        if self._thought:
            self._out.append(("run_extra", "printed", "".join(self._thought)))
            self._thought = []


def _is_quoted(before: str, mark: str) -> bool:
    """Whether a mark stands in inline code, behind a single backtick: then the text only speaks of it."""
    return before[-1:] == "`" and before != "``" and mark[:1] != "`"


def _end_of_code(text: str, at: int) -> int | None:
    """Where inline code ends: behind its backtick, or at the end of the line; None when it goes on."""
    ends = [place for place in (text.find("`", at), text.find("\n", at)) if place >= 0]
    return min(ends) + 1 if ends else None
