"""Blanks secrets in the deltas of an answer: one that the server cut in two, or wrote in escapes, is whole only here.

Above: `live`. Below: `messages`, `wire/redact`. The raw bytes are redacted before they are read; this comes after the reading.
"""

from studio.messages.delta import Delta
from studio.wire.redact import Redactor, RunningRedactor

_JOINED = ("text", "reasoning", "signature", "refusal")
"""Deltas whose second member goes on where the one before it ended."""


class BlankedDeltas:
    """Deltas with secrets blanked across their borders. What may begin a secret is held back until more comes."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._kind = ""
        self._text = redactor.running()
        self._calls: dict[int, tuple[RunningRedactor, str]] = {}

    def feed(self, delta: Delta) -> list[Delta]:
        """What can be told now."""
        if not self._redactor.forms():
            return [delta]
        kind = delta[0]
        if kind == "call":
            return [self._call(delta)]
        if kind not in _JOINED:
            return [self._redactor.value(delta)]
        before = self._held() if kind != self._kind else []
        self._kind = kind
        text = _fed(self._text, delta[1])
        return [*before, (kind, text, *delta[2:])] if text else before

    def end(self) -> list[Delta]:
        """What was held back."""
        calls = [
            ("call", position, None, None, text, form)
            for position, (running, form) in self._calls.items()
            if (text := _decoded(running.end()))
        ]
        return [*self._held(), *calls]

    def _held(self) -> list[Delta]:
        text = _decoded(self._text.end())
        return [(self._kind, text)] if text else []

    def _call(self, delta: Delta) -> Delta:
        _, position, id, name, fragment, form = delta
        running = self._calls.get(position, (self._redactor.running(), form))[0]
        self._calls[position] = (running, form)
        id, name = self._redactor.value((id, name))
        return ("call", position, id, name, _fed(running, fragment), form)


def _fed(running: RunningRedactor, text: str) -> str:
    return _decoded(running.feed(text.encode("utf-8", "surrogatepass"))) if text else ""


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")
