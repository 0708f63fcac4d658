"""Reads a streamed reply in which the model prints its calls: what the wire's reader takes for text goes through the form's reader.

Above: `prompted`. Below: `printed`, `messages`. Knows no wire: everything but text passes as it is, also calls that came natively.
"""

from collections.abc import Sequence
from typing import Any

from studio.dialects.dialect import DeltaReader
from studio.dialects.printed.form import TextForm, TextReader
from studio.messages.delta import Delta
from studio.messages.parts import Text
from studio.messages.reply import ProviderError
from studio.messages.toolspec import ToolSpec

Rank = tuple[int, ...]

_PLACED = frozenset(("reasoning", "signature", "refusal", "part", "call", "call_all", "call_extra", "run_extra"))


class _Run:
    """The text at one rank of the wire. What is read from it gets ranks below that one, so that it stays in order: the text it
    begins with the rank itself, each piece of another kind the next."""

    __slots__ = ("length", "number", "open", "rank", "reader", "told")

    def __init__(self, rank: Rank, reader: TextReader) -> None:
        self.rank = rank
        self.reader = reader
        self.number = 0
        self.open: Any = None
        self.length = 0
        self.told: set[str] = set()

    def place(self, kind: Any) -> Rank:
        """The rank for a piece of that kind; a call's kind is its position."""
        if kind != self.open:
            self.number += self.open is not None or kind != "text"
            self.open = kind
        return (*self.rank, self.number) if self.rank and self.number else self.rank


class PromptedReader:
    """One streamed reply. `rest()` gives what is held back; it is asked when the finish reason comes, and by who knows that the
    stream is over without one."""

    def __init__(self, inner: DeltaReader, form: TextForm, tools: Sequence[ToolSpec]) -> None:
        self._inner = inner
        self._form = form
        self._tools = tools
        self._rank: Rank = ()
        self._told: Rank = ()
        self._runs: dict[Rank, _Run] = {}
        self._positions: dict[tuple[Rank, int], int] = {}
        self._over = False

    def feed(self, data: str) -> Sequence[Delta]:
        """The deltas of one event's data."""
        deltas = self._inner.feed(data)
        if not deltas:
            return self.rest() if data.strip() == "[DONE]" else ()
        made: list[Delta] = []
        for delta in deltas:
            if delta[0] == "text":
                self._text(delta[1], made)
            else:
                self._other(delta, made)
        return made

    def rest(self) -> Sequence[Delta]:
        """What was held back, once; text that comes after it is text."""
        made: list[Delta] = []
        if not self._over:
            self._over = True
            for run in self._runs.values():
                self._read(run, run.reader.end(), made)
        return made

    def end(self) -> ProviderError | None:
        """As the wire's reader says."""
        return self._inner.end()

    def _text(self, text: str, made: list[Delta]) -> None:
        run = self._run()
        run.length += len(text)
        self._read(run, (("text", text),) if self._over else run.reader.feed(text), made)

    def _run(self) -> _Run:
        run = self._runs.get(self._rank)
        if run is None:
            run = self._runs[self._rank] = _Run(self._rank, self._form.reader(self._tools))
        return run

    def _other(self, delta: Delta, made: list[Delta]) -> None:
        kind = delta[0]
        if kind == "at":
            self._rank = delta[1]
        elif kind == "part" and isinstance(delta[1], Text):
            self._whole(delta[1], made)
        else:
            if kind in _PLACED:
                self._go(self._rank, made)
                if kind == "run_extra" and self._rank in self._runs:
                    self._runs[self._rank].told.add(delta[1])
            elif kind in ("finish", "error"):
                made.extend(self.rest())
            made.append(delta)

    def _whole(self, part: Text, made: list[Delta]) -> None:
        """A text in one piece: all of it, or what its fragments did not bring. A list that was told piece by piece is told."""
        run = self._run()
        rest = part.text[run.length if self._rank else 0 :]
        if rest:
            self._text(rest, made)
        if part.extra:
            self._go(self._rank, made)
        for key, value in part.extra.items():
            if not (isinstance(value, list) and key in run.told):
                made.append(("run_extra", key, value))

    def _read(self, run: _Run, deltas: Sequence[Delta], made: list[Delta]) -> None:
        for delta in deltas:
            kind = delta[0]
            if kind in ("text", "reasoning"):
                self._go(run.place(kind), made)
            elif kind in ("call", "call_all", "call_extra"):
                position = self._positions.setdefault((run.rank, delta[1]), -1 - len(self._positions))
                self._go(run.place(position), made)
                delta = (kind, position, *delta[2:])
            elif kind == "run_extra" and run.open is not None:
                self._go(run.place(run.open), made)
            elif kind == "part":
                run.open = None
                self._go(run.place(kind), made)
            made.append(delta)

    def _go(self, rank: Rank, made: list[Delta]) -> None:
        if rank != self._told:
            self._told = rank
            made.append(("at", rank))
