"""What went to a server and came from it, as lines of the protocol view: bounded, with the match of answer to request.

Above: `tapped`, `stdio`, `http`, `connection`. Below: `session/server_view`. Pure but for the clock it is given; knows neither the SDK nor
secrets: texts are cleaned before they come here.
"""

import time
from collections.abc import Callable, Sequence
from typing import Literal, overload

from studio.session.server_view import WireMessage

MOST = 5_000
MOST_CHARACTERS = 16_000_000
MOST_TEXT = 200_000
"""Characters of one text; of a longer one the beginning is kept."""

_LONG_ID = 100

Kind = Literal["request", "answer", "error", "notification", "noise", "stderr", "state"]
Id = int | str | None


class WireLog(Sequence[WireMessage]):
    """The last `most` messages, of `most_characters` together at most; `dropped` counts those that were let go for that.

    `on_change()` is called with each message; wrap it in `Paced` where that does more than set a mark. Only to be used on the loop.
    """

    def __init__(
        self,
        on_change: Callable[[], None] = lambda: None,
        *,
        most: int = MOST,
        most_characters: int = MOST_CHARACTERS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.dropped = 0
        self._on_change = on_change
        self._most, self._most_characters = most, most_characters
        self._now = now
        self._began: float | None = None
        self._kept: list[WireMessage] = []
        self._characters = 0
        self._open: dict[tuple[bool, int | str], WireMessage] = {}

    def __len__(self) -> int:
        return len(self._kept)

    @overload
    def __getitem__(self, place: int) -> WireMessage: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[WireMessage]: ...

    def __getitem__(self, place: int | slice) -> WireMessage | Sequence[WireMessage]:
        return self._kept[place]

    def begin(self) -> None:
        """A connection begins: what an earlier one asked is answered no more. Times count from the first one."""
        self._open.clear()
        if self._began is None:
            self._began = self._now()

    def add(
        self,
        kind: Kind,
        text: str,
        *,
        sent: bool = False,
        method: str = "",
        id: Id = None,
        length: int = 0,
        at: float = 0.0,
    ) -> WireMessage:
        """Keep a message and return it as it is kept.

        `length` is how many characters the whole text has where `text` is only its beginning, `at` when it came (the clock's value;
        now, when it is not given).
        """
        t = (at or self._now()) - (self._began or 0.0)
        asked = self._answered(sent, id) if kind in ("answer", "error") else None
        length = max(length, len(text))
        made = WireMessage(
            number=self.dropped + len(self._kept) + 1,
            t=t,
            sent=sent,
            kind=kind,
            text=text[:MOST_TEXT],
            method=method or (asked.method if asked else ""),
            id=id,
            answers=asked.number if asked else None,
            seconds=t - asked.t if asked else None,
            cut=length if length > MOST_TEXT else 0,
        )
        if kind == "request" and id is not None:
            self._asked(made, id)
        self._keep(made)
        return made

    def _asked(self, made: WireMessage, id: int | str) -> None:
        self._open[made.sent, _same(id)] = made
        if len(self._open) > self._most:
            del self._open[next(iter(self._open))]

    def _answered(self, sent: bool, id: Id) -> WireMessage | None:
        return None if id is None else self._open.pop((not sent, _same(id)), None)

    def _keep(self, made: WireMessage) -> None:
        self._kept.append(made)
        self._characters += len(made.text)
        over = len(self._kept) - self._most
        drop = max(over, 0)
        self._characters -= sum(len(each.text) for each in self._kept[:drop])
        while self._characters > self._most_characters and drop < len(self._kept) - 1:
            self._characters -= len(self._kept[drop].text)
            drop += 1
        del self._kept[:drop]
        self.dropped += drop
        self._on_change()


def _same(id: int | str) -> int | str:
    """An id as the SDK compares it: `"7"` answers 7."""
    if isinstance(id, str) and len(id) < _LONG_ID:
        try:
            return int(id)
        except ValueError:
            return id
    return id
