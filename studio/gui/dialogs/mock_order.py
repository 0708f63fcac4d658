"""The bar below the list of mock rules: add, duplicate, remove, move, and a menu for all of a tool's rules and for files.

Above: the mock editor. Below: widgets. `pressed` gives the key of what the person wants.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.words import fill
from studio.session.mocks import MockRule


class MockOrder(QWidget):
    """`pressed`: new, double, remove, up, down, import or export; `switched`: a tool's name, and whether its rules are to be on."""

    pressed = Signal(str)
    switched = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rules: tuple[MockRule, ...] = ()
        self._rule: MockRule | None = None
        self.new = Button(self.tr("New rule"), self, icon_name="plus")
        self.double = IconButton("copy", self.tr("Duplicate the rule"), self)
        self.remove = IconButton("trash", self.tr("Remove the rule (Del)"), self)
        self.up = IconButton("up", self.tr("Move the rule up: the first that fits answers (Alt+Up)"), self)
        self.down = IconButton("down", self.tr("Move the rule down (Alt+Down)"), self)
        self.more = IconButton("dots", self.tr("More about rules"), self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().px(4))
        row.addWidget(self.new)
        row.addStretch(1)
        for button in (self.double, self.remove, self.up, self.down, self.more):
            row.addWidget(button)
        for key, pressed in (
            ("new", self.new),
            ("double", self.double),
            ("remove", self.remove),
            ("up", self.up),
            ("down", self.down),
        ):
            pressed.clicked.connect(lambda _on=False, key=key: self.pressed.emit(key))
        self.more.clicked.connect(lambda _on=False: self._open_menu())

    def show_rules(self, rules: Sequence[MockRule], chosen: str) -> None:
        """Say what can be done with the chosen rule."""
        self._rules = tuple(rules)
        at = next((at for at, rule in enumerate(rules) if rule.id == chosen), -1)
        self._rule = rules[at] if at >= 0 else None
        self.double.setEnabled(at >= 0)
        self.remove.setEnabled(at >= 0)
        self.up.setEnabled(at > 0)
        self.down.setEnabled(0 <= at < len(rules) - 1)

    def make_menu(self) -> QMenu:
        """The menu, for the button and for tests."""
        menu = QMenu(self)
        tool = self._rule.tool if self._rule is not None else ""
        for name, words in ((tool, self.tr("All rules for {tool}")), ("*", self.tr("All rules"))):
            mine = [rule for rule in self._rules if name in ("*", rule.tool) or fnmatchcase(name, rule.tool)]
            on = not any(rule.on for rule in mine)
            text = self.tr("{rules}: switch on") if on else self.tr("{rules}: switch off")
            action = menu.addAction(fill(text, rules=fill(words, tool=tool)))
            action.setVisible(bool(name))
            action.setEnabled(bool(mine))
            action.triggered.connect(lambda _on=False, name=name, on=on: self.switched.emit(name, on))
        menu.addSeparator()
        for key, said, allowed in (
            ("import", self.tr("Import rules…"), True),
            ("export", self.tr("Export rules…"), bool(self._rules)),
        ):
            action = menu.addAction(said)
            action.setEnabled(allowed)
            action.triggered.connect(lambda _on=False, key=key: self.pressed.emit(key))
        return menu

    def _open_menu(self) -> None:
        menu = self.make_menu()
        menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height())))
