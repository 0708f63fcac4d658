"""The rules that the open session itself switches off or lets count otherwise, each with the way back.

Above: `rule_rows`. Below: `bridge`. Not there where the session says nothing of rules. The way back is a step of the session.
"""

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.settings.page import SettingsPort, worded
from studio.gui.settings.rule_row import LEVELS
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill
from studio.present.marked import QT_TRANSLATE_NOOP

_HEAD = QT_TRANSLATE_NOOP("Settings", "In the open session")
_LINE = QT_TRANSLATE_NOOP("Settings", "{rule}: {level}")
_BACK = QT_TRANSLATE_NOOP("Settings", "As in all sessions")


class SessionRules(QWidget):
    """`lines` are the buttons that let a rule of the session count as in all sessions, by its id."""

    def __init__(self, port: SettingsPort, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = port.bridge
        self._shown: dict[str, str] | None = None
        self.lines: dict[str, Button] = {}
        self._head = QLabel(self)
        self._head.setProperty("role", "strong")
        self._holder = QWidget(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(4))
        column.addWidget(self._head)
        column.addWidget(self._holder)
        self._bridge.refreshed.connect(self._look)
        self._bridge.session_changed.connect(self._look)
        self.reword()

    def reword(self) -> None:
        """Its words in another language."""
        self._head.setText(worded(_HEAD))
        self._shown = None
        self._look()

    def _look(self) -> None:
        session = self._bridge.session
        said = dict(session.state.setup.rules) if session is not None else {}
        if said == self._shown:
            return
        self._shown = dict(said)
        self.lines = {}
        old, self._holder = self._holder, QWidget(self)
        column = QVBoxLayout(self._holder)
        column.setContentsMargins(0, 0, 0, 0)
        for rule, level in said.items():
            column.addLayout(self._line(rule, worded(LEVELS[level])))
        layout = self.layout()
        assert layout is not None
        layout.replaceWidget(old, self._holder)
        old.hide()
        old.deleteLater()
        self._holder.show()
        self.setVisible(bool(said))

    def _line(self, rule: str, level: str) -> QHBoxLayout:
        words = QLabel(fill(worded(_LINE), rule=rule, level=level), self._holder)
        wrap_plainly(words)
        self.lines[rule] = button = Button(worded(_BACK), self._holder, look="link")
        button.setAccessibleName(f"{worded(_BACK)}: {rule}")
        button.clicked.connect(lambda _on=False: self._bridge.do(lambda session: session.set_rule(rule, None)))
        row = QHBoxLayout()
        row.addWidget(words, 1)
        row.addWidget(button)
        return row
