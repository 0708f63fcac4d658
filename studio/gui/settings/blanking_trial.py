"""How many secrets are blanked in this run, and a field that shows how a text would look blanked. The text is kept nowhere.

Above: `page_privacy`. Below: `workspace/preferences`.
"""

from PySide6.QtWidgets import QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.settings.controls import OneControl
from studio.gui.settings.page import Control, SettingsPort, worded
from studio.present.marked import QT_TRANSLATE_NOOP

_TEXT = QT_TRANSLATE_NOOP("Settings", "A text to try")
_BLANKED = QT_TRANSLATE_NOOP("Settings", "The text as it would be kept")
_PASTE = QT_TRANSLATE_NOOP("Settings", "Paste a text here")
_HEIGHT = 84
_MOST = 100_000


class SecretsKnown(OneControl):
    """`said` is the sentence."""

    def __init__(self, port: SettingsPort) -> None:
        super().__init__()
        self._preferences = port.workspace.preferences
        self.said = QLabel(self)
        wrap_plainly(self.said)
        self.hold(self.said, grows=True)
        port.bridge.refreshed.connect(self.reword)
        self.reword()

    def name_it(self, words: str, hint: str) -> None:
        """A label says itself; its place has the name."""
        self.setAccessibleName(words)
        self.setAccessibleDescription(hint)

    def reword(self) -> None:
        """Look again."""
        count = self._preferences.secrets_known
        text = self.tr("%n secret(s) of this run are blanked.", "", count)
        if self.said.text() != text:
            self.said.setText(text)


class BlankingTrial(Control):
    """`text` is what is typed, `shown` what would be kept of it."""

    def __init__(self, port: SettingsPort) -> None:
        super().__init__()
        self._preferences = port.workspace.preferences
        self.text, self.shown = QPlainTextEdit(self), QPlainTextEdit(self)
        self.shown.setReadOnly(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        for field in (self.text, self.shown):
            field.setProperty("look", "field")
            field.setTabChangesFocus(True)
            field.setUndoRedoEnabled(field is self.text)
            column.addWidget(field)
        column.addStretch(1)
        self.text.textChanged.connect(self._show)
        port.chosen.changed.connect(lambda path: self._show() if path == "blanking" else None)
        theme().changed.connect(self._fit)
        self._fit()
        self.reword()

    def target(self) -> QWidget:
        """The field for the text."""
        return self.text

    def name_it(self, words: str, hint: str) -> None:
        """Each field has a name of its own."""
        self.setAccessibleName(words)
        self.text.setAccessibleDescription(hint)

    def reword(self) -> None:
        """The words in another language."""
        self.text.setPlaceholderText(worded(_PASTE))
        self.text.setAccessibleName(worded(_TEXT))
        self.shown.setAccessibleName(worded(_BLANKED))

    def _show(self) -> None:
        self.shown.setPlainText(self._preferences.blanked(self.text.toPlainText()[:_MOST]))

    def _fit(self) -> None:
        for field in (self.text, self.shown):
            field.setFixedHeight(theme().px(_HEIGHT))
