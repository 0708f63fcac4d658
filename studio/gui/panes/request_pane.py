"""The Request pane: the request of the round that is looked at, as Chat, Form, JSON or Diff; all views of one value.

Above: the window. Below: its views, `round_pane`. Draws the session's state; what is half typed lives in the views.
"""

from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from studio.checks.history.problem import HistoryProblem
from studio.gui.bridge import Bridge
from studio.gui.look.theme import theme
from studio.gui.panes.commit_bar import EditMode
from studio.gui.panes.diff_view import DiffView
from studio.gui.panes.history_bar import HistoryBar
from studio.gui.panes.json_page import JsonPage
from studio.gui.panes.message_entries import entries
from studio.gui.panes.params_line import ParamsLine
from studio.gui.panes.remarks_bar import RemarksBar
from studio.gui.panes.request_chat import RequestChat
from studio.gui.panes.request_diff import is_set_otherwise, request_texts
from studio.gui.panes.request_edits import RequestEdits
from studio.gui.panes.request_form import RequestForm
from studio.gui.panes.request_history import RequestHistory, is_held
from studio.gui.panes.round_pane import DraftView, RoundPane
from studio.gui.panes.session_port import SessionPort
from studio.gui.panes.tokens_line import TokensLine
from studio.gui.words import say, told_error
from studio.messages.message import Message
from studio.present.form_names import form_name
from studio.present.history_marks import Mark
from studio.present.result_parts import Gave, gave
from studio.present.words import words
from studio.problems import StudioError
from studio.session.chain import Chain
from studio.session.events import ResultRecorded
from studio.session.nodes import NodeId
from studio.session.skill_words import system_of
from studio.session.state import SessionState, settled
from studio.workspace.request_remarks import RequestRemarks

WINDOW = 200
"""Messages that the Chat view holds at first; those before come when the person scrolls up to them, or asks for them."""
VIEWS = ("chat", "form", "json", "diff")
_HEAD = "head"
"""The place of drafts of the next request, as the head moves on."""
_LOW = 120
"""Height at 100 % below which the parameters are not shown."""


