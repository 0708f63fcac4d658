"""The line above the console: which sources, how grave, which words; copy and clear.

Above: `console_pane`. Below: `present/console_lines`. Shows no line itself.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.field_sign import FieldSign
from studio.gui.widgets.row_inset import inset_bar
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill
from studio.present.console_lines import SOURCES, ConsoleFilter


class ConsoleBar(QWidget):
    """`changed`: other lines are to be shown."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hidden: set[str] = set()
        self.sources, self.level, self.words = Button("", self), StillCombo(self), QLineEdit(self)
        self.copy, self.clear = IconButton("copy", "", self), IconButton("trash", "", self)
        self.words.setClearButtonEnabled(True)
        FieldSign(self.words, "filter")
        row = QHBoxLayout(self)
        inset_bar(row)
        row.setSpacing(theme().px(8))
        for widget, stretch in ((self.sources, 0), (self.level, 0), (self.words, 1), (self.copy, 0), (self.clear, 0)):
            row.addWidget(widget, stretch)
        self.sources.clicked.connect(lambda _on=False: self.open_menu())
        self.level.activated.connect(lambda _at: self.changed.emit())
        self.words.textChanged.connect(lambda _text: self.changed.emit())
        self.reword()

    @property
    def filter(self) -> ConsoleFilter:
        """What is to be shown."""
        return ConsoleFilter(frozenset(SOURCES) - self._hidden, self.level.value() or "info", self.words.text().strip())

    def set_sources(self, shown: frozenset[str]) -> None:
        """Show these sources only."""
        self._hidden = {source for source in SOURCES if source not in shown}
        self.reword()
        self.changed.emit()

    def open_menu(self) -> QMenu:
        """The sources to choose from."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for source, words in self._source_words().items():
            action = QAction(words, menu)
            action.setCheckable(True)
            action.setChecked(source not in self._hidden)
            action.toggled.connect(lambda on, source=source: self._turn(source, on=on))
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(self.tr("Show all")).triggered.connect(lambda _on=False: self.set_sources(frozenset(SOURCES)))
        menu.popup(self.sources.mapToGlobal(self.sources.rect().bottomLeft()))
        return menu

    def _turn(self, source: str, *, on: bool) -> None:
        self._hidden = self._hidden - {source} if on else self._hidden | {source}
        self.reword()
        self.changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc in the field shows all words again."""
        if event.key() == Qt.Key.Key_Escape and self.words.hasFocus() and self.words.text():
            self.words.clear()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self.reword()
        super().changeEvent(event)

    def _source_words(self) -> dict[str, str]:
        return {
            "tool": self.tr("What tools print"),
            "log": self.tr("Log points"),
            "mcp": self.tr("MCP servers"),
            "stop": self.tr("Stops"),
            "notice": self.tr("Notices"),
            "program": self.tr("Log of the program"),
            "expression": self.tr("Expressions"),
        }

    def reword(self) -> None:
        """In the language in force."""
        shown = [words for source, words in self._source_words().items() if source not in self._hidden]
        words = self.tr("All sources") if not self._hidden else shown[0] if len(shown) == 1 else ""
        many = fill(self.tr("{n} of {all} sources"), n=len(shown), all=len(SOURCES))
        self.sources.set_words(f"{words or many} ▾")
        self.sources.setAccessibleName(fill(self.tr("Sources: {which}"), which=words or many))
        levels = (
            ("info", self.tr("All levels")),
            ("warning", self.tr("Warnings and errors")),
            ("error", self.tr("Errors")),
        )
        self.level.show_choices(levels, self.level.value() or "info")
        self.level.setAccessibleName(self.tr("Which levels are shown"))
        self.words.setPlaceholderText(self.tr("Filter lines"))
        self.words.setAccessibleName(self.tr("Filter lines"))
        self.copy.set_words(self.tr("Copy what is shown"))
        self.clear.set_words(self.tr("Clear"))
