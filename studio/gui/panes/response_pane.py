"""The Response pane: the reply of the round that is looked at, as Chat, Calls, JSON or Diff, or why there is none.

Above: the window. Below: its views, `round_pane`. Draws the session's state; what is half typed lives in the views.
"""

import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from studio.gui.bridge import Bridge
from studio.gui.panes.arriving_reply import ArrivingReply
from studio.gui.panes.calls_view import CallsView
from studio.gui.panes.commit_bar import EditMode
from studio.gui.panes.diff_view import DiffView
from studio.gui.panes.entry_look import characters
from studio.gui.panes.json_page import JsonPage
from studio.gui.panes.missed_words import Missed
from studio.gui.panes.no_reply import NoReply
from studio.gui.panes.printed_hint import PrintedHint
from studio.gui.panes.reply_changed import ReplyChanged
from studio.gui.panes.reply_diff import is_changed, reply_texts
from studio.gui.panes.reply_due import ReplyDue
from studio.gui.panes.reply_facts import card_facts, reply_event, seconds_of
from studio.gui.panes.reply_writer import ReplyWriter
from studio.gui.panes.response_chat import ResponseChat
from studio.gui.panes.round_pane import RoundPane
from studio.gui.panes.session_port import SessionPort, ToolProgress
from studio.gui.panes.streamed_pieces import plain
from studio.gui.panes.turn_goes_on import TurnGoesOn
from studio.gui.panes.written_call import Offered
from studio.gui.widgets.progress_line import ProgressLine
from studio.gui.words import fill, number, say, seconds, told_error
from studio.messages.reply import ChatReply
from studio.problems import StudioError
from studio.session.nodes import NodeId
from studio.session.state import SessionState

VIEWS = ("chat", "calls", "json", "diff")
_TICK = 100