class RequestPane(RoundPane):
    """What was or will be sent."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(bridge, "request", VIEWS, parent)
        self._extra, self._at = 0, NodeId(0)
        self._found = RequestRemarks()
        self.chat, self.form, self.json, self.diff = (
            RequestChat(self._stack),
            RequestForm(self._stack),
            JsonPage(self._stack),
            DiffView(self._stack),
        )
        self.remarks, self.line, self.tokens = RemarksBar(self), ParamsLine(self), TokensLine(self)
        self.wrong = HistoryBar(self)
        self.history_checks = RequestHistory(self.door, self.wrong, (self.chat, self.form, self.json))
        self.edits = RequestEdits(self.door, self.chat.composer, lambda at: self.history().since(at)[0])
        views = (self.chat, self.form, self.json, self.diff)
        self._typed_in: dict[str, DraftView] = {"chat": self.chat, "form": self.form, "json": self.json}
        self._stand((self.wrong, self.remarks), views, (self.tokens, self.line))
        self._wire()
        self._reword()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a very low pane the parameters give their room to the view; the form has them, too."""
        super().resizeEvent(event)
        self.line.setVisible(self.height() >= theme().px(_LOW))

    def show_view(self, view: str) -> None:
        """Show one of the views: chat, form, json, diff."""
        self.switch.set_current(view)
        if self._stack.currentIndex() == VIEWS.index(view):
            self.refresh()
            return
        self._stack.setCurrentIndex(VIEWS.index(view))
        self.redraw()

    def way_in(self) -> QWidget:
        """The text of the next message or of the JSON, else the view."""
        if self.switch.current() == "json":
            return self.json.way_in()
        writes = self.switch.current() == "chat" and self.chat.composer.isVisible()
        return self.chat.composer.editor if writes else super().way_in()

    def mode(self) -> EditMode:
        """What a change of what is shown means."""
        session = self.session
        if session is None or session.read_only or session.activity.kind != "idle":
            return "locked"
        return "live" if self.shown.live and self.shown.request is None else "past"

    def where(self) -> tuple[EditMode, NodeId]:
        """What a change means, and where it would fork: before the request when that was sent."""
        assert self.session is not None
        request = self.shown.request
        return self.mode(), self.session.tree.parent(request) if request is not None else self.shown.end

    def settle(self) -> str:
        """A sentence when something typed stands in the way of moving on: for the next request, or where one looks. It comes into
        view."""
        places = {_HEAD, self._place()} if self.session is not None else set()
        typed = next((key for key, view in self._typed_in.items() if not places.isdisjoint(view.drafts)), "")
        if not typed:
            return ""
        self._bring(typed)
        return (
            self.json.refusal()
            or self.form.bar.refusal
            or self.tr("Something typed in the request is not committed yet. Commit it (Ctrl+Enter) or drop it first.")
        )

    def _bring(self, view: str) -> None:
        """Show what is typed in a view: where one looks, else for the next request."""
        if self._place() not in self._typed_in[view].drafts:
            self._bridge.select(None)
        if self.switch.current() != view:
            self.show_view(view)

    def state(self) -> SessionState:
        """The state that the request shown was or will be sent from."""
        assert self.session is not None
        return self.shown.asked_from(self.session.tree)

    def history(self) -> Chain[Message]:
        """The messages of the request shown."""
        state = self.state()
        return state.messages if self.shown.request is not None else settled(state)

    def show_problem(self, problem: HistoryProblem | None) -> None:
        """Show where the next request is not valid: a problem of it, or the first one."""
        self.refresh()
        if problem is None:
            self.history_checks.show_first()
        else:
            self.history_checks.reveal(problem)

    def show_message(self, index: int, part: int | None = None) -> None:
        """Bring a message of the history into view, or one of its results; the system text with an index below 0."""
        self.show_view("chat")
        first = self._first(len(self.history()))
        if 0 <= index < first:
            self._extra += first - index
            self.refresh()
        self.chat.reveal(index, part)

    # ---- making

    def _wire(self) -> None:
        self._join((self.chat, self.json, self.form))
        self.history_checks.view_wanted.connect(self.show_view)
        for part in (self.remarks, self.history_checks):
            part.message_wanted.connect(self.show_message)
        self.line.edit_wanted.connect(lambda: self.show_view("form"))
        self.chat.edited.connect(self.edits.entry)
        self.chat.removed.connect(self.edits.remove)
        self.chat.earlier_wanted.connect(self._show_earlier)
        self.json.committed.connect(lambda text: self._edited(self.json, self.edits.json(text)))
        self.json.begin_at_end()
        self.form.setup_changed.connect(self._edit_setup)
        self.form.messages_changed.connect(self.edits.messages)

    def _reword(self) -> None:
        self.header.set_title(self.tr("Request"))
        self.switch.setAccessibleName(self.tr("View of the request"))
        self._word_views(self.tr("Chat"), self.tr("Form"), self.tr("JSON"), self.tr("Diff"))

    # ---- drawing

    def _another(self) -> None:
        self._extra = 0
        for view in (self.chat, self.form, self.json):
            view.forget()
        self.redraw()

    def _sees(self, session: SessionPort) -> tuple[Any, ...]:
        return self.mode(), self._extra, is_held(session)

    def _draw_nothing(self) -> None:
        self._marks = None
        self.remarks.show_remarks((), (), is_next=False)
        self.history_checks.clear()

    def _draw(self, session: SessionPort) -> None:
        state, history = self.state(), self.history()
        self._found = self._remarks(session)
        self.remarks.show_remarks(self._found.new, self._found.earlier, is_next=self.shown.request is None)
        self.header.set_meta(self._meta(session, history))
        form = form_name(self._found.form) if self._found.form else ""
        self.line.set_setup(state.setup.responder, state.setup.params, form)
        edited = session.marks.edited.any_in(self._mark_chain()) or is_set_otherwise(session.tree, self.shown)
        self.switch.set_dot("diff", edited, self.tr("there are edits"))
        self._weigh(session)
        self.history_checks.look(session, self.shown, self.switch.current(), self.mode())
        match self.switch.current():
            case "chat":
                self._draw_chat(session, state, history)
            case "form":
                left = sum(count for _, count in self._left_out(session))
                self.form.set_value(state.setup, list(history), self.mode(), self._place(), left)
            case "json":
                self.json.set_value(self._json(session, self.shown.request), self.mode(), self._place())
            case _:
                self.diff.set_texts(*request_texts(session.tree, self.shown, session.marks, history))
        self.history_checks.show()

    def _draw_chat(self, session: SessionPort, state: SessionState, history: Chain[Message]) -> None:
        if session.head != self._at and self.chat.follows:
            self._extra = 0  # nobody looks at the messages that were fetched
        self._at = session.head
        first = self._first(len(history))
        marks = self._mark_chain().since(first)
        left_out = self._left_out(session)
        system = system_of(state.setup)
        made = entries(history.since(first), marks, first, system, self._found, left_out, self._gave)
        takes = self._takes_message(session)
        self.chat.show_entries(made, self.mode(), hidden=first, composer=takes, place=self._place())

    def _gave(self, node: NodeId) -> Gave | None:
        """What a tool gave beside text, as its result holds it."""
        event = self.session.tree.event(node) if self.session is not None else None
        return gave(event) if isinstance(event, ResultRecorded) else None

    def _remarks(self, session: SessionPort) -> RequestRemarks:
        """What the request shown leaves out or says otherwise; nothing where that cannot be known."""
        try:
            return session.request_remarks(self.shown.request)
        except StudioError:
            return RequestRemarks()

    def _left_out(self, session: SessionPort) -> tuple[tuple[int, int], ...]:
        """The messages that the request shown does not carry; nothing where that cannot be known."""
        if self.shown.request is None:
            return session.left_out if self.shown.live else ()
        return session.left_out_of(self.shown.request)

    def _place(self) -> object:
        """What drafts belong to: the head as it moves on, or the request that was selected."""
        return _HEAD if self.shown.live else self.shown.asks_from

    def _first(self, count: int) -> int:
        """Where the window begins; it moves in steps, so that most blocks stay where they are."""
        over = max(count - WINDOW - self._extra, 0)
        return over - over % 50

    def _takes_message(self, session: SessionPort) -> bool:
        if self.mode() != "live":
            return False
        stop = session.standing
        if stop is not None and (stop.reason == "finished" or (stop.reason == "limit" and stop.call is None)):
            return True  # at a limit a message begins the count anew
        return not self._answer_due(session.state)

    def _answer_due(self, state: SessionState) -> bool:
        """Whether the model is to be asked next, so that a message would only be put between."""
        if state.open is not None:
            return bool(state.open.calls) or state.open.reply.resumable
        return len(state.messages) > 0 and state.messages.value.role in ("user", "tool") and state.failed is None

    def _meta(self, session: SessionPort, history: Chain[Message]) -> str:
        """How many messages go along, counted as in the timeline and in the Chat view: the system text is none of them."""
        left = sum(count for _, count in self._left_out(session))
        count = len(history) - left
        said = [say(words("count.messages", n=count))] if count else []
        said += [say(words("badge.left_out", count=left))] if left else []
        if self.shown.request is None:
            said.append(self.tr("not sent yet"))
        return " · ".join(said)

    def _weigh(self, session: SessionPort) -> None:
        """What the next request costs, as estimated; nothing for one that was sent, whose cost is known."""
        weighs = self.shown.request is None and self.shown.live
        try:
            self.tokens.show_tokens(session.next_tokens() if weighs else None)
        except StudioError:
            self.tokens.show_tokens(None)

    def _json(self, session: SessionPort, node: NodeId | None) -> str:
        try:
            return session.request_json(node)
        except StudioError as error:
            self.json.show_error(told_error(error))
            return ""

    def _mark_chain(self) -> Chain[Mark]:
        assert self.session is not None
        marks, at = self.session.marks, self.shown.asks_from
        return marks.sent(at) if self.shown.request is not None else marks.at(at, self.shown.depth)

    def _edit_setup(self, members: dict[str, Any]) -> None:
        if self.edits.setup(self.state().setup, members):
            self.form.taken()

    def _show_earlier(self) -> None:
        self._extra += WINDOW
        self.refresh()
