"""The fields and buttons of a find bar: what to find and how, where one is, and below it what to put in its place.

Above: the find bar. Below: buttons and fields. Knows not what they do.
"""

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QSizePolicy, QToolButton, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import SMALLEST_TARGET, Button, IconButton
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.field_sign import FieldSign

_NARROW = 440
"""Pixels at 100 % below which the buttons stand in a line of their own."""


class FindRows(QWidget):
    """Two lines; in a narrow place each breaks into two."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field, self.by = QLineEdit(self), QLineEdit(self)
        self._sign, self._by_sign = FieldSign(self.field, "search"), FieldSign(self.by, "edit")
        self.case, self.whole, self.pattern = (SignButton(sign, self) for sign in ("Aa", "ab", ".*"))
        self.count = ElidedLabel("", self, colour="muted", size=12)
        self.before, self.after = IconButton("up", "", self), IconButton("down", "", self)
        self.more, self.close_button = IconButton("edit", "", self), IconButton("close", "", self)
        self.one, self.all = Button("", self), Button("", self)
        self._tools, self._by_tools = QWidget(self), QWidget(self)
        self._is_narrow: bool | None = None
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._place)
        self._lay_out()
        self._reword()
        theme().changed.connect(self._restyle)

    def show_replace(self, shown: bool) -> None:
        """Show or hide the line that replaces."""
        self.by.setVisible(shown)
        self._by_tools.setVisible(shown)

    @property
    def replaces(self) -> bool:
        """Whether the line that replaces is there."""
        return not self.by.isHidden()

    def minimumSizeHint(self) -> QSize:
        """As narrow as the buttons are."""
        least = max(self._tools.minimumSizeHint().width(), self._by_tools.minimumSizeHint().width()) + 16
        return QSize(least, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines where they do not fit, once they are laid out."""
        super().resizeEvent(event)
        self._later.start()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        tools, by_tools = QHBoxLayout(self._tools), QHBoxLayout(self._by_tools)
        for button in (self.case, self.whole, self.pattern):
            tools.addWidget(button)
        tools.addSpacing(6)
        tools.addWidget(self.count, 1)
        for icon in (self.before, self.after, self.more, self.close_button):
            tools.addWidget(icon)
        by_tools.addWidget(self.one)
        by_tools.addWidget(self.all)
        by_tools.addStretch(1)
        for row in (tools, by_tools):
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(4)
        self.count.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(8, 4, 8, 4)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._place()
        self.show_replace(False)

    def _place(self) -> None:
        narrow = self.width() < theme().px(_NARROW)
        if narrow == self._is_narrow:
            return
        self._is_narrow = narrow
        for widget in (self.field, self._tools, self.by, self._by_tools):
            self._grid.removeWidget(widget)
        if narrow:
            for row, widget in enumerate((self.field, self._tools, self.by, self._by_tools)):
                self._grid.addWidget(widget, row, 0, 1, 2)
        else:
            for row, (field, tools) in enumerate(((self.field, self._tools), (self.by, self._by_tools))):
                self._grid.addWidget(field, row, 0)
                self._grid.addWidget(tools, row, 1)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1)
        self.updateGeometry()

    def _restyle(self) -> None:
        self._sign.redraw()
        self._by_sign.redraw()
        self._later.start()

    def _reword(self) -> None:
        for field, words in ((self.field, self.tr("Find")), (self.by, self.tr("Replace with"))):
            field.setPlaceholderText(words)
            field.setAccessibleName(words)
        self.case.set_words(self.tr("Match case"))
        self.whole.set_words(self.tr("Whole words only"))
        self.pattern.set_words(self.tr("Pattern (regular expression)"))
        self.before.set_words(self.tr("Previous hit (Shift+F3)"))
        self.after.set_words(self.tr("Next hit (F3)"))
        self.more.set_words(self.tr("Replace… (Ctrl+H)"))
        self.close_button.set_words(self.tr("Close the search (Esc)"))
        self.one.set_words(self.tr("Replace"))
        self.all.set_words(self.tr("Replace all"))


class SignButton(QToolButton):
    """A switch drawn as two letters; `set_words` says what it does."""

    def __init__(self, sign: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(sign)
        self.setCheckable(True)
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._restyle()
        theme().changed.connect(self._restyle)

    def set_words(self, words: str) -> None:
        """Change tooltip and accessible name."""
        self.setToolTip(words)
        self.setAccessibleName(words)

    def _restyle(self) -> None:
        self.setFont(theme().code_font(11))
        self.setFixedSize(self.sizeHint())
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Room for two letters."""
        side = max(theme().px(SMALLEST_TARGET), SMALLEST_TARGET)
        return QSize(side + 4, side)
