"""Prints an open session while it moves: text as it streams, then every entry of the transcript as it is written.

Above: `demo`, `run`, `replay`. Below: `present/transcript`, `workspace`. Decides nothing.
"""

from studio.cli.terminal import OutputError, Terminal
from studio.messages.delta import Delta
from studio.present.labels import english
from studio.present.stop_words import stop_words
from studio.present.text_lines import RunningText
from studio.present.transcript import entries_of
from studio.present.transcript_entries import AnyEntry, ReplyEntry, StopEntry
from studio.present.transcript_text import Line, TranscriptLines
from studio.present.words import words
from studio.session.events import CallStarted, Node, NodeId, Stopped
from studio.tasks import spawn
from studio.workspace.changes import Change, PartialReply
from studio.workspace.opened import OpenedSession

LONGEST = 30
"""Lines that are printed of one text."""


class Follower:
    """Follows `session` from the moment it is made until `end`. `stops` also prints where the session stops."""

    def __init__(self, terminal: Terminal, session: OpenedSession, *, stops: bool) -> None:
        self._terminal = terminal
        self._session = session
        self._stops = stops
        self._running: RunningText | None = None
        self._lines = TranscriptLines(terminal.width, LONGEST)
        self.end = session.subscribe(self._take)

    def catch_up(self, node: NodeId) -> None:
        """Print what stands on the path to `node` already."""
        for at in self._session.tree.path(node):
            self._show(at)

    def stopped(self, stop: Stopped) -> None:
        """Print a stop and its reason."""
        state = self._session.tree.state(stop.at)
        pointer = self._session.difference.pointer if self._session.difference is not None else ""
        said = tuple(english(part) for part in stop_words(stop, state, pointer=pointer))
        self._print(StopEntry(state.rounds, stop.reason, stop.place, stop.what, said))

    def decided(self, what: str) -> None:
        """Print a decision that was made at a stop."""
        self._terminal.value({"entry": "decision", "what": what})
        self._terminal.lines([Line("edit", "Decision".ljust(self._lines.indent), what)])

    def _take(self, change: Change) -> None:
        """Print a change. Where nobody reads any more, what is under way stops as with Ctrl+C: the session stays whole, and
        the next thing that the command itself prints ends it."""
        try:
            self._tell(change)
        except (BrokenPipeError, OutputError):
            spawn(self._session.cancel(), name="cancel: nobody reads")

    def _tell(self, change: Change) -> None:
        match change:
            case PartialReply(delta=delta):
                self._stream(delta)
            case CallStarted():
                pass
            case Node(id=node):
                self._show(node)
            case Stopped() if self._stops:
                self.stopped(change)
            case _:
                pass

    def _stream(self, delta: Delta) -> None:
        if delta[0] != "text" or self._terminal.as_json:
            return
        if self._running is None:
            self._running = RunningText(self._terminal.width, self._lines.indent)
            self._terminal.piece(english(words("row.reply")).ljust(self._lines.indent))
        self._terminal.piece(self._running.feed(delta[1]))

    def _show(self, node: NodeId) -> None:
        for entry in entries_of(self._session.tree, node):
            self._print(entry)

    def _print(self, entry: AnyEntry) -> None:
        entry = self._session.blanked(entry)
        self._terminal.value(entry)
        self._print_lines(entry)
        self._terminal.flush()

    def _print_lines(self, entry: AnyEntry) -> None:
        running, self._running = self._running, None
        if running is not None:
            self._terminal.line()
        if running is not None and isinstance(entry, ReplyEntry):
            self._terminal.lines(self._lines.rest_of(entry))
        else:
            self._terminal.lines(self._lines.of(entry))
