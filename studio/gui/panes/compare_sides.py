"""What is compared: two branches or sessions, two steps, or two answers of a sample; a choice on the left and one on the right.

Above: `compare_pane`. Below: `workspace/laying` (the sides as values), `present/step_list`. Compares nothing.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import IconButton
from studio.gui.widgets.segmented import Segmented
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill, say
from studio.present.step_list import partner, step_at, steps
from studio.session.nodes import NodeId
from studio.workspace.laying import AnswerSide, BranchSide, FileSide, Side, StepSide
from studio.workspace.opened import OpenedSession

Mode = Literal["branches", "steps", "answers"]
MODES: tuple[Mode, ...] = ("branches", "steps", "answers")
_MOST_ANSWERS = 500
Choice = tuple[Side, str]


class CompareSides(QWidget):
    """`changed`: the person chose otherwise. `file_wanted`: another session is asked for."""

    changed = Signal()
    file_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: OpenedSession | None = None
        self._files: list[Path] = []
        self._step: NodeId | None = None
        self.mode = Segmented("", [(mode, "") for mode in MODES], self)
        self.left, self.right = StillCombo(self), StillCombo(self)
        self.swap, self.file = IconButton("both_ways", "", self), IconButton("folder", "", self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().px(4))
        for widget, stretch in ((self.mode, 0), (self.left, 1), (self.swap, 0), (self.right, 1), (self.file, 0)):
            row.addWidget(widget, stretch)
        self.mode.chosen.connect(lambda _mode: self._chose_mode())
        for combo in (self.left, self.right):
            combo.activated.connect(lambda _at: self.changed.emit())
        self.swap.clicked.connect(lambda _on=False: self._swap())
        self.file.clicked.connect(lambda _on=False: self.file_wanted.emit())
        self._reword()

    # ---- what is chosen

    def sides(self) -> tuple[Side, Side] | None:
        """Both sides; None where there are no two to choose."""
        left, right = self.left.value(), self.right.value()
        return (left, right) if left is not None and right is not None and self.left.count() > 1 else None

    def show_session(self, session: OpenedSession | None) -> None:
        """Another session, or this one as it is now; what is chosen stays chosen where it is still there."""
        if session is not self._session:
            self._session, self._files, self._step = session, [], None
            self.mode.set_current("branches")
        if session is None:
            return
        self.mode.set_available("answers", bool(session.journal.samples), self.tr("Nothing was sampled yet."))
        self._fill(self.left.value(), self.right.value())

    def compare_file(self, path: Path, *, left: bool = False) -> None:
        """Another session on one side."""
        if path not in self._files:
            self._files.append(path)
        self.mode.set_current("branches")
        side = FileSide(path)
        self._fill(side if left else self.left.value(), self.right.value() if left else side)
        self.changed.emit()

    def compare_step(self, node: NodeId, *, left: bool = False) -> bool:
        """A step on one side, beside the other one that is chosen, or the one that it is best laid beside. False where there is nothing in
        it to compare."""
        session = self._session
        listed = steps(session.tree, session.head) if session is not None else []
        found = step_at(session.tree, listed, node) if session is not None else None
        if found is None:
            return False
        was, self._step = self._step, found
        self.mode.set_current("steps")
        other = next((one for one in listed if one.node == was and was != found), None) or partner(listed, found)
        beside = StepSide(other.node) if other is not None else None
        self._fill(*((StepSide(found), beside) if left else (beside, StepSide(found))))
        self.changed.emit()
        return True

    def compare_answers(self, sample: str, left: int, right: int) -> None:
        """Two answers of a sample."""
        self.mode.set_current("answers")
        self._fill(AnswerSide(sample, left), AnswerSide(sample, right))
        self.changed.emit()

    def _chose_mode(self) -> None:
        self._fill(None, None)
        self.changed.emit()

    def _swap(self) -> None:
        left, right = self.left.currentIndex(), self.right.currentIndex()
        self.left.setCurrentIndex(right)
        self.right.setCurrentIndex(left)
        self.changed.emit()

    # ---- what there is to choose

    def _fill(self, left: Side | None, right: Side | None) -> None:
        mode = self.mode.current()
        choices = {"branches": self._branches, "steps": self._steps, "answers": self._answers}[mode]()
        self.file.setVisible(mode == "branches")
        usual = self._usual(choices)
        for combo, side, at in ((self.left, left, usual[0]), (self.right, right, usual[1])):
            combo.show_choices(choices, side if any(side == one for one, _ in choices) else at)
            combo.setEnabled(len(choices) > 1)
        self.swap.setEnabled(len(choices) > 1)

    def _usual(self, choices: Sequence[Choice]) -> tuple[Side | None, Side | None]:
        """What is compared where nothing was chosen: the branch of the head with the newest other one, else the first two of a kind."""
        session = self._session
        sides = [side for side, _ in choices]
        if session is None or len(sides) < 2:
            return (sides[0], sides[0]) if sides else (None, None)
        if self.mode.current() == "branches":
            here = session.branch
            own = BranchSide(here.start) if here is not None else sides[0]
            others = [side for side in sides if side != own]
            branches = [side for side in others if isinstance(side, BranchSide)]
            return own, max(branches, key=lambda side: side.start) if branches else others[-1]
        if self.mode.current() == "steps":
            listed = steps(session.tree, session.head)
            other = partner(listed, listed[0].node)
            return StepSide(other.node) if other is not None else sides[1], sides[0]
        return sides[0], sides[1]

    def _branches(self) -> list[Choice]:
        session = self._session
        branches = session.branches if session is not None else ()
        made: list[Choice] = [(BranchSide(one.start), one.name) for one in branches]
        return [*made, *((FileSide(path), path.name) for path in self._files)]

    def _steps(self) -> list[Choice]:
        session = self._session
        listed = steps(session.tree, session.head) if session is not None else []
        return [(StepSide(one.node), say(one.words)) for one in listed]

    def _answers(self) -> list[Choice]:
        session = self._session
        made: list[Choice] = []
        for sample in reversed(session.samples() if session is not None else ()):
            for at, taken in enumerate(sample.taken):
                words = self.tr("{sample}: {variant}, answer {number}")
                arm = sample.plan.arms[taken.arm].name
                made.append((AnswerSide(sample.id, at), fill(words, sample=sample.id, variant=arm, number=at + 1)))
        return made[:_MOST_ANSWERS]

    # ---- words

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self.show_session(self._session)
        super().changeEvent(event)

    def _reword(self) -> None:
        self.mode.setAccessibleName(self.tr("What is compared"))
        words = (self.tr("Branches"), self.tr("Steps"), self.tr("Answers"))
        for mode, said in zip(MODES, words, strict=True):
            self.mode.set_words(mode, said)
        self.left.setAccessibleName(self.tr("Left side"))
        self.right.setAccessibleName(self.tr("Right side"))
        self.swap.set_words(self.tr("Swap"))
        self.file.set_words(self.tr("Another session…"))
