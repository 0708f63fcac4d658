"""A file that is nothing the program knows: what it was tried as, and why it is none of that.

Above: `dropped`. Below: the frame. Changes nothing.
"""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, wrap_plainly
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.words import fill, sentence

translate = QCoreApplication.translate


class UnknownFileDialog(TabbedDialog):
    """`tried` are kinds and why the file is none of them; without a sentence the usual one stands."""

    def __init__(self, parent: QWidget, name: str, tried: Sequence[tuple[str, str]]) -> None:
        super().__init__(parent)
        title = fill(self.tr("{file} cannot be opened"), file=name)
        frame = DialogFrame(self, title, self.tr("It was tried as each of these. Nothing was changed."), scrolls=True)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(10)
        grid.setColumnStretch(1, 1)
        self.reasons: dict[str, str] = {}
        for row, (kind, why) in enumerate(tried):
            what, reason = kind_words(kind), sentence(why) or _usual(kind)
            self.reasons[kind] = reason
            for column, words in enumerate((what, reason)):
                label = QLabel(words, self)
                label.setProperty("role", "muted" if column else "strong")
                wrap_plainly(label)
                grid.addWidget(label, row, column)
        frame.body.addLayout(grid)
        frame.body.addStretch(1)
        self.close_button = main_button(self.tr("Close"), self)
        self.close_button.clicked.connect(self.accept)
        frame.add_buttons((), (self.close_button,))
        frame.resize(620, 340)


def kind_words(kind: str) -> str:
    """What a kind of file is called."""
    return {
        "session": translate("FileKinds", "Session"),
        "python": translate("FileKinds", "Python tools"),
        "servers": translate("FileKinds", "MCP servers"),
        "tools": translate("FileKinds", "List of tools"),
    }.get(kind, kind)


def _usual(kind: str) -> str:
    if kind == "session":
        return translate("FileKinds", "Its first line is not that of a session.")
    return translate("FileKinds", "Its name does not end in .py.")
