"""The button beside the timeline's filter: which kinds of rows are shown. It is marked while one is hidden that is usually shown.

Above: `timeline_frame`. Below: `actions_rows` (the words), `present/row_kinds`. Changes nothing: `changed` tells the kinds that are to be
hidden now.
"""

from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtWidgets import QMenu, QWidget

from studio.gui.actions_rows import KIND_WORDS
from studio.gui.widgets.buttons import IconButton
from studio.present.row_kinds import HIDDEN_AT_FIRST


class KindsButton(IconButton):
    """Set `hidden` with `tell`."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("kinds", "", parent)
        self._hidden: frozenset[str] = HIDDEN_AT_FIRST
        self.clicked.connect(lambda _on=False: self.open())
        self._reword()

    def tell(self, hidden: frozenset[str]) -> None:
        """These kinds are hidden."""
        self._hidden = hidden
        self.set_icon_name("kinds", "accent" if hidden - HIDDEN_AT_FIRST else "muted")
        self._reword()

    def open(self) -> QMenu:
        """Show the list of kinds."""
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        self._fill(menu)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))
        return menu

    def _fill(self, menu: QMenu) -> None:
        for name, words in KIND_WORDS.items():
            if name == "edit":
                menu.addSeparator()
            action = menu.addAction(QCoreApplication.translate("Actions", words))
            action.setObjectName(f"rows_{name}")
            action.setCheckable(True)
            action.setChecked(name not in self._hidden)
            action.triggered.connect(lambda _on=False, name=name: self.changed.emit(self._hidden ^ {name}))
        menu.addSeparator()
        usual = menu.addAction(QCoreApplication.translate("Actions", "Show the usual kinds"))
        usual.setEnabled(self._hidden != HIDDEN_AT_FIRST)
        usual.triggered.connect(lambda _on=False: self.changed.emit(HIDDEN_AT_FIRST))

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        hidden = len(self._hidden - HIDDEN_AT_FIRST)
        words = self.tr("Kinds of rows; %n hidden", "", hidden) if hidden else self.tr("Kinds of rows that are shown")
        self.set_words(words)
