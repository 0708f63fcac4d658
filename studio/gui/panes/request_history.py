"""The checks of the history in the Request pane: what is wrong is told in every view where it is, and mended from there.

Above: the Request pane. Below: its views, the edit door, the bridge. Draws nothing itself. A long text is checked in a thread beside
the window; one that is longer still only when the person asks.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut

from studio.checks.history.problem import HistoryProblem
from studio.gui.editors.habits import habits
from studio.gui.editors.mark import Mark
from studio.gui.panes.body_marks import CheckBody, HistoryMark, body_marks, problems_in
from studio.gui.panes.commit_bar import EditMode
from studio.gui.panes.edit_door import EditDoor
from studio.gui.panes.history_bar import HistoryBar
from studio.gui.panes.history_words import done_words, repairable
from studio.gui.panes.json_page import JsonPage
from studio.gui.panes.no_fix import tell_no_fix
from studio.gui.panes.request_chat import RequestChat
from studio.gui.panes.request_form import RequestForm
from studio.gui.panes.round_shown import RoundShown
from studio.gui.panes.session_port import SessionPort
from studio.problems import StudioError
from studio.session.events import RequestSent

LARGEST_UNASKED = 5_000_000
"""Characters of a body over which it is checked only when the person asks."""


class RequestHistory(QObject):
    """Follows what the pane shows: `show` after each drawing."""

    view_wanted = Signal(str)
    """The view that has the place of a problem."""
    message_wanted = Signal(int)
    """The message that is to be shown in the Chat view."""
    told = Signal()
    """What is wrong with what is typed may be something else now."""

    def __init__(self, door: EditDoor, bar: HistoryBar, views: tuple[RequestChat, RequestForm, JsonPage]) -> None:
        super().__init__(bar)
        self._door, self._bar = door, bar
        self._chat, self._form, self._json = views
        self._view, self._checks = "chat", False
        self._mode: EditMode = "locked"
        self._sent: tuple[str, ...] = ()
        self._checking = False
        self._next: bool | None = None
        """A check that is to follow the one that runs: whether the person asked for it."""
        self._told = False
        """The banner of the stop tells the same already."""
        self._selected: HistoryProblem | None = None
        """The problem that was gone to last."""
        self.problems: tuple[HistoryProblem, ...] = ()
        """What is wrong with the next request, as it stands committed."""
        self._json.editor.set_check(self._marks)
        self._json.editor.checked.connect(lambda _marks: self._tell())
        self._json.editor.edited.connect(lambda _text: self._check_large())
        self._json.editor.fix_requested.connect(self._fix)
        self._json.editor.no_fix.connect(lambda: tell_no_fix(self._door.bridge))
        for view in (self._chat, self._form):
            view.repair_wanted.connect(self.repair)
            key = QShortcut(QKeySequence("Alt+Return"), view)
            key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            key.activated.connect(self._repair_selected)
        self._bar.repair_wanted.connect(self.repair_all)
        self._bar.show_wanted.connect(self.show_first)
        self._bar.check_wanted.connect(lambda: self._check_large(asked=True))

    def look(self, session: SessionPort, shown: RoundShown, view: str, mode: EditMode) -> None:
        """Take in which request is shown, before it is drawn in a view."""
        self._view = view
        is_next = shown.request is None and shown.live
        dialect = shown.asked_from(session.tree).setup.responder.dialect
        checks = is_next or (mode == "past" and dialect == session.state.setup.responder.dialect)
        if (checks, mode) != (self._checks, self._mode):
            self._checks, self._mode = checks, mode
            self._json.editor.check_if_short()
        self.problems = _problems(session) if is_next else ()
        self._told = is_next and is_held(session)
        self._sent = _sent_codes(session, shown)

    def show(self) -> None:
        """Tell what is wrong, in the view that was drawn."""
        self._chat.show_problems(self.problems)
        self._form.show_problems(self.problems, editable=self._mode == "live")
        if self._view == "json":
            self._check_large()
        self._tell()

    def clear(self) -> None:
        """No session is shown."""
        self.problems, self._sent = (), ()
        self._bar.show_problems(())

    # ---- the JSON view

    def _marks(self, text: str) -> list[Mark]:
        return body_marks(text, self._check())

    def _check(self) -> CheckBody:
        """The check of the body: what is known where nothing was changed; of a request that was sent nothing is told then."""
        session, known = self._door.bridge.session, self.problems
        if session is None or not self._checks or not self._json.has_draft:
            return lambda _text: known
        return session.check_body

    def _check_large(self, *, asked: bool = False) -> None:
        """Check a long text beside the window; the marks come when they are there, unless the text is another one by then."""
        if not asked and self._json.editor.document().characterCount() > LARGEST_UNASKED:
            return
        text = self._json.editor.draft()
        wanted = asked or (len(text) <= LARGEST_UNASKED and bool(self.problems or self._json.has_draft))
        if len(text) <= habits().checked or not wanted:
            return
        if self._checking:
            self._next = asked or bool(self._next)
        else:
            self._checking = True
            self._door.bridge.spawn("check the request", self._checked(text, self._check()))

    async def _checked(self, text: str, check: CheckBody) -> None:
        """One check at a time: what was typed while it ran is checked once, when it is over."""
        session = self._door.bridge.session
        try:
            marks = await asyncio.to_thread(body_marks, text, check)
        finally:
            self._checking, follows, self._next = False, self._next, None
        if self._json.editor.draft() == text and self._door.bridge.session is session:
            self._json.editor.take_marks(marks)
        if follows is not None:
            self._check_large(asked=follows)

    def _fix(self, mark: Mark) -> None:
        if isinstance(mark, HistoryMark) and mark.problem is not None:
            selected = self._found_again()
            here = selected is not None and selected.pointer == mark.problem.pointer
            self.repair(selected if here and selected is not None else mark.problem)

    def _found_again(self) -> HistoryProblem | None:
        """The problem that was gone to, while it is one."""
        was = self._selected
        same = (one for one in self.shown_problems() if was and (one.code, one.pointer) == (was.code, was.pointer))
        return next(same, None)

    def _repair_selected(self) -> None:
        found = self._found_again()
        if found is not None and found.repair:
            self.repair(found)
        else:
            tell_no_fix(self._door.bridge)

    # ---- the bar

    def _tell(self) -> None:
        typed = self._view == "json" and self._json.has_draft
        if self._sent and not typed:
            self._bar.show_sent(self._sent)
        elif typed and self._json.editor.document().characterCount() > LARGEST_UNASKED:
            self._bar.show_unchecked()
        elif typed:
            found = problems_in(self._json.editor.found())
            self._bar.show_problems(found, draft=True, editable=self._mode == "live")
        else:
            self._bar.show_problems(() if self._told else self.problems, editable=self._mode == "live")
        self.told.emit()

    @property
    def typed(self) -> tuple[HistoryProblem, ...] | None:
        """What is wrong with what is typed as JSON; None while nothing is, or it is not shown."""
        return self.shown_problems() if self._view == "json" and self._json.has_draft else None

    def shown_problems(self) -> tuple[HistoryProblem, ...]:
        """What the view that is shown tells: of what is typed, where something is typed."""
        typed = self._view == "json" and self._json.has_draft
        return problems_in(self._json.editor.found()) if typed else self.problems

    def show_first(self) -> None:
        """Go to the first problem that stands in the way, else to the first."""
        found = self.shown_problems()
        first = next((one for one in found if one.severity == "error"), found[0] if found else None)
        if first is not None:
            self.reveal(first)

    def reveal(self, problem: HistoryProblem) -> None:
        """Bring the place of a problem into view: in the view that is shown, else in the one that has it."""
        self._selected = problem
        if self._view == "form" and (problem.message is not None or problem.tool):
            self._form.reveal(problem)
        elif self._view != "json" and problem.message is not None:
            self.message_wanted.emit(problem.message)
            self._chat.reveal_problem(problem)
        else:
            if self._view != "json":
                self.view_wanted.emit("json")
            self._json.go_to_pointer(problem.pointer)

    # ---- repairs

    def repair(self, problem: HistoryProblem) -> None:
        """Mend one problem, as an edit; what is typed in the JSON view is committed with it, so that one step back takes both."""
        self._mend(lambda session: _one(session, problem))

    def repair_all(self) -> None:
        """Mend all that a repair is known for, as one step back."""
        done: list[HistoryProblem] = []
        self._mend(lambda session: done.extend(mend_all(session)))
        if done:
            self._door.bridge.undoable.emit(done_words(done))

    def _mend(self, mend: Callable[[Any], None]) -> None:
        self._json.editor.flush()
        typed = self._json.editor.text() if self._view == "json" and self._json.has_draft else None

        def edit(session: Any) -> None:
            with session.one_step():
                if typed is not None:
                    session.edit_request_json(typed)
                mend(session)

        if self._mode == "live" and self._door.change(edit) and typed is not None:
            self._json.taken()


def is_held(session: SessionPort) -> bool:
    """Whether the session stands before a request that was not sent because its messages are not valid."""
    stop = session.standing
    return stop is not None and stop.what == "invalid_history"


def mend_all(session: Any) -> tuple[HistoryProblem, ...]:
    """Mend all that is wrong with the next request and has a repair, as one step back; what one repair brings up is mended, too. Errors
    only, where there are any."""
    severity = next((one.severity for one in repairable(session.history_problems())), "error")
    done: tuple[HistoryProblem, ...] = session.repair_all(lambda one: one.severity == severity)
    return done


def _one(session: Any, problem: HistoryProblem) -> None:
    same = (one for one in session.history_problems() if (one.code, one.pointer) == (problem.code, problem.pointer))
    session.repair(next(same, problem))


def _problems(session: SessionPort) -> tuple[HistoryProblem, ...]:
    """Nothing where the next request cannot be made: another sentence says why."""
    try:
        return session.history_problems()
    except StudioError:
        return ()


def _sent_codes(session: SessionPort, shown: RoundShown) -> tuple[str, ...]:
    event = session.tree.event(shown.request) if shown.request is not None else None
    return event.invalid if isinstance(event, RequestSent) else ()
