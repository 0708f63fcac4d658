"""*First steps*: five things to do in order, each with its keys and, where it begins something, a button that does it.

Above: `help_room`. Below: `action_set`. Does nothing by itself: a button uses the action of the menu.
"""

from collections.abc import Iterator

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from studio.gui.action_set import ActionSet
from studio.gui.dialogs.dialog_frame import DialogFrame, plain_button, wrap_plainly
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.words import fill, plain


class FirstStepsDialog(TabbedDialog):
    """`wanted` gives the id of the action whose button was pressed."""

    wanted = Signal(str)

    def __init__(self, parent: QWidget, actions: ActionSet) -> None:
        super().__init__(parent)
        hint = self.tr("Toolcall Studio stops between what a model says and what its tools do.")
        frame = DialogFrame(self, self.tr("First steps"), hint, scrolls=True)
        self._actions = actions
        self.buttons: dict[str, QPushButton] = {}
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme().px(16))
        grid.setVerticalSpacing(theme().px(18))
        grid.setColumnStretch(1, 1)
        for at, (title, text, ids) in enumerate(self._steps()):
            self._add(grid, at, title, text, ids)
        frame.body.addLayout(grid)
        frame.body.addStretch(1)
        close = plain_button(self.tr("Close"), self)
        close.clicked.connect(lambda _on=False: self.reject())
        frame.add_buttons((), (close,))
        frame.resize(780, 560)
        self.buttons["demo"].setFocus()

    def _steps(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        yield (
            self.tr("See it work"),
            self.tr(
                "The demo is a refund agent with a scripted model. It needs no key and no network, and stops by itself."
            ),
            ("demo",),
        )
        yield (
            self.tr("Go on, step by step"),
            fill(
                self.tr(
                    "{step} does the one due thing, {run} goes on to the next stop, {back} goes back. The yellow arrow and "
                    "the banner say where it stands and why."
                ),
                step=self._key("step"),
                run=self._key("run"),
                back=self._key("step_back"),
            ),
            (),
        )
        yield (
            self.tr("Look, and change"),
            self.tr(
                "Request, reply, each call and each result can be read in four views and edited where they stand. What you "
                "type is a draft until you press Ctrl+Enter; the original is kept."
            ),
            (),
        )
        yield from self._further()

    def _further(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        yield (
            self.tr("Ask a model of your own"),
            self.tr("A profile says where it is and where its key comes from. A key never stands in a file."),
            ("profiles", "new"),
        )
        yield (
            self.tr("Find everything else"),
            fill(
                self.tr("{palette} finds every action by its words, {keys} lists the keys of the part you come from."),
                palette=self._key("palette"),
                keys=self._key("keys"),
            ),
            ("keys", "expressions"),
        )

    def _key(self, id: str) -> str:
        """The key of an action as the person has it; its words where it has none."""
        action = self._actions[id]
        return action.shortcut().toString(action.shortcut().SequenceFormat.NativeText) or action.text()

    def _add(self, grid: QGridLayout, at: int, title: str, text: str, ids: tuple[str, ...]) -> None:
        number, column = QLabel(str(at + 1), self), QVBoxLayout()
        number.setProperty("role", "dialog_title")
        number.setFixedWidth(theme().px(24))
        column.setSpacing(theme().px(4))
        for words, role in ((title, "strong"), (text, "")):
            label = QLabel(words, self)
            label.setProperty("role", role)
            wrap_plainly(label)
            column.addWidget(label)
        column.addStretch(1)
        grid.addWidget(number, at, 0, Qt.AlignmentFlag.AlignTop)
        grid.addLayout(column, at, 1)
        row = QVBoxLayout()
        row.setSpacing(theme().px(6))
        for id in ids:
            row.addWidget(self._button(id))
        row.addStretch(1)
        grid.addLayout(row, at, 2)

    def _button(self, id: str) -> QPushButton:
        action = self._actions[id]
        made = plain_button(plain(action.text()), self)
        made.setEnabled(action.isEnabled())
        made.setToolTip(action.statusTip())
        made.clicked.connect(lambda _on=False: self._use(id))
        self.buttons[id] = made
        return made

    def _use(self, id: str) -> None:
        self.accept()
        self.wanted.emit(id)
