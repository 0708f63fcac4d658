"""*Send n times*: the due request asked often, over profiles, variants and prompts, within a budget, and what was chosen how often.

Above: `dialog_room`. Below: `sample_form`, `workspace/sampled`. Not modal; nothing is sent before *Start*. What comes is shown by the
Sample dock, which the bridge tells of it.
"""

import asyncio
import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.sample_form import SampleForm
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.widgets.progress_line import ProgressLine
from studio.gui.words import fill, number, told_error
from studio.present.sample_tables import money
from studio.problems import StudioError
from studio.workspace.sampled import SampleAsked, SampleProgress
from studio.workspace.workspace import Workspace

_SOON, _OFTEN, _FORM_WIDTH = 150, 250, 380


class SampleDialog(TabbedDialog):
    """`outdated` asks for a new one in its place: the language or the size of texts has changed while it stands beside the window.

    `form` says what is asked; `start` sends, and cancels while it does. `settle` commits what is typed in the
    window, and gives a sentence when it cannot: what is shown there is what is sent."""

    outdated = Signal()

    def __init__(self, parent: QWidget, workspace: Workspace, bridge: Bridge) -> None:
        super().__init__(parent)
        self._size_of_texts, self._reworded = theme().px(100), False
        session = bridge.session
        assert session is not None
        hint = self.tr(
            "The due request, or the last one, is asked many times and what the model chooses is counted. No tool runs, and the "
            "session stays where it is."
        )
        self._frame = DialogFrame(self, self.tr("Send n times"), hint)
        self._bridge, self._session, self._workspace = bridge, session, workspace
        self.settle: Callable[[], str] = lambda: ""
        self._asking: asyncio.Task[None] | None = None
        self._is_open = True
        self._came = ("", False)
        self._progress: SampleProgress | None = None
        self.form = SampleForm(session.state.setup, self)
        self.start, self._close = main_button(self.tr("Start"), self), plain_button(self.tr("Close"), self)
        self.line, self.said = ProgressLine(self), QLabel(self)
        self._typed = QTimer(self, singleShot=True, interval=_SOON)
        self._counted = QTimer(self, singleShot=True, interval=_OFTEN)
        self._renew = QTimer(self, singleShot=True, interval=0)
        self.form.show_profiles(*self._profiles())
        self._lay_out()
        self._connect()
        self.estimate()
        self._frame.resize(460, 740)
        keep_size(self, workspace, "sample_form")
        self.form.times.setFocus()

    @property
    def is_asking(self) -> bool:
        """Whether a sample is under way."""
        return self._asking is not None

    def open(self) -> None:
        """Put it up beside the window, which can be used meanwhile."""
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.show()

    def reject(self) -> None:
        """Esc ends what is under way first; a second one closes. Another session in the window closes it at once."""
        if self._asking is not None and self._bridge.session is self._session:
            self._cancel()
        else:
            super().reject()

    def changeEvent(self, event: QEvent) -> None:
        """Another language: see `outdated`."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and not self._reworded:
            self._reworded = True
            self._renew.start()

    def estimate(self) -> None:
        """Say how much would be sent to whom, or why nothing can be."""
        self._typed.stop()
        if self._asking is not None or not self._is_open:
            return
        try:
            asks = self._session.sample_asks(self.form.plan())
        except StudioError as error:
            self.start.setEnabled(False)
            self._say(told_error(error), wrong=True)
        else:
            self.start.setEnabled(True)
            self._say(self._estimated(asks))

    def _estimated(self, asks: tuple[SampleAsked, ...]) -> str:
        whom = ", ".join(dict.fromkeys(one.model_name or self.tr("the script") for one in asks))
        costs = [one.cost for one in asks if one.cost is not None]
        price = fill(self.tr("about {cost}"), cost=money(sum(costs), "")) if costs else self.tr("price unknown")
        if costs and len(costs) < len(asks):
            price = fill(self.tr("about {cost} and what has no known price"), cost=money(sum(costs), ""))
        many, tokens = sum(one.requests for one in asks), sum(one.tokens for one in asks)
        words = self.tr("%n request(s) to {whom}: about {tokens} tokens in, {price}.", "", many)
        return fill(words, whom=whom, tokens=number(tokens), price=price)

    def _profiles(self) -> tuple[str, list[tuple[str, str]]]:
        """Whom the session asks, and the other profiles."""
        choice = self._session.state.setup.responder
        own = " · ".join(filter(None, (choice.profile, choice.model_name)))
        words = fill(self.tr("As the session: {whom}"), whom=own) if own else ""
        others = [(one.name, one.model) for one in self._workspace.profiles if one.name != choice.profile]
        return words, others

    def _lay_out(self) -> None:
        self.form.setMinimumWidth(theme().px(_FORM_WIDTH))
        self._frame.body.addWidget(self.form, 1)
        self._frame.body.addWidget(self.line)
        self._frame.body.addWidget(self.said)
        self._frame.add_buttons((), (self.start, self._close))
        wrap_plainly(self.said)

    def _connect(self) -> None:
        self.form.edited.connect(self._typed.start)
        self._typed.timeout.connect(self.estimate)
        self._counted.timeout.connect(self._count)
        self._renew.timeout.connect(self._tell_outdated)
        theme().changed.connect(self._renew.start)
        self._bridge.refreshed.connect(self._typed.start)
        self.start.clicked.connect(lambda _on=False: self._start_or_cancel())
        self._close.clicked.connect(lambda _on=False: self._leave())
        self.finished.connect(lambda _result: self._done())
        press_by_keys(self, self.start)

    def _start_or_cancel(self) -> None:
        if self._asking is not None:
            self._cancel()
            return
        refused = self.settle()
        self.form.take_typed()
        self.estimate()
        if refused:
            self._say(refused, wrong=True)
        elif self.start.isEnabled():
            self.start.setText(self.tr("Cancel"))
            self.form.setEnabled(False)
            self.line.show_busy(self.tr("Asking"))
            self._came = (self.tr("Nothing was sent."), False)
            self._bridge.sampling.emit()
            self._asking = self._bridge.spawn("sample", self._ask())
            self._asking.add_done_callback(lambda _task: self._end())

    async def _ask(self) -> None:
        try:
            id = await self._session.sample(self.form.plan(), self._take)
        except StudioError as error:
            self._came = (told_error(error), True)
        else:
            self._came = (
                self.tr("It is over. What came is kept in the session, and counted in the part Sample."),
                False,
            )
            self._bridge.sampled.emit(id)

    def _take(self, progress: SampleProgress) -> None:
        """A request came to its end; what is shown follows a few times a second."""
        self._progress = progress
        if self._is_open and not self._counted.isActive():
            self._counted.start()

    def _count(self) -> None:
        now = self._progress
        if now is None or self._asking is None or not self._is_open:
            return
        self.line.show_fraction(now.done / now.total, self.tr("Asking"))
        cost = f" · {money(now.cost, '')}" if now.cost else ""
        words = self.tr("{done} of {total} · {tokens} tokens")
        self._say(fill(words, done=number(now.done), total=number(now.total), tokens=number(now.tokens)) + cost)
        began = time.monotonic()
        self._bridge.sampled.emit("")
        # With thousands of replies counting takes longer: it may take a quarter of the time.
        self._counted.setInterval(max(_OFTEN, round(4000 * (time.monotonic() - began))))

    def _end(self) -> None:
        """However it ended, also where it was cancelled before it began."""
        self._asking, self._progress = None, None
        if not self._is_open:  # its widgets are gone
            return
        self.line.show_idle()
        self.start.setText(self.tr("Start"))
        self.form.setEnabled(True)
        words, wrong = self._came
        self._say(words, wrong=wrong)
        self._renew.start()

    def _tell_outdated(self) -> None:
        """Not while it asks: then at its end."""
        old = self._reworded or self._size_of_texts != theme().px(100)
        if old and self._is_open and self._asking is None:
            self._is_open = False
            self.outdated.emit()

    def _cancel(self) -> None:
        if self._asking is not None and not self._session.is_sampling:
            self._asking.cancel()
        self._session.stop_sample()

    def _leave(self) -> None:
        self._cancel()
        super().reject()

    def _done(self) -> None:
        self._is_open = False
        self._cancel()

    def _say(self, text: str, *, wrong: bool = False) -> None:
        self.said.setProperty("role", "error" if wrong else "muted")
        self.said.setText(text)
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)
