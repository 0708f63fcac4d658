"""The two panes of the centre, Request and Response, joined to the bridge.

Above: `window`. Below: `panes`, `bridge`.
"""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from studio.checks.history.problem import HistoryProblem
from studio.gui.bridge import Bridge
from studio.gui.panes.problem_list import Found, Typed
from studio.gui.panes.problems_pane import ProblemsPane
from studio.gui.panes.prompt_menu import Prompts
from studio.gui.panes.request_pane import RequestPane
from studio.gui.panes.response_pane import ResponsePane
from studio.messages.message import Message
from studio.messages.parts import Text
from studio.session.nodes import CallKey
from studio.workspace.read_resources import Carried


class SessionPanes:
    """Both panes show the round of the selected step, or of the head."""

    def __init__(self, bridge: Bridge, request: RequestPane, response: ResponsePane) -> None:
        self._bridge = bridge
        self.request, self.response = request, response
        bridge.carry_wanted.connect(self.carry)

    def use_prompts(self, prompts: Prompts) -> None:
        """Where saved prompts are kept."""
        self.request.chat.composer.saved.prompts = prompts

    def of(self, part: str) -> QWidget:
        """The pane of that name."""
        return self.request if part == "request" else self.response

    @property
    def has_draft(self) -> bool:
        """Whether text is half typed somewhere."""
        composer = self.request.chat.composer
        written = bool(composer.editor.text().strip() or composer.attachments.rows)
        return self.request.keeps_draft or self.response.keeps_draft or written

    def settle(self) -> str:
        """Commit what is typed into the calls, before anything moves: what is shown is what runs. A sentence when that cannot be."""
        return self.request.settle() or self.response.settle()

    def commit(self) -> str:
        """Commit all that is typed and can be committed where one looks, the next message as one that is not sent yet. A sentence where
        something stands in the way; it is in view then."""
        for each in (self.request.json, self.request.form, self.response.json, self.response.chat.text):
            if each.has_draft:
                each.commit()
        for block in self.request.chat.blocks():
            if block.has_draft:
                block.commit()
        refused = self.settle() or self._commit_message()
        if not refused and self.has_draft:
            refused = QCoreApplication.translate(
                "SessionPanes",
                "Something typed at another step is not committed. Go there to commit it, or discard it.",
            )
        return refused

    def _commit_message(self) -> str:
        """Put the message that is being written into the session, without asking the model."""
        composer = self.request.chat.composer
        text = composer.editor.text()
        if not text.strip() and not composer.attachments.rows:
            return ""
        if composer.attachments.rows or not composer.isVisible():
            return QCoreApplication.translate(
                "SessionPanes", "The message that is being written cannot be kept like this. Send it, or discard it."
            )
        message = Message(composer.role.current(), (Text(text),))  # type: ignore[arg-type]
        if self._bridge.do(lambda opened: opened.add_message(message)):
            composer.clear()
        return ""

    def join_problems(self, problems: ProblemsPane) -> None:
        """Let the list of problems tell what is wrong with what is typed, and mend it."""
        problems.typed = self.typed
        problems.typed_repair_wanted.connect(self.repair_typed)
        self.request.history_checks.told.connect(problems.look_again)
        self.response.calls.draft_changed.connect(problems.look_again)

    def typed(self) -> Typed:
        """What is wrong with what is typed."""
        return Typed(self.request.history_checks.typed, self.response.calls.typed_problems())

    def repair_typed(self, found: Found) -> None:
        """Mend what is typed: messages are committed with it, arguments stay typed."""
        card = self.response.calls.card(found.call) if found.call is not None else None
        if found.history is not None:
            self.request.history_checks.repair(found.history)
        elif card is not None:
            same = (one for one in card.arguments.problems() if (one.rule, one.pointer) == (found.rule, found.pointer))
            card.arguments.fix(tuple(same))

    def show_call(self, key: CallKey, pointer: str = "") -> None:
        """Bring the card of a call into view and put the keyboard into it, or at a value of its arguments."""
        self.response.show_view("calls")
        self.response.calls.reveal(key, focus=True)
        card = self.response.calls.card(key)
        if pointer and card is not None:
            card.arguments.go_to(pointer)

    def show_history(self, problem: HistoryProblem | None = None) -> None:
        """Show where the next request is not valid: a problem of it, or the first one."""
        if self.request.history_checks.typed is None:
            self._bridge.select(None)
        self.request.show_problem(problem)

    def act(self, key: CallKey, what: str) -> None:
        """Go to the card of a call and do something there: fix_types, edit_call, mock_call, edit_result, show_output."""
        self._bridge.select(None)
        self.response.refresh()
        self.show_call(key)
        card = self.response.calls.card(key)
        if card is None:
            return
        match what:
            case "fix_types":
                card.act("fix")
            case "mock_call":
                card.act("mock")
            case "edit_result":
                card.result.open_editor()
            case "show_output":
                card.result.show_output()
            case _:
                card.arguments.editor.setFocus()

    def focus_composer(self) -> None:
        """Put the keyboard where the next message is written, when a message is due."""
        self.request.show_view("chat")
        composer = self.request.chat.composer
        if composer.isVisible():
            composer.editor.setFocus()
            self.request.chat.show_end()

    def attach(self) -> None:
        """Choose a file that goes along with the next message, when a message is due."""
        if self.request.chat.composer.isVisible():
            self.request.chat.composer.choose_file()

    def carry(self, carried: Carried) -> None:
        """Let what was read go along with the next message, which is to be written now."""
        self.focus_composer()
        self.request.chat.composer.attachments.carry(carried)

    def go_to_memory(self) -> None:
        """Put the keyboard where it is said how much of the conversation a request carries."""
        self.request.show_view("form")
        self.request.form.go_to_memory()
