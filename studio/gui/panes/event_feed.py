"""Reads the answer of an exchange into a log of events, a little at a time, so that the window never waits; also a running one.

Above: `events_pane`. Below: `present/exchanges`, `present/wire_events`, `workspace`. Knows no widget.
"""

import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from studio.present.exchanges import PIECE, Exchanged, pieces, source_of
from studio.present.wire_events import EventLog
from studio.session.nodes import NodeId
from studio.workspace.opened import OpenedSession

_SLICE = 0.008
"""Seconds of work between two turns of the loop."""
_PACE = 0.08
"""Seconds between two tellings that there is more."""

Piece = tuple[bytes, int, bool]


class EventFeed(QObject):
    """`log` is None when there is nothing to read."""

    begun = Signal()
    """Another log is there, or none."""
    grown = Signal()
    """The log has more events, or it has ended."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.log: EventLog | None = None
        self._session: OpenedSession | None = None
        self._one: Exchanged | None = None
        self._live: list[tuple[bytes, int]] | None = None
        self._taken = 0
        self._rest: Iterator[Piece] = iter(())
        self._told = 0.0
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._work)
        self._late = QTimer(self, singleShot=True, interval=int(_PACE * 1000) + 5)
        self._late.timeout.connect(self._tell)

    @property
    def is_live(self) -> bool:
        """Whether the answer is still coming."""
        return self._live is not None and self._one is not None and self._one.end is None

    def look_at(self, session: OpenedSession | None, one: Exchanged | None) -> None:
        """Read this exchange; what is known of it already is kept."""
        same = session is self._session and one is not None and self._one is not None and one.node == self._one.node
        if same and one == self._one:
            return
        carries_on = same and self._live is not None and one is not None and self._fits(one)
        self._session, self._one = session, one
        if carries_on:
            self.advance()
        else:
            self._begin()

    def advance(self) -> None:
        """Go on reading; called once a frame while an answer comes."""
        if self.log is not None and not self.log.ended and not self._timer.isActive():
            self._timer.start()

    def pause(self) -> None:
        """Nobody looks: do nothing until `advance`."""
        self._timer.stop()
        self._late.stop()

    def _fits(self, one: Exchanged) -> bool:
        """Whether what came live is just what the exchange has kept."""
        kept = one.kept
        live = sum(len(data) for data, _ in self._live or ())
        return kept is not None and kept.status is not None and 200 <= kept.status < 300 and live == one.size

    def _begin(self) -> None:
        self.pause()
        self.log, self._live, self._taken, self._rest = None, None, 0, iter(())
        session, one = self._session, self._one
        source = source_of(session.tree, one) if session is not None and one is not None else None
        if session is not None and one is not None and source is not None:
            if one.kept is not None:
                self.log, self._rest = EventLog(source), pieces(one.kept)
            elif _is_running(session, one.node):
                self.log, self._live = EventLog(source), session.wire.pieces
        self.begun.emit()
        self.advance()

    def _work(self) -> None:
        log = self.log
        if log is None:
            return
        until = time.perf_counter() + _SLICE
        for data, ms, more in self._rest if self._live is None else self._new(self._live):
            log.feed(data, ms, more=more)
            if time.perf_counter() > until:
                self._timer.start()
                self._tell()
                return
        if not self.is_live:
            log.end(self._one.error if self._one is not None else None)
        self._tell(now=log.ended)

    def _tell(self, *, now: bool = False) -> None:
        """Say that there is more, but not more often than people can follow: every time all rows in view are drawn anew."""
        if now or time.perf_counter() > self._told + _PACE:
            self._told = time.perf_counter()
            self.grown.emit()
        elif not self._late.isActive():
            self._late.start()

    def _new(self, live: list[tuple[bytes, int]]) -> Iterator[Piece]:
        """What has come and was not read yet."""
        while self._taken < len(live):
            data, ms = live[self._taken]
            self._taken += 1
            for at in range(0, len(data), PIECE):
                yield data[at : at + PIECE], ms, at > 0


def _is_running(session: OpenedSession, node: NodeId) -> bool:
    return session.state.asked == node and session.activity.kind in ("sending", "streaming")
