"""What comes to the console, made into lines: pieces of a stream become lines as soon as they end, or when they rest; the oldest fall off.

Above: the console. Below: `console_lines`. Pure: whoever holds it says when it is time to look.
"""

from collections import deque

from studio.present.console_lines import MOST, ConsoleLine, Level, Source, cut

_LONGEST_OPEN = 20_000
"""Characters after which a line without an end is taken for one."""


class _Stream:
    """One stream of one call: what it said since its last end of a line."""

    def __init__(self, source: Source, origin: str, level: Level) -> None:
        self.source, self.origin, self.level = source, origin, level
        self.open, self.when = "", ""


class ConsoleFeed:
    """`kept` are the lines, `fresh` those since `take` was asked last; of more than can be kept only the newest."""

    def __init__(self, most: int = MOST) -> None:
        self.kept: deque[ConsoleLine] = deque(maxlen=most)
        self._fresh: deque[ConsoleLine] = deque(maxlen=most)
        self._streams: dict[object, _Stream] = {}
        self.lost = 0
        """Lines that came and fell off before anybody looked."""

    def add(self, line: ConsoleLine) -> None:
        """One line; one with several rows becomes as many."""
        for text in line.text.splitlines() or [""]:
            self._put(ConsoleLine(line.source, cut(text), line.when, line.level, line.origin, line.tone))

    def piece(self, stream: object, text: str, origin: str, level: Level, when: str) -> None:
        """A piece of what a tool prints: any part of a line, or many lines."""
        known = self._streams.setdefault(stream, _Stream("tool", origin, level))
        *whole, rest = f"{known.open}{text}".split("\n")
        for each in whole[-(self.kept.maxlen or MOST) :]:
            self._put(ConsoleLine("tool", cut(each.rstrip("\r")), known.when or when, level, origin))
        self.lost += max(len(whole) - (self.kept.maxlen or MOST), 0)
        known.open, known.when = rest, when
        if len(rest) > _LONGEST_OPEN:
            self.rest()

    def rest(self) -> None:
        """What has no end of line yet is shown as it is; what comes behind it begins a line."""
        for known in self._streams.values():
            if known.open:
                self._put(ConsoleLine(known.source, cut(known.open), known.when, known.level, known.origin))
        self._streams = {}

    @property
    def is_open(self) -> bool:
        """Whether a line has begun and has no end yet."""
        return any(known.open for known in self._streams.values())

    def take(self) -> list[ConsoleLine]:
        """The lines that came since the last time."""
        found = list(self._fresh)
        self._fresh.clear()
        return found

    def clear(self) -> None:
        """Forget all."""
        self.kept.clear()
        self._fresh.clear()
        self._streams, self.lost = {}, 0

    def _put(self, line: ConsoleLine) -> None:
        if len(self._fresh) == self._fresh.maxlen:
            self.lost += 1
        self.kept.append(line)
        self._fresh.append(line)