class ResponsePane(RoundPane):
    """What was answered, or is being answered."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(bridge, "response", VIEWS, parent)
        self._chosen = ""
        self._looked_back: NodeId | None = None
        """The head at which the person wanted to see the reply before instead of writing the next one."""
        self.progress, self.goes_on, self.printed = ProgressLine(self), TurnGoesOn(self), PrintedHint(self)
        self.changed, self.due, self.writer = ReplyChanged(self), ReplyDue(self), ReplyWriter(self._stack)
        self.chat, self.calls = ResponseChat(self._stack), CallsView(self.door, self._stack)
        self.arriving = ArrivingReply(self.door, self)
        self.json, self.diff, self.none = JsonPage(self._stack), DiffView(self._stack), NoReply(self._stack)
        self.missed: Callable[[], Missed | None] = lambda: None
        """What a replay missed where the session stands."""
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK)
        views = (self.chat, self.calls, self.json, self.diff, self.none, self.arriving, self.writer)
        self._stand((self.progress, self.goes_on, self.printed, self.changed, self.due), views)
        self._wire()
        self._reword()

    def settle(self) -> str:
        """Commit typed arguments; a sentence when something typed stands in the way: at the reply where the session stands, or at the
        one that is looked at. What is typed elsewhere waits there."""
        if self.session is not None and self.session.wants_reply and self.writer.has_draft:
            self.begin_writing()
            return self.tr("Your reply is not given yet. Give it (Ctrl+Enter), or clear it.")
        replies = self._replies()
        refused, view = self.calls.settle(replies), "calls"
        typed = {"json": self.json.drafts, "chat": self.chat.drafts}
        at = next((key for key, places in typed.items() if not replies.isdisjoint(places)), "")
        if not refused and (at or self.calls.has_other_draft(replies)):
            view = at or view
            refused = self.json.refusal() or self.tr(
                "Something typed in the response is not committed yet. Commit it (Ctrl+Enter) or drop it first."
            )
        if refused:
            self._bring(view, typed.get(view, self.calls.drafts))
        return refused

    def _bring(self, view: str, places: set[object]) -> None:
        """Show what is typed in a view: where one looks, else where the session stands."""
        session = self.session
        shown = self.shown.ended(session.tree).open if session is not None else None
        if shown is None or shown.event not in places:
            self._bridge.select(None)
        if self.switch.current() != view:
            self.show_view(view)

    def _replies(self) -> set[object]:
        session = self.session
        states = (session.state, self.shown.ended(session.tree)) if session is not None else ()
        return {state.open.event for state in states if state.open is not None}

    def show_view(self, view: str) -> None:
        """Show one of the views: chat, calls, json, diff. It stays until the reply is another one."""
        self._chosen = view
        self._looked_back = self.session.head if self.session is not None else None
        self.redraw()

    def begin_writing(self) -> None:
        """Show where the reply is written by hand, with the keyboard there."""
        self._looked_back = None
        self._bridge.select(None)
        self.redraw()
        self.writer.setFocus()

    def stream(self) -> None:
        """Draw what has come of the reply; the bridge calls at most once a frame."""
        session = self.session
        if session is None or session.partial is None or not self.shown.live:
            return
        self._stack.setCurrentWidget(self.arriving)
        self.switch.setEnabled(False)
        self.arriving.show_partial(session.partial, session.state.setup.sent_tools)
        self._show_progress(session)

    def way_in(self) -> QWidget:
        """The call that is due, else the view."""
        if self._stack.currentWidget() is self.writer:
            return self.writer.text
        due = next((card for card in self.calls.cards() if card.is_due and card.isVisible()), None)
        return due if due is not None else super().way_in()

    def mode(self) -> EditMode:
        """What a change of what is shown means."""
        session = self.session
        if session is None or session.read_only:
            return "locked"
        return "live" if self.shown.live else "past"

    def where(self) -> tuple[EditMode, NodeId]:
        """What a change means, and the node under which it would fork."""
        session = self.session
        return self.mode(), self.shown.edits_at(session.tree) if session is not None else self.shown.end

    # ---- making

    def _wire(self) -> None:
        self._join((self.calls, self.chat, self.json, self.writer))
        self.due.pressed.connect(self.begin_writing)
        self.writer.given.connect(lambda reply: self._bridge.start("reply by hand", lambda _: self._reply(reply)))
        self.printed.pressed.connect(lambda: self.door.change(lambda session: session.read_as_calls()))
        self.changed.pressed.connect(self._revert)
        self._bridge.partial.connect(lambda _reply: self.stream())
        self._bridge.output.connect(self._take_output)
        self._bridge.progress.connect(self._take_progress)
        self.chat.edited.connect(self._edit_text)
        self.chat.reverted.connect(self._revert_text)
        self.chat.call_wanted.connect(self._open_call)
        self.json.committed.connect(self._edit_json)
        self.none.retry.connect(lambda: self._bridge.start("retry", lambda session: session.step()))
        self.none.again.connect(lambda: self._bridge.start("send again", lambda session: session.send_again()))
        self._tick.timeout.connect(self._count)

    def _reword(self) -> None:
        self.header.set_title(self.tr("Response"))
        self.switch.setAccessibleName(self.tr("View of the response"))
        self._word_views(self.tr("Chat"), self.tr("Calls"), self.tr("JSON"), self.tr("Diff"))

    # ---- drawing

    def _another(self) -> None:
        self._chosen = ""
        self._looked_back = None
        self.none.failure.forget()
        self.calls.forget()
        self.writer.clear()
        self.json.forget()
        self.chat.text.forget()
        self.arriving.forget()
        self.redraw()

    def _sees(self, session: SessionPort) -> tuple[Any, ...]:
        asked = tuple(question.number for question in session.questions)
        return (session.activity, session.standing, asked), self._chosen, session.read_only, session.wants_reply

    def _draw(self, session: SessionPort) -> None:
        state = self.shown.ended(session.tree)
        self._show_progress(session)
        self._draw_dot(state)
        self._draw_goes_on(session, state)
        if state.open is not None or (session.partial is not None and self.shown.live):
            self.none.failure.forget()
        if session.partial is not None and self.shown.live:
            self.stream()
            return
        self.arriving.forget()
        if self._draw_writer(session, state):
            return
        if state.open is not None:
            self._draw_reply(session, state)
        else:
            self._draw_none(session, state)

    def _draw_writer(self, session: SessionPort, state: SessionState) -> bool:
        """Where the next reply is the person's: show where it is written, unless they look back at the one before."""
        wanted = session.wants_reply and self.mode() == "live" and session.activity.kind == "idle"
        writes = wanted and (state.open is None or self._looked_back != session.head)
        self.due.setVisible(wanted and not writes)
        if not writes:
            return False
        tools = session.state.setup.sent_tools
        self.writer.offer(Offered(tools, session.check_arguments, session.blank_arguments))
        self.header.set_meta(self.tr("by hand"))
        self.switch.setEnabled(state.open is not None)
        self._stack.setCurrentWidget(self.writer)
        return True

    def _draw_none(self, session: SessionPort, state: SessionState) -> None:
        busy = session.activity.kind != "idle" and self.shown.live
        idle = self.mode() == "live" and not busy
        self.none.show_state(
            failed=state.failed,
            partial=self._partial_of(session, state),
            uncertain=state.asked is not None and not busy,
            busy=busy,
            can_act=idle,
            missed=self.missed() if idle and state.failed is not None and state.failed.kind == "missed" else None,
        )
        self.header.set_meta("")
        self._stack.setCurrentWidget(self.none)
        self.switch.setEnabled(False)

    def _draw_reply(self, session: SessionPort, state: SessionState) -> None:
        assert state.open is not None
        view = self._view(state)
        self.switch.setEnabled(True)
        self.switch.set_current(view)
        self.header.set_meta(self._meta(session, state))
        reply, original = state.open.reply, state.open.original
        mode = self.mode() if session.activity.kind == "idle" or view == "calls" else "locked"
        match view:
            case "chat":
                self.chat.show_reply(reply, mode, edited=reply.text != original.text, place=state.open.event)
            case "calls":
                facts = card_facts(session, state, self.mode(), self.shown)
                self.calls.show_reply(state.open, facts, state.setup.sent_tools, mode)
            case "json":
                self.json.set_value(self._json(session, state), mode, state.open.event)
            case _:
                self.diff.set_texts(*reply_texts(session.tree, state.open, say))
        self._stack.setCurrentIndex(VIEWS.index(view))

    def _view(self, state: SessionState) -> str:
        """The view that was chosen; else Calls where there are calls."""
        if self._chosen:
            return self._chosen
        return "calls" if state.open is not None and state.open.calls else "chat"

    def _draw_goes_on(self, session: SessionPort, state: SessionState) -> None:
        streaming = session.partial is not None and self.shown.live
        resumable = state.open is not None and state.open.reply.resumable and not streaming
        self.goes_on.show_state(resumable=resumable, is_last=self.shown.live)
        idle = session.activity.kind == "idle" and self.mode() != "locked"
        edited = state.open is not None and state.open.edited
        self.changed.show_state(changed=self._chosen == "diff" and idle and edited and not streaming)
        looked_at = self.mode() == "live" and not streaming and session.activity.kind == "idle"
        self.printed.show_form(session.printed_form() if looked_at else "")

    def _draw_dot(self, state: SessionState) -> None:
        edited = state.open is not None and is_changed(state.open)
        self.switch.set_dot("diff", edited, self.tr("there are edits"))

    def _partial_of(self, session: SessionPort, state: SessionState) -> ChatReply | None:
        event = reply_event(session.tree, self.shown.end, "request_failed")
        return getattr(event, "partial", None) if state.failed is not None else None

    def _meta(self, session: SessionPort, state: SessionState) -> str:
        assert state.open is not None
        reply = state.open.reply
        said = [reply.finish] if reply.finish else []
        if reply.usage is not None and reply.usage.output is not None:
            said.append(fill(self.tr("{n} tok"), n=number(reply.usage.output)))
        took = seconds_of(session.tree, state.open.event)
        if took:
            said.append(seconds(took))
        return " · ".join(said)

    def _json(self, session: SessionPort, state: SessionState) -> str:
        assert state.open is not None
        node = self.shown.edits_at(session.tree) if state.open.edited else state.open.event
        try:
            return session.reply_json(node)
        except StudioError as error:
            self.json.show_error(told_error(error))
            return ""

    def _show_progress(self, session: SessionPort) -> None:
        kind = session.activity.kind if self.shown.live else "idle"
        if kind in ("sending", "streaming"):
            self.progress.show_busy(self.tr("Waiting for the response"))
            self._tick.start()
            self._count()
        else:
            self.progress.show_idle()
            self._tick.stop()

    def _count(self) -> None:
        """The live count: how much has come, and since when the request is out."""
        session = self.session
        if session is None or session.activity.kind not in ("sending", "streaming"):
            return
        waited = f"{max(time.monotonic() - session.activity.since, 0):.1f} s"
        said = [characters(len(plain(session.partial)))] if session.partial is not None else [self.tr("sent")]
        self.header.set_meta(" · ".join([*said, waited]))

    def _take_output(self, output: Any) -> None:
        card = self.calls.card(output.call)
        if card is not None:
            card.add_output(output.text)

    def _take_progress(self, progress: ToolProgress) -> None:
        card = self.calls.card(progress.call)
        if card is not None:
            card.show_progress(progress.fraction, progress.text)

    # ---- the person's changes

    async def _reply(self, reply: ChatReply) -> None:
        """Give a reply by hand; what was written stays where it could not be given."""
        session = self.session
        assert session is not None
        before = session.state.rounds
        await session.reply_by_hand(reply)
        if session.state.rounds > before:
            self.writer.clear()

    def _edit_text(self, text: str) -> None:
        assert self.session is not None
        self.door.change(lambda session: session.edit_reply_text(text))

    def _revert(self) -> None:
        """Text and calls shall be again what the model said."""
        assert self.session is not None
        opened = self.shown.ended(self.session.tree).open
        if opened is not None:
            self.door.change(lambda session: session.edit_reply(opened.original))

    def _revert_text(self) -> None:
        assert self.session is not None
        opened = self.shown.ended(self.session.tree).open
        if opened is not None:
            self._edit_text(opened.original.text)

    def _edit_json(self, text: str) -> None:
        self._edited(self.json, self.door.try_change(lambda session: session.edit_reply_json(text)))

    def _open_call(self, at: int) -> None:
        self.show_view("calls")
        cards = self.calls.cards()
        if at < len(cards):
            self.calls.reveal(cards[at].facts.call.key, focus=True)
