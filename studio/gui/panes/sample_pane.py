"""The Sample dock: what came of the samples of a session, counted and answer by answer; the one under way as it grows.

Above: `sample_room`. Below: `sample_shown`, `sample_answers`, `present/sample_parts`. Reads only.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTextBrowser, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.look.theme import theme
from studio.gui.panes.sample_answers import SampleAnswers
from studio.gui.panes.sample_shown import sample_shown
from studio.gui.report_saver import ReportSaver
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.in_view import InView
from studio.gui.widgets.row_inset import inset_bar
from studio.gui.widgets.segmented import Segmented
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill, say
from studio.present.sample_parts import sample_markdown, sample_parts
from studio.present.sample_tables import outcome
from studio.present.words import words
from studio.session.kept_samples import KeptSample

VIEWS = ("counted", "answers")


class SamplePane(QWidget):
    """`which` chooses among the samples of the session, the newest first. `plan_wanted` gives the plan of the one that is shown, to be
    asked again, None for a new one; `compare_wanted` the id of a sample and two of its answers."""

    plan_wanted = Signal(object)
    compare_wanted = Signal(str, int, int)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._bridge, self.in_view = bridge, InView(self)
        self._samples: dict[str, KeptSample] = {}
        self._noted: tuple[object, int] = (None, -1)
        self.which, self.switch = StillCombo(self), Segmented("", [(view, "") for view in VIEWS], self)
        self.text, self.answers = QTextBrowser(self), SampleAnswers(self)
        self.said = ElidedLabel("", self, colour="muted", size=12)
        self.compare = Button("", self, look="quiet", icon_name="both_ways")
        self.again, self.new = IconButton("restart", "", self), IconButton("plus", "", self)
        self.copy, self.save = IconButton("copy", "", self), IconButton("save", "", self)
        self.empty = EmptyState("", "", self, icon="sample")
        self.saver = ReportSaver(bridge, self)
        self._prepare()
        self._lay_out()
        self._join()
        self._reword()

    @property
    def shown(self) -> KeptSample | None:
        """The sample that is shown."""
        return self._samples.get(str(self.which.value()))

    def show_samples(self, id: str = "") -> None:
        """List the samples anew, and show that of `id`, else the one chosen, else the newest."""
        session = self._bridge.session
        samples = session.samples() if session is not None else ()
        self._noted = session, len(session.journal.samples) if session is not None else 0
        self._samples = {one.id: one for one in samples}
        listed = [(one.id, self._title(one)) for one in reversed(samples)]
        self.which.show_choices(listed, id or self.which.value())
        self._show()

    def show_newest(self) -> None:
        """List the samples anew, and show the last."""
        session = self._bridge.session
        samples = session.samples() if session is not None else ()
        self.show_samples(samples[-1].id if samples else "")

    def refresh(self) -> None:
        """Look whether there is more than is shown."""
        session = self._bridge.session
        now = (session, len(session.journal.samples) if session is not None else 0)
        if self.in_view.is_there and now != self._noted:
            self.show_samples()

    def markdown(self) -> str:
        """The report that is shown, to be read elsewhere."""
        session, sample = self._bridge.session, self.shown
        return (
            sample_markdown(session.sample_report(sample.id), say) if session is not None and sample is not None else ""
        )

    def way_in(self) -> QWidget:
        """Where the keyboard goes first."""
        return (
            self.empty if self.shown is None else self.answers.list if self.switch.current() == "answers" else self.text
        )

    def _show(self) -> None:
        session, sample = self._bridge.session, self.shown
        self._stack.setCurrentWidget(self.empty if sample is None else self._pages)
        for part in (self.which, self.switch, self.said, self.again, self.copy, self.save, self.compare, self.new):
            part.setVisible(sample is not None)
        if session is None or sample is None:
            self.answers.show_sample(None)
            return
        report, bar = session.sample_report(sample.id), self.text.verticalScrollBar()
        place = bar.value()
        self.said.set_text(say(outcome(report)))
        self.text.setHtml(sample_shown(report))
        bar.setValue(place)
        self.answers.show_sample(sample)
        self._offer()

    def _offer(self) -> None:
        answers = self.switch.current() == "answers"
        self._pages.setCurrentWidget(self.answers if answers else self.text)
        self.compare.setVisible(answers and self.shown is not None)
        self.compare.setEnabled(self.answers.two() is not None)

    def _compare(self) -> None:
        two, sample = self.answers.two(), self.shown
        if two is not None and sample is not None:
            self.compare_wanted.emit(sample.id, *two)

    def _ask_again(self) -> None:
        sample = self.shown
        if sample is not None:
            self.plan_wanted.emit(sample.plan)

    def save_report(self) -> None:
        """Ask where, and write the report there."""
        session, sample = self._bridge.session, self.shown
        if session is not None and sample is not None:
            report = session.sample_report(sample.id)
            title = say(words("sample.title", id=report.id))
            self.saver.ask(lambda: sample_parts(report, say), title, title)

    def _title(self, sample: KeptSample) -> str:
        names = ", ".join(arm.name for arm in sample.plan.arms)
        said = self.tr("{id} · {done} of {total} · {variants}")
        return fill(said, id=sample.id, done=len(sample.taken), total=sample.total, variants=names)

    # ---- its parts

    def _prepare(self) -> None:
        self.text.setOpenLinks(False)
        self.text.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.text.setProperty("look", "surface")
        self.text.document().setDocumentMargin(theme().px(10))
        self.text.setFont(theme().font(13))

    def _lay_out(self) -> None:
        px = theme().px
        row = QHBoxLayout()
        inset_bar(row)
        row.setSpacing(px(4))
        for widget, stretch in ((self.which, 1), (self.switch, 0), (self.said, 1)):
            row.addWidget(widget, stretch)
        for button in (self.compare, self.new, self.again, self.copy, self.save):
            row.addWidget(button)
        self._pages, self._stack = QStackedWidget(self), QStackedWidget(self)
        for page in (self.text, self.answers):
            self._pages.addWidget(page)
        for whole in (self._pages, self.empty):
            self._stack.addWidget(whole)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self._stack, 1)

    def _join(self) -> None:
        self.which.currentIndexChanged.connect(lambda _at: self._show())
        self.switch.chosen.connect(lambda _view: self._offer())
        self.answers.chosen.connect(self._offer)
        self.compare.clicked.connect(lambda _on=False: self._compare())
        self.again.clicked.connect(lambda _on=False: self._ask_again())
        self.new.clicked.connect(lambda _on=False: self.plan_wanted.emit(None))
        self.empty.pressed.connect(lambda: self.plan_wanted.emit(None))
        self.copy.clicked.connect(lambda _on=False: QGuiApplication.clipboard().setText(self.markdown()))
        self.save.clicked.connect(lambda _on=False: self.save_report())
        self._bridge.session_changed.connect(self.show_samples)
        self._bridge.sampled.connect(self._sampled)
        self._bridge.refreshed.connect(self.refresh)
        self.in_view.came.connect(self.show_samples)
        theme().changed.connect(self._redraw)

    def _sampled(self, id: str) -> None:
        if id:
            self.show_samples(id)
        elif self.in_view.is_there:
            self.show_newest()

    def _redraw(self) -> None:
        self._prepare()
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self.show_samples()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.which.setAccessibleName(self.tr("Which sample is shown"))
        self.switch.setAccessibleName(self.tr("How it is shown"))
        for view, said in zip(VIEWS, (self.tr("Counted"), self.tr("Answers")), strict=True):
            self.switch.set_words(view, said)
        self.text.setAccessibleName(self.tr("What came"))
        self.answers.reword()
        self.compare.set_words(self.tr("Compare two"))
        self.new.set_words(self.tr("Send n times…"))
        self.again.set_words(
            self.tr("Put the prompts, variants, models and limits of this one into the form again; nothing is sent")
        )
        self.copy.set_words(self.tr("Copy as Markdown"))
        self.save.set_words(self.tr("Save report…"))
        nothing = self.tr("Nothing was sampled yet. What comes is counted here, and kept in the session.")
        self.empty.set(nothing, self.tr("Send n times…"), "sample")
