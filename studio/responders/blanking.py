"""Blanks secrets in the deltas of an answer: one that the server cut in two, or wrote in escapes, is whole only here.

Above: `live`. Below: `messages`, `wire/redact`. The raw bytes are redacted before they are read; this comes after the reading.
"""

from collections.abc import Sequence

from studio.messages.delta import Delta
from studio.wire.redact import Redactor, RunningRedactor

_JOINED = ("text", "reasoning", "signature", "refusal")
"""Deltas whose second member goes on where the one before it ended."""

Rank = tuple[int, ...]


class _Run:
    """Text of one kind at one rank, as far as it came."""

    __slots__ = ("kind", "running")

    def __init__(self, kind: str, running: RunningRedactor) -> None:
        self.kind = kind
        self.running = running

    def rest(self) -> list[Delta]:
        text = self.running.end_text()
        return [(self.kind, text)] if text else []


class BlankedDeltas:
    """Deltas with secrets blanked across their borders. What may begin a secret is held back until more comes; the delta
    itself goes on without it, so that what follows finds its place."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._rank: Rank = ()
        self._runs: dict[Rank, _Run] = {}
        self._calls: dict[int, tuple[RunningRedactor, str]] = {}

    def feed(self, deltas: Sequence[Delta]) -> Sequence[Delta]:
        """What can be told now."""
        told: list[Delta] = []
        for delta in deltas:
            if delta[0] in _JOINED and not self._runs and not self._redactor.sign_in_text(delta[1]):
                # With no sign of a secret, and nothing held back before, there is nothing to keep in mind.
                told.append(delta)
            else:
                told += self._clean(delta)
        return told

    def _clean(self, delta: Delta) -> list[Delta]:
        match delta[0]:
            case kind if kind in _JOINED:
                return self._joined(*delta)
            case "call" | "call_all":
                return self._call(delta)
            case "at":
                return self._at(delta)
            case "part":
                return [*self._before_a_part(), ("part", self._redactor.value(delta[1]))]
            case kind:
                return [(kind, *self._redactor.value(delta[1:]))]

    def end(self) -> list[Delta]:
        """What was held back."""
        rests: list[Delta] = []
        for rank, run in self._runs.items():
            rest = run.rest()
            rests += [("at", rank), *rest] if rest and rank != self._rank else rest
            self._rank = rank if rest else self._rank
        calls = [
            ("call", position, None, None, text, form)
            for position, (running, form) in self._calls.items()
            if (text := running.end_text())
        ]
        return [*rests, *calls]

    def _joined(self, kind: str, text: str, *member: str) -> list[Delta]:
        run, before = self._runs.get(self._rank), list[Delta]()
        if run is None or run.kind != kind:
            before = run.rest() if run is not None else before
            run = self._runs[self._rank] = _Run(kind, self._redactor.running())
        told = run.running.feed_text(text)
        if not run.running.holds:
            del self._runs[self._rank]
        return [*before, (kind, told, *member)]

    def _at(self, delta: Delta) -> list[Delta]:
        """Text at a rank goes on when the rank comes again; text without one has no way back."""
        held = self._unranked() if delta[1] != self._rank else []
        self._rank = delta[1]
        return [*held, delta]

    def _before_a_part(self) -> list[Delta]:
        """A part takes the place of what stands at its rank, and ends a text without a rank."""
        if self._rank:
            self._runs.pop(self._rank, None)
        return self._unranked()

    def _unranked(self) -> list[Delta]:
        run = self._runs.pop((), None) if not self._rank else None
        return run.rest() if run is not None else []

    def _call(self, delta: Delta) -> list[Delta]:
        kind, position, id, name, text, form = delta
        known = self._calls.get(position)
        before = self._unranked() if known is None else []
        running = self._redactor.running() if known is None or kind == "call_all" else known[0]
        self._calls[position] = (running, form)
        if id or name:
            id, name = self._redactor.value((id, name))
        return [*before, (kind, position, id, name, running.feed_text(text), form)]
