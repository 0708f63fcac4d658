"""What an MCP server wants a model to answer: read whole before anything is sent; a profile answers it, or the person.

Above: `dialogs/roster`. Below: `workspace/asked_by_servers`. Nothing goes to a model before *Send to model*.
"""

import asyncio
import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import plain_button, wrap_plainly
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.server_question import QuestionDialog
from studio.gui.dialogs.server_question_words import request_text
from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.panes.text_window import TextWindow
from studio.gui.parameters.labelled_field import LabelledField
from studio.gui.widgets.progress_line import ProgressLine
from studio.gui.widgets.segmented import Segmented
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill, sentence, told_error
from studio.problems import StudioError
from studio.session.server_view import Question
from studio.workspace.asked_by_servers import SamplingRequest
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

VIEWS = ("asked", "body", "written")
_TICK = 200


class ModelQuestion(QuestionDialog):
    """`switch` shows what is asked, the exact request, or the place for an answer by hand."""

    def __init__(
        self, parent: QWidget, bridge: Bridge, session: OpenedSession, question: Question, workspace: Workspace
    ) -> None:
        super().__init__(parent, bridge, session, question)
        self._asking: asyncio.Task[None] | None = None
        self._why = ""
        self._is_up, self._since, self._clock = True, 0.0, QTimer(self, interval=_TICK)
        self.request: SamplingRequest | None = None
        self.profile, self.told = StillCombo(self), QLabel(self)
        self.asked, self.body = QPlainTextEdit(self), TextWindow(self, json=True)
        self.text = TextEditor(self.tr("Answer in the model's place"), self)
        self.switch = Segmented(self.tr("Views of the request"), self._views(), self)
        self.progress, self._stack = ProgressLine(self), QStackedWidget(self)
        self.stop, self.write = plain_button(self.tr("Stop"), self), plain_button(self.tr("Write the answer…"), self)
        self._fill_profiles(workspace)
        self._prepare()
        self.lay_out(self._content(), (self.write,))
        self._connect()
        self._read()
        self.frame.resize(820, 640)
        keep_size(self, workspace, "server_question_model")
        self.show_view("asked")
        self.asked.setFocus()

    def hint_words(self) -> str:
        """What is to be known before answering."""
        return self.tr(
            "The server wants a model to answer this. Nothing is sent before you say so; the answer goes back to the server."
        )

    def accept_words(self) -> str:
        """The words of the main button."""
        return self.tr("Send to model")

    def show_view(self, view: str) -> None:
        """Show what is asked, the exact body, or the place for an answer by hand."""
        self.switch.set_current(view)
        self._stack.setCurrentIndex(VIEWS.index(view))
        self._fit()
        if view == "written":
            self.text.setFocus()

    def answer_it(self) -> None:
        """Let the model answer, or give what was written."""
        if self.switch.current() == "written":
            self._write()
        elif self.request is not None and self._asking is None:
            self.say("")
            self._since = time.monotonic()
            self._answered = True  # the question is off the list before this goes on
            self._why = self.tr("Stopped. The server waits still.")
            self._asking = self._bridge.spawn("answer a server", self._ask(self.request))
            self._asking.add_done_callback(lambda _task: self._told())
            self._clock.start()
            self._tick()
            self._fit()

    def reject(self) -> None:
        """Esc ends what is under way first, and a second one closes; when another session is shown it closes at once."""
        if self._asking is not None and self._bridge.session is self._session:
            self._asking.cancel()
        else:
            super().reject()

    # ---- making

    def _views(self) -> list[tuple[str, str]]:
        words = (self.tr("What is asked"), self.tr("Exact request"), self.tr("Your answer"))
        return list(zip(VIEWS, words, strict=True))

    def _fill_profiles(self, workspace: Workspace) -> None:
        own = self._session.state.setup.responder.profile
        names = [profile.name for profile in workspace.profiles]
        mine = fill(self.tr("{name} (of this session)"), name=own) if own else self.tr("that of this session")
        others = [(name, name) for name in names if name != own]
        self.profile.show_choices([("", mine), *others], "")
        self.profile.setAccessibleName(self.tr("Profile that answers"))

    def _prepare(self) -> None:
        wrap_plainly(self.told)
        self.told.setProperty("role", "muted")
        self.asked.setReadOnly(True)
        self.asked.setTabChangesFocus(True)
        self.asked.setProperty("look", "field")
        self.asked.setAccessibleName(self.tr("What the model is asked"))
        self.body.set_name(self.tr("The exact request"))
        self.body.editor.setTabChangesFocus(True)
        self.body.editor.setProperty("look", "field")
        self.text.setPlaceholderText(self.tr("The server reads this as the model's answer."))

    def _content(self) -> QWidget:
        for page in (self.asked, self.body, self._written()):
            self._stack.addWidget(page)
        content = QWidget(self)
        head = QHBoxLayout()
        head.addWidget(self.switch)
        head.addStretch(1)
        head.addWidget(self.stop)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(10))
        column.addWidget(LabelledField(self.tr("Answered by"), self.profile, self))
        column.addLayout(head)
        column.addWidget(self.progress)
        column.addWidget(self._stack, 1)
        column.addWidget(self.told)
        return content

    def _written(self) -> QWidget:
        page = QWidget(self)
        self.text.fit_height(10, 16)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.text)
        column.addStretch(1)
        return page

    def _connect(self) -> None:
        self.switch.chosen.connect(self.show_view)
        self.profile.currentIndexChanged.connect(lambda _at: self._read())
        self.write.clicked.connect(lambda: self.show_view("written"))
        self.text.edited.connect(lambda _text: self._fit())
        self.text.left.connect(self.ok.setFocus)
        self.stop.clicked.connect(self.reject)
        self._clock.timeout.connect(self._tick)
        self.finished.connect(lambda _result: self._left())

    # ---- what would be sent

    def _read(self) -> None:
        """What the chosen profile would be sent; why it cannot."""
        try:
            self.request = self._session.sampling_request(self.question.number, self.profile.value() or "")
        except StudioError as error:
            self.request = None
            self.say(told_error(error))
        else:
            self.say("")
            self.asked.setPlainText(request_text(self.request))
            self.body.set_text(self.request.body)
        self._tell()
        self._fit()

    def _tell(self) -> None:
        found = self.request
        if found is None:
            self.told.setText("")
            return
        most = fill(self.tr("at most {n} tokens"), n=found.max_tokens) if found.max_tokens else ""
        asked = fill(self.tr("Asks {model}"), model=found.model_name) if found.model_name else ""
        self.told.setText(
            "\n".join((" · ".join(part for part in (asked, most) if part), *map(sentence, found.notes))).strip()
        )

    def _fit(self) -> None:
        asking, writing = self._asking is not None, self.switch.current() == "written"
        self.ok.setText(self.tr("Give this answer") if writing else self.tr("Send to model"))
        ready = bool(self.text.text().strip()) if writing else self.request is not None
        self.ok.setEnabled(ready and not asking)
        for each in (self.write, self.decline, self.cancel, self.profile, self.switch):
            each.setEnabled(not asking)
        self.profile.setEnabled(not asking and not writing)
        self.told.setVisible(asking or not writing)
        self.write.setVisible(not writing)
        self.stop.setVisible(asking)

    # ---- answering

    def _write(self) -> None:
        text = self.text.text()
        if text.strip():
            self.try_to(lambda: self._session.write_sampling(self.question.number, text))

    async def _ask(self, request: SamplingRequest) -> None:
        try:
            await self._session.answer_sampling(self.question.number, self.profile.value() or "", approved=request)
            self._why = ""
        except StudioError as error:
            self._why = told_error(error)

    def _told(self) -> None:
        """What came of asking: an answer closes the dialog, anything else is said."""
        self._asking = None
        if not self._is_up:
            return
        self._clock.stop()
        self.progress.show_idle()
        self._tell()
        self._fit()
        if not self._why:
            self.accept()
            return
        self._answered = False
        self._read()  # it may have become another
        self.say(self._why)
        self._look()

    def _tick(self) -> None:
        words = fill(self.tr("The model answers… {time}"), time=f"{time.monotonic() - self._since:.1f} s")
        self.progress.show_busy(words)
        self.told.setText(words)

    def _left(self) -> None:
        self._is_up = False
        if self._asking is not None:
            self._asking.cancel()
