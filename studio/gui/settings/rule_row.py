"""One rule of the checks: what it means, its id, and what it counts as.

Above: `rule_rows`. Below: `checks/rules`, widgets. Tells only what the person chose.
"""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.checks.rules import Rule
from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.settings.page import worded
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill, sentence
from studio.present.marked import QT_TRANSLATE_NOOP
from studio.session.policies import RuleLevel

LEVELS: dict[RuleLevel, str] = {
    "off": QT_TRANSLATE_NOOP("Settings", "Off"),
    "hint": QT_TRANSLATE_NOOP("Settings", "Hint"),
    "warning": QT_TRANSLATE_NOOP("Settings", "Warning"),
    "error": QT_TRANSLATE_NOOP("Settings", "Error"),
}
_USUAL: dict[RuleLevel, str] = {
    "off": QT_TRANSLATE_NOOP("Settings", "As usual: off"),
    "hint": QT_TRANSLATE_NOOP("Settings", "As usual: hint"),
    "warning": QT_TRANSLATE_NOOP("Settings", "As usual: warning"),
    "error": QT_TRANSLATE_NOOP("Settings", "As usual: error"),
}
_HOLDS = QT_TRANSLATE_NOOP("Settings", "{rule} · holds the request back")
_WIDTH, _NARROW = 190, 500


class RuleRow(QWidget):
    """`box` is what it counts as: None as usual."""

    given = Signal(object)

    def __init__(self, rule: Rule, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rule = rule
        self._means, self._id, self.box = QLabel(self), QLabel(self), StillCombo(self)
        wrap_plainly(self._means)
        self._id.setProperty("role", "muted")
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(self._means)
        texts.addWidget(self._id)
        wrap_plainly(self._id)
        self._row = row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        row.setContentsMargins(0, 2, 0, 2)
        row.setSpacing(theme().px(16))
        row.addLayout(texts, 1)
        row.addWidget(self.box)
        self.box.activated.connect(lambda _at: self.given.emit(self.box.value()))
        theme().changed.connect(self._fit)
        self._fit()
        self.reword()

    def tell(self, level: RuleLevel | None) -> None:
        """Show what it counts as."""
        choices: list[tuple[RuleLevel | None, str]] = [(None, worded(_USUAL[self._rule.usual]))]
        choices += [(each, worded(LEVELS[each])) for each in self._rule.levels]
        self.box.show_choices(choices, level)

    def fits(self, words: Sequence[str]) -> bool:
        """Whether all these words, in small letters, stand in it."""
        text = f"{self._rule.id} {self._rule.means} {self._means.text()}".casefold()
        return all(word in text for word in words)

    def reword(self) -> None:
        """Its words in another language."""
        self._means.setText(sentence(self._rule.means))
        self._id.setText(fill(worded(_HOLDS), rule=self._rule.id) if self._rule.blocks else self._rule.id)
        self.box.setAccessibleName(f"{self._rule.id}: {sentence(self._rule.means)}")
        self.tell(self.box.value())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, the box stands below the words."""
        super().resizeEvent(event)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        """As narrow as its box: the words wrap."""
        return QSize(self.box.minimumWidth(), super().minimumSizeHint().height())

    def _arrange(self) -> None:
        narrow = self.width() < theme().px(_NARROW)
        wanted = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._row.direction() != wanted:
            self._row.setDirection(wanted)
            self._row.setSpacing(theme().px(2 if narrow else 16))

    def _fit(self) -> None:
        self.box.setFixedWidth(theme().px(_WIDTH))
        self._arrange()
