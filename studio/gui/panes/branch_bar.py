"""What is kept of the branch that is shown, in one line under the tabs: its note, what is expected of it, what became of that; right after
a fork an offer to write it.

Above: the timeline. Below: `widgets`, `present/branch_tree`. Takes values; a signal tells that they are to be changed.
"""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.branch_tree_paint import expectation_chip
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.chip import Chip
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.words import fill, say, tip
from studio.present.branch_tree import expectation_words
from studio.session.expectations import Expectation
from studio.session.notes import BranchNoted


class BranchBar(QWidget):
    """Hidden where there is nothing to tell. `edit_wanted`: note and expectation are to be written."""

    edit_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("branch_bar")
        self.words = ElidedLabel("", self, colour="text", size=12)
        self.expects = ElidedLabel("", self, colour="muted", size=11, code=True)
        self.chip = Chip("", parent=self)
        self.offer = Button("", self, look="link")
        self.edit = IconButton("edit", "", self)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 2, 6, 2)
        row.setSpacing(8)
        for part in (self.words, self.expects, self.chip, self.offer):
            row.addWidget(part)
        row.addStretch(1)
        row.addWidget(self.edit)
        for button in (self.offer, self.edit):
            button.clicked.connect(lambda _on=False: self.edit_wanted.emit())
        self._told: tuple[object, ...] = ()
        self._reword()
        self.tell("", None, None, fresh=False)

    def tell(self, name: str, noted: BranchNoted | None, became: Expectation | None, *, fresh: bool) -> None:
        """What is known of the branch `name`; `fresh`: it was forked just now and nothing happened on it yet."""
        told = (name, noted, became, fresh)
        if told == self._told:
            return
        self._told = told
        kept = noted is not None and bool(noted.note or noted.expects)
        self.setVisible(kept or fresh)
        note = " ".join(noted.note.split()) if noted is not None else ""
        expects = noted.expects if noted is not None else ""
        self.words.set_text(note if kept else fill(self.tr("Branch {name} begins."), name=name))
        self.words.setVisible(bool(note) or not kept)
        self.words.set_colour("text" if kept else "muted")
        self.expects.set_text(expects)
        self.expects.setVisible(bool(expects))
        self._tell_chip(became)
        self.offer.setVisible(not kept)
        self.edit.setVisible(kept)
        self.setToolTip(tip("\n".join(filter(None, (noted.note, noted.expects)))) if noted is not None else "")

    def _tell_chip(self, became: Expectation | None) -> None:
        self.chip.setVisible(became is not None)
        if became is not None:
            self.chip.set(*expectation_chip(became))
            self.chip.setToolTip(tip(say(expectation_words(became))))

    def redraw(self) -> None:
        """Take over sizes of the theme."""
        self.setMinimumHeight(theme().px(28))

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            told, self._told = self._told, ()
            self.tell(*told[:3], fresh=bool(told[3]))  # type: ignore[arg-type]
        super().changeEvent(event)

    def _reword(self) -> None:
        self.setAccessibleName(self.tr("Note and expectation of the branch"))
        self.offer.set_words(self.tr("Note what you expect…"))
        self.offer.setToolTip(self.tr("Name, note and expectation of this branch"))
        self.edit.set_words(self.tr("Change name, note and expectation"))
