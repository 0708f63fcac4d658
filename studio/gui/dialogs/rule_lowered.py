"""Asks once more before a rule that holds requests back counts for less: what that means, and for whom.

Above: `rules_room`, the settings. Below: the frame, `checks/rules`. `agreed` is told when the person means it.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from studio.checks.rules import RULES
from studio.gui.dialogs.dialog_frame import DialogFrame, hint_label, main_button, plain_button, wrap_plainly
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.words import fill, sentence


class RuleLoweredDialog(TabbedDialog):
    """`rule` is the id of the rule, `level` what it is to count as, `always` whether in all sessions."""

    agreed = Signal()

    def __init__(self, parent: QWidget, rule: str, level: str, *, always: bool) -> None:
        super().__init__(parent)
        off = level == "off"
        title = self.tr("Switch off {rule}?") if off else self.tr("Let {rule} count as a warning?")
        frame = DialogFrame(self, fill(title, rule=rule), sentence(RULES[rule].means))
        self.said = QLabel(self._words(off=off, always=always), self)
        wrap_plainly(self.said)
        frame.body.addWidget(self.said)
        refused = self.tr("A provider may refuse them, or read them otherwise than you mean.")
        frame.body.addWidget(hint_label(refused, self))
        frame.body.addStretch(1)
        self.agree = main_button(self.tr("Switch it off") if off else self.tr("Count it as a warning"), self)
        self.cancel = plain_button(self.tr("Cancel"), self)
        self.agree.clicked.connect(self._agree)
        self.cancel.clicked.connect(self.reject)
        frame.add_buttons((), (self.agree, self.cancel))
        frame.resize(560, 260)
        self.cancel.setFocus()

    def _words(self, *, off: bool, always: bool) -> str:
        if always and off:
            return self.tr("Requests with this fault are sent in all sessions, and nothing tells it before.")
        if always:
            return self.tr("Requests with this fault are sent in all sessions; it is still told.")
        if off:
            return self.tr(
                "Requests of this session with this fault are sent, and nothing tells it before. Undo takes it back."
            )
        return self.tr("Requests of this session with this fault are sent; it is still told. Undo takes it back.")

    def _agree(self) -> None:
        self.accept()
        self.agreed.emit()
