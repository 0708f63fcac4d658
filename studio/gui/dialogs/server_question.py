"""The frame of every question that an MCP server asks the person: who asks, what, and three ways to answer.

Above: the forms, addresses and requests of models. Below: `workspace/asked_by_servers`. A question that the server takes back closes its
dialog by itself; closing the dialog answers nothing.
"""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.words import fill, told_error
from studio.problems import StudioError
from studio.session.server_view import Answer, Question
from studio.workspace.opened import OpenedSession

LONGEST = 4000
"""Characters of a server's sentence that are shown."""


class QuestionDialog(TabbedDialog):
    """Who derives from it puts its content into `frame.body` and says in `accept_words` and `answer_it` what the main button does."""

    def __init__(self, parent: QWidget, bridge: Bridge, session: OpenedSession, question: Question) -> None:
        super().__init__(parent)
        self.question = question
        self._bridge, self._session = bridge, session
        self._answered = False
        self.frame = DialogFrame(self, fill(self.tr("{server} asks"), server=question.server), self.hint_words())
        self.message, self.said = QLabel(question.message[:LONGEST], self), QLabel(self)
        self.ok, self.decline = main_button(self.accept_words(), self), plain_button(self.tr("Decline"), self)
        self.later = plain_button(self.tr("Later"), self)
        for label in (self.message, self.said):
            wrap_plainly(label)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.message.setAccessibleName(fill(self.tr("What {server} says"), server=question.server))
        self.message.setProperty("role", "card_title")
        self.message.setVisible(bool(question.message))
        self.said.setProperty("role", "error")
        self.said.hide()
        self.decline.setToolTip(self.tr("Tell the server that you do not want to"))
        self.later.setToolTip(self.tr("Close; the server goes on waiting"))
        self.ok.clicked.connect(self.answer_it)
        self.decline.clicked.connect(lambda: self.answer(Answer(action="decline")))
        self.later.clicked.connect(self.reject)
        press_by_keys(self, self.ok)
        bridge.refreshed.connect(self._look)
        self.finished.connect(lambda _result: self._over())

    def hint_words(self) -> str:
        """What is to be known before answering."""
        raise NotImplementedError

    def accept_words(self) -> str:
        """The words of the main button."""
        return self.tr("Accept")

    def answer_it(self) -> None:
        """What the main button does."""
        raise NotImplementedError

    def lay_out(self, content: QWidget, left: tuple[QPushButton, ...] = ()) -> None:
        """The sentence, the content, what is wrong, and the buttons."""
        self.frame.body.addWidget(self.message)
        self.frame.body.addWidget(content, 1)
        self.frame.body.addWidget(self.said)
        self.cancel = plain_button(self.tr("Cancel the question"), self)
        self.cancel.setToolTip(self.tr("Tell the server that nobody answered"))
        self.cancel.clicked.connect(lambda: self.answer(Answer(action="cancel")))
        self.frame.add_buttons((*left, self.cancel), (self.ok, self.decline, self.later))

    def answer(self, answer: Answer) -> None:
        """Give an answer and close; what is refused is said."""
        self.try_to(lambda: self._session.answer_question(self.question.number, answer))

    def try_to(self, act: Callable[[], object]) -> None:
        """Do what answers the question and close."""
        self._answered = True
        try:
            act()
        except StudioError as error:
            self._answered = False
            self.say(told_error(error))
            self._look()
        else:
            self.accept()

    def say(self, sentence: str) -> None:
        """Say what is wrong; empty when nothing is."""
        self.said.setText(sentence)
        self.said.setVisible(bool(sentence))

    @property
    def is_open(self) -> bool:
        """Whether the server waits still."""
        return any(each.number == self.question.number for each in self._session.questions)

    def _over(self) -> None:
        """It is closed: what becomes of the question is told elsewhere."""
        self._answered = True

    def _look(self) -> None:
        """A question that is asked no more needs no answer."""
        if not self._answered and not self.is_open:
            self._answered = True
            said = self.tr("{server} does not wait for an answer any more.")
            self._bridge.notice.emit(fill(said, server=self.question.server))
            self.reject()
