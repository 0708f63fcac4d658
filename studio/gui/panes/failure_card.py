"""In place of a reply: what went wrong, why, and what can be done; a retry may wait as long as the server asks, once it is pressed.

Above: the Response pane. Below: the error's words, `failure_advice`. Knows no session: `retry` asks for it.
"""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.failure_told import headline, ways
from studio.gui.panes.missed_words import Missed
from studio.gui.panes.offer import Offer
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import fill, number, say, sentence, together
from studio.messages.reply import ProviderError
from studio.present.words import words
from studio.workspace.failure_advice import advice_template

_LONGEST_WAIT = 3600
_MOST_MODELS = 12


class FailureCard(QFrame):
    """`retry`: ask again, pressed, or counted down after *Retry in N s* was pressed. Nothing is sent unasked.

    Of a request that differs from the recorded one it says where, and offers what helps instead: `offer_wanted` gives its id."""

    retry = Signal()
    offer_wanted = Signal(str)
    help_wanted = Signal(str, str)
    """Something else that helps: the id of a way (see `failure_told`), and the place in the request that it is about."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._error = ProviderError("cancelled", "")
        self._missed: Missed | None = None
        self.ways: list[Button] = []
        self._arrived = False
        self._models: tuple[str, ...] = ()
        self._wait, self._left, self._shown = 0, 0, False
        self.setProperty("look", "card")
        self._sign = IconSign("provider_error", "error", self)
        self._what, self._why, self._advice = QLabel(self), QLabel(self), QLabel(self)
        self.known = QLabel(self)
        """The models that the server knows, once it was asked for them."""
        self.again, self.later = Button("", self, look="main"), Button("", self)
        self.details, self.copy = Button("", self, look="link"), Button("", self, look="link")
        self._body = QPlainTextEdit(self)
        self._second = QTimer(self)
        self._second.setInterval(1000)
        self._second.timeout.connect(self._count)
        self._prepare()
        self._reword()

    def show_error(
        self, error: ProviderError, *, can_retry: bool, missed: Missed | None = None, arrived: bool = False
    ) -> None:
        """Show an error; where the server named a wait, offer to wait that long. `missed`: what a replay missed. `arrived`: something
        had come of the reply, which can be taken as it is."""
        arrived = arrived and can_retry
        now = (error, missed, arrived)
        if self._shown and now == (self._error, self._missed, self._arrived) and can_retry == self.again.isEnabled():
            return
        if not self._shown or error != self._error:
            self.show_models(())
        self._shown, self._error, self._missed, self._arrived = True, error, missed, arrived
        self.again.setEnabled(can_retry)
        wait = error.retry_after or 0
        self._wait = min(int(wait + 0.999), _LONGEST_WAIT) if can_retry else 0
        self._left = 0
        self._second.stop()
        self._body.setPlainText(_details(error) if missed is None else missed.details)
        self._offer(missed.offers if missed is not None else ())
        if missed is None:
            self._add_ways(error)
        self._reword()

    def _offer(self, offers: Sequence[Offer]) -> None:
        """Buttons that help, the main one first; then there is nothing to retry."""
        for button in self.ways:
            self._buttons.take(button)
            button.deleteLater()
        self.ways = []
        for at, offer in enumerate(reversed(offers)):
            words = QCoreApplication.translate("Banner", offer.words)
            button = Button(words, self, look="plain" if at else "main")
            button.clicked.connect(lambda _on=False, id=offer.id: self.offer_wanted.emit(id))
            self._buttons.insert(at, button)
            self.ways.append(button)
        self.again.setVisible(not offers)

    def _add_ways(self, error: ProviderError) -> None:
        """Buttons beside *Retry* for what can be done about this error."""
        for at, way in enumerate(ways(error, arrived=self._arrived), 1):
            button = Button(way.words, self)
            button.clicked.connect(lambda _on=False, way=way: self.help_wanted.emit(way.id, way.place))
            self._buttons.insert(at, button)
            self.ways.append(button)

    def show_models(self, names: Sequence[str]) -> None:
        """Say which models the server knows."""
        self._models = tuple(names)
        self._tell_models()

    def _tell_models(self) -> None:
        shown, left = ", ".join(self._models[:_MOST_MODELS]), len(self._models) - _MOST_MODELS
        said = fill(self.tr("Known here: {models}"), models=shown)
        if left > 0:
            said = fill(self.tr("Known here: {models} and {n} more"), models=shown, n=number(left))
        self.known.setText(said)
        self.known.setVisible(bool(self._models))

    def forget(self) -> None:
        """The failure is over, or another thing is shown: nothing is asked by itself any more."""
        self.stop_counting()
        self._wait, self._shown = 0, False

    def wait_and_retry(self) -> None:
        """Begin to count; pressed again, stop."""
        if self._left:
            self.stop_counting()
            return
        self._left = self._wait
        self._second.start()
        self._reword()

    def stop_counting(self) -> None:
        """Do not retry by itself."""
        self._second.stop()
        self._left = 0
        self._reword()

    @property
    def advice(self) -> str:
        """What to do about the error, in the language of the window; empty where nothing is known."""
        template = advice_template(self._error)
        return QCoreApplication.translate("trial", template) if template else ""

    @property
    def seconds_left(self) -> int:
        """Seconds until it retries by itself; 0 when it does not."""
        return self._left

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            if self._missed is None and self._shown:
                self._offer(())
                self._add_ways(self._error)
            self._reword()
        super().changeEvent(event)

    def _prepare(self) -> None:
        for label in (self._what, self._why, self._advice, self.known):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._what.setProperty("role", "strong")
        for label in (self._why, self.known):
            label.setProperty("role", "small")
        self.known.setTextFormat(Qt.TextFormat.PlainText)
        self._advice.setProperty("role", "small_muted")
        self.again.clicked.connect(self._ask)
        self.later.clicked.connect(self.wait_and_retry)
        self.details.clicked.connect(self._toggle)
        self.copy.clicked.connect(lambda _on=False: QGuiApplication.clipboard().setText(self._copied()))
        self._body.setReadOnly(True)
        self._body.setTabChangesFocus(True)
        self._body.setProperty("look", "field")
        self._body.hide()
        self._lay_out()
        theme().changed.connect(self._restyle)
        self._restyle()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self._what, 1)
        self._buttons = buttons = WrappedRow(self)
        for button in (self.again, self.later, self.details, self.copy):
            buttons.add(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self._why)
        column.addWidget(self._advice)
        column.addWidget(self.known)
        column.addWidget(buttons)
        column.addWidget(self._body)

    def _reword(self) -> None:
        what = self._headline()
        self._what.setText(what)
        why = self.tr("Stopped by you.") if self._error.kind == "cancelled" else sentence(self._error.message)
        if self._missed is not None:
            why = "\n".join(map(sentence_case, filter(None, (self._missed.why, self._missed.nearest))))
        self._why.setText(why)
        self._why.setVisible(bool(why))
        advice = self.advice
        self._advice.setText(advice)
        self._advice.setVisible(bool(advice))
        self._tell_models()
        retry = self.tr("Retry")
        self.again.set_words(fill(self.tr("Retry in {n} s"), n=self._left) if self._left else retry)
        self.again.setToolTip(self.tr("Press to retry now.") if self._left else "")
        later = fill(self.tr("Retry in {n} s"), n=self._wait)
        self.later.set_words(self.tr("Stop waiting") if self._left else later)
        self.later.setVisible(self._wait > 0)
        self.details.set_words(self.tr("Hide details") if self._body.isVisible() else self.tr("Details"))
        self.copy.set_words(self.tr("Copy"))
        self.copy.setVisible(self._body.isVisible())
        answered = (
            self.tr("What the server answered") if self._missed is None else self.tr("What was recorded, and now")
        )
        self._body.setAccessibleName(answered)
        self.setAccessibleName(together(what, why, advice))

    def _headline(self) -> str:
        if self._missed is not None:
            return self._missed.headline
        told = headline(self._error)
        if told:
            return told
        if self._error.kind == "http" and self._error.status is not None:
            said = say(words("error.http.status", status=str(self._error.status)))
        else:
            said = say(words(f"error.{self._error.kind}"))
        kind = f" ({self._error.type})" if self._error.type else ""
        return said[:1].upper() + said[1:] + kind

    def _copied(self) -> str:
        """All that is known of it, to be sent to somebody."""
        return "\n".join(filter(None, (self._what.text(), self._why.text(), "", self._body.toPlainText())))

    def _count(self) -> None:
        self._left -= 1
        if self._left <= 0:
            self._ask()
        else:
            self._reword()

    def _ask(self) -> None:
        self.stop_counting()
        self.retry.emit()

    def _toggle(self) -> None:
        self._body.setVisible(not self._body.isVisible())
        self._reword()

    def _restyle(self) -> None:
        self._body.setFont(theme().code_font(12))
        self._body.setFixedHeight(theme().px(160))


def sentence_case(text: str) -> str:
    """A phrase as a sentence of its own."""
    return f"{text[:1].upper()}{text[1:]}."


def _details(error: ProviderError) -> str:
    facts = [("kind", error.kind), ("status", error.status), ("type", error.type), ("retry_after", error.retry_after)]
    lines = [f"{name}: {value}" for name, value in facts if value not in (None, "")]
    return "\n".join([*lines, "", error.body] if error.body else lines)
