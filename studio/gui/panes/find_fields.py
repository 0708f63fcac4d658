"""What to look for in a session and where: words, case, whole words, pattern, which kinds of texts, this branch or all.

Above: the Find dock. Below: widgets. Knows no session.
"""

from PySide6.QtCore import QEvent, QSignalBlocker, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QWidget

from studio.checks.sought import Sought
from studio.gui.models.find_model import kinds_worded
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.field_sign import FieldSign
from studio.gui.widgets.find_rows import SignButton
from studio.gui.widgets.row_inset import inset_bar
from studio.gui.widgets.segmented import Segmented
from studio.present.find_texts import FIND_KINDS, FindKind


class FindFields(QWidget):
    """`changed`: something else is to be looked for."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit(self)
        self._sign = FieldSign(self.field, "search")
        self.case, self.whole, self.pattern = (SignButton(sign, self) for sign in ("Aa", "ab", ".*"))
        self.around = SignButton("±1", self)
        self.kinds = Button("", self, look="quiet", icon_name="chevron_down")
        self.where = Segmented("", [("all", ""), ("one", "")], self)
        self._menu = QMenu(self)
        self._entries: dict[FindKind, QAction] = {kind: self._entry(kind) for kind in FIND_KINDS}
        self._lay_out()
        self._join()
        self.reword()

    def sought(self) -> Sought:
        """What is looked for."""
        return Sought(self.field.text(), self.case.isChecked(), self.whole.isChecked(), self.pattern.isChecked())

    def chosen_kinds(self) -> frozenset[FindKind]:
        """The kinds of texts that are looked through."""
        return frozenset(kind for kind, entry in self._entries.items() if entry.isChecked())

    def choose_kinds(self, kinds: frozenset[FindKind]) -> None:
        """Look through these kinds of texts."""
        for kind, entry in self._entries.items():
            with QSignalBlocker(entry):
                entry.setChecked(kind in kinds)
        self._kinds_changed()

    @property
    def everywhere(self) -> bool:
        """Whether all branches are looked through."""
        return self.where.current() == "all"

    def show_branches(self, several: bool) -> None:
        """Where there is one branch there is nothing to choose."""
        self.where.setVisible(several)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self.reword()
        super().changeEvent(event)

    def reword(self) -> None:
        """Say everything in the language of the window."""
        words = self.tr("Find in the session")
        self.field.setPlaceholderText(words)
        self.field.setAccessibleName(words)
        self.case.set_words(self.tr("Match case"))
        self.whole.set_words(self.tr("Whole words only"))
        self.pattern.set_words(self.tr("Pattern (regular expression)"))
        self.around.set_words(self.tr("Show the lines before and after, too"))
        self.where.setAccessibleName(self.tr("Where to look"))
        self.where.set_words("all", self.tr("All branches"))
        self.where.set_words("one", self.tr("This branch"))
        for kind, said in kinds_worded().items():
            self._entries[kind].setText(said)  # type: ignore[index]
        self._all.setText(self.tr("All kinds"))
        self._menu.setAccessibleName(self.tr("Kinds of texts"))
        self._name_kinds()

    def _entry(self, kind: FindKind) -> QAction:
        entry = self._menu.addAction(kind)
        entry.setCheckable(True)
        entry.setChecked(True)
        entry.toggled.connect(lambda _on: self._kinds_changed())
        return entry

    def _kinds_changed(self) -> None:
        if not self.chosen_kinds():  # nothing at all would find nothing
            for entry in self._entries.values():
                with QSignalBlocker(entry):
                    entry.setChecked(True)
        self._name_kinds()
        self.changed.emit()

    def _name_kinds(self) -> None:
        chosen = self.chosen_kinds()
        if len(chosen) == len(FIND_KINDS):
            said = self.tr("All kinds")
        elif len(chosen) == 1:
            said = kinds_worded()[next(iter(chosen))]
        else:
            said = self.tr("%n kinds", "", len(chosen))
        self.kinds.set_words(said)

    def _open_menu(self) -> None:
        self._menu.popup(self.kinds.mapToGlobal(self.kinds.rect().bottomLeft()))

    def _lay_out(self) -> None:
        self._menu.addSeparator()
        self._all = self._menu.addAction("")
        self._all.triggered.connect(lambda: self.choose_kinds(frozenset(FIND_KINDS)))
        row = QHBoxLayout(self)
        inset_bar(row)
        row.setSpacing(4)
        row.addWidget(self.field, 1)
        for button in (self.case, self.whole, self.pattern, self.around):
            row.addWidget(button)
        row.addSpacing(4)
        row.addWidget(self.kinds)
        row.addWidget(self.where)

    def _join(self) -> None:
        self.field.textEdited.connect(lambda _text: self.changed.emit())
        for switch in (self.case, self.whole, self.pattern, self.around):
            switch.toggled.connect(lambda _on: self.changed.emit())
        self.kinds.clicked.connect(lambda _on=False: self._open_menu())
        self.where.chosen.connect(lambda _id: self.changed.emit())
