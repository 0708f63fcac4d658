"""What came of the samples of a session: one at a time, the one under way as it grows.

Above: the dialog of samples. Below: `sample_html`, `present/sample_tables`. Reads only.
"""

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QTextBrowser, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.dialogs.sample_html import sample_html
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill, say
from studio.present.sample_parts import sample_markdown
from studio.present.sample_tables import outcome
from studio.session.kept_samples import KeptSample
from studio.workspace.opened import OpenedSession


class SampleResults(QWidget):
    """`which` chooses among the samples of the session, the newest first. `plan_wanted` gives the plan of the one that is shown."""

    plan_wanted = Signal(object)

    def __init__(self, session: OpenedSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.which, self.text = StillCombo(self), QTextBrowser(self)
        self.said = QLabel(self)
        self.copy = Button(self.tr("Copy as Markdown"), self, icon_name="copy")
        self.again = Button(self.tr("Use this plan again"), self, icon_name="restart")
        self.again.setToolTip(self.tr("Put its prompts, variants, models and limits into the form; nothing is sent"))
        self._none = QLabel(
            self.tr("Nothing was sampled yet. What comes is counted here, and kept in the session."), self
        )
        self._prepare()
        self._lay_out()
        self.which.currentIndexChanged.connect(lambda _at: self.refresh())
        self.copy.clicked.connect(lambda _on=False: QGuiApplication.clipboard().setText(self.markdown()))
        self.again.clicked.connect(lambda _on=False: self._tell_plan())
        theme().changed.connect(self.refresh)
        self.show_samples()

    def _tell_plan(self) -> None:
        plan = next((one.plan for one in self._session.samples() if one.id == self.which.value()), None)
        if plan is not None:
            self.plan_wanted.emit(plan)

    def show_samples(self, id: str = "") -> None:
        """List the samples anew, and show that of `id`, else the one chosen, else the newest."""
        samples = self._session.samples()
        listed = [(one.id, self._title(one)) for one in reversed(samples)]
        self.which.show_choices(listed, id or self.which.value())
        self.refresh()

    def show_newest(self) -> None:
        """List the samples anew, and show the last."""
        samples = self._session.samples()
        self.show_samples(samples[-1].id if samples else "")

    def refresh(self) -> None:
        """Count once more, where one is looked at; the place that is looked at stays."""
        id, there = self.which.value(), self.which.count() > 0
        for widget in (self.which, self.again, self.copy, self.text, self.said):
            widget.setVisible(there)
        self._none.setVisible(not there)
        if id is None:
            return
        report = self._session.sample_report(str(id))
        bar = self.text.verticalScrollBar()
        place = bar.value()
        self.said.setText(say(outcome(report)))
        self.text.setHtml(sample_html(report))
        bar.setValue(place)

    def markdown(self) -> str:
        """The report that is shown, to be read elsewhere."""
        id = self.which.value()
        return sample_markdown(self._session.sample_report(str(id)), say) if id is not None else ""

    def _title(self, sample: KeptSample) -> str:
        names = ", ".join(arm.name for arm in sample.plan.arms)
        words = self.tr("{id} · {done} of {total} · {variants}")
        return fill(words, id=sample.id, done=len(sample.taken), total=sample.total, variants=names)

    def _prepare(self) -> None:
        self.which.setAccessibleName(self.tr("Which sample is shown"))
        self.text.setAccessibleName(self.tr("What came"))
        self.text.setOpenLinks(False)
        self.text.document().setDocumentMargin(theme().px(10))
        self.text.setFont(theme().font(13))
        for label in (self.said, self._none):
            wrap_plainly(label)
        self._none.setProperty("role", "muted")

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme().px(8))
        row.addWidget(self.which, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme().px(8))
        for button in (self.again, self.copy):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addLayout(row)
        column.addLayout(buttons)
        column.addWidget(self.said)
        column.addWidget(self.text, 1)
        column.addWidget(self._none)
        column.addStretch(0)
