"""Prints an open session while it moves: text as it streams, then every entry of the transcript as it is written.

Above: `demo`, `run`, `replay`. Below: `present/transcript`, `workspace`. Decides nothing.
"""

from studio.cli.terminal import OutputError, Terminal
from studio.messages.delta import Delta
from studio.present.form_names import form_name
from studio.present.labels import english
from studio.present.stop_words import stop_words
from studio.present.terminal_words import for_terminal
from studio.present.text_lines import RunningText, wrapped
from studio.present.transcript import entries_of
from studio.present.transcript_entries import AnyEntry, ReplyEntry, StopEntry
from studio.present.transcript_text import Line, TranscriptLines, inside_of
from studio.present.words import words
from studio.session.events import CallStarted
from studio.session.nodes import Node, NodeId
from studio.session.notes import Logged, Stopped
from studio.tasks import spawn
from studio.workspace.changes import Change, PartialReply
from studio.workspace.opened import OpenedSession

_LABELS = {"text": "row.reply", "reasoning": "mark.thinking"}
LONGEST = 30
"""Lines that are printed of one text."""


class Follower:
    """Follows `session` from the moment it is made until `end`. `stops` also prints where the session stops."""

    def __init__(self, terminal: Terminal, session: OpenedSession, *, stops: bool) -> None:
        self._terminal = terminal
        self._session = session
        self._stops = stops
        self._running: RunningText | None = None
        self._told: list[str] = []
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
        said = tuple(for_terminal(english(part)) for part in stop_words(stop, state, pointer=pointer))
        self._print(StopEntry(state.rounds, stop.reason, stop.place, stop.what, said))
        self._tell_printed()

    def _tell_printed(self) -> None:
        """Where the model ended with a call that it printed and was not asked to print so: what would read it."""
        form = self._session.printed_form()
        if form:
            said = english(words("reply.printed", form=form_name(form)))
            lines = wrapped(f"{said} With --calls {form} it is read as one.", self._terminal.width - self._lines.indent)
            labels = [english(words("row.remark")), *[""] * len(lines)]
            indent = self._lines.indent
            pairs = zip(labels, lines, strict=False)
            self._terminal.lines([Line("note", label.ljust(indent), line) for label, line in pairs])

    def decided(self, what: str) -> None:
        """Print a decision that was made at a stop; a secret in it is blanked."""
        what = self._session.blanked(what)
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
            case Logged():
                self._logged(change)
            case _:
                pass

    def _logged(self, note: Logged) -> None:
        """Print what a breakpoint logged."""
        said = self._session.blanked(note)
        value = {"entry": "logged", "breakpoint": said.breakpoint, "call": said.call, "text": said.text}
        self._terminal.value(value)
        lines = wrapped(said.text, self._terminal.width - self._lines.indent) or [""]
        labels = ["Log", *[""] * len(lines)]
        indent = self._lines.indent
        self._terminal.lines(
            [Line("note", label.ljust(indent), line) for label, line in zip(labels, lines, strict=False)]
        )
        self._terminal.flush()

    def _stream(self, delta: Delta) -> None:
        if delta[0] not in _LABELS or not delta[1] or self._terminal.as_json:
            return
        if self._running is None or delta[0] != self._told[-1]:
            self._begin(delta[0])
        assert self._running is not None
        self._terminal.piece(self._running.feed(delta[1]))

    def _begin(self, kind: str) -> None:
        """Thinking and text each have a label of their own; where one comes after the other, it begins a line."""
        if self._running is not None:
            self._terminal.line()
        self._told.append(kind)
        inside = inside_of(self._session.state.depth)
        self._running = RunningText(self._terminal.width, self._lines.indent, inside)
        label = english(words(_LABELS[kind]))
        self._terminal.piece(inside + (f"({label})" if kind == "reasoning" else label).ljust(self._lines.indent))

    def _show(self, node: NodeId) -> None:
        for entry in entries_of(self._session.tree, node, times=self._terminal.as_json):
            self._print(entry)

    def _print(self, entry: AnyEntry) -> None:
        entry = self._session.blanked(entry)
        self._terminal.value(entry)
        self._print_lines(entry)
        self._terminal.flush()

    def _print_lines(self, entry: AnyEntry) -> None:
        running, self._running = self._running, None
        told, self._told = self._told, []
        if running is not None:
            self._terminal.line()
        if running is not None and isinstance(entry, ReplyEntry):
            self._terminal.lines(self._lines.rest_of(entry, told))
        else:
            self._terminal.lines(self._lines.of(entry))
