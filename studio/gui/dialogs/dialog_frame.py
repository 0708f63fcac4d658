"""The frame that all dialogs share: a title and a sentence, the content at an inset of 24, a foot with the buttons.

Above: dialogs. Below: the theme. Knows nothing of what stands in it.
"""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from studio.gui.look.theme import theme

PAGE_INSET, GROUP_GAP, LABEL_GAP = 24, 16, 6
_BY_KEYS = "by_keys"


class DialogFrame:
    """`body` takes the content; `hint` stands under the title. Buttons come with `add_buttons`."""

    def __init__(self, dialog: QDialog, title: str, hint: str = "", *, scrolls: bool = False) -> None:
        """With `scrolls` the content can be larger than the dialog, as it may be at a large text size."""
        self._dialog = dialog
        dialog.setWindowTitle(title)
        self.title, self.hint = _label(title, "dialog_title", dialog), _label(hint, "muted", dialog)
        self.hint.setVisible(bool(hint))
        column = QVBoxLayout(dialog)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(PAGE_INSET, 20, PAGE_INSET, 20)
        self.body.setSpacing(GROUP_GAP)
        head = QVBoxLayout()
        head.setSpacing(4)
        head.addWidget(self.title)
        head.addWidget(self.hint)
        self.body.addLayout(head)
        if scrolls:
            column.addWidget(_scrolling(self.body, dialog), 1)
        else:
            column.addLayout(self.body, 1)
        self._foot = QFrame(dialog)
        self._foot.setObjectName("dialog_foot")
        column.addWidget(self._foot)

    def set_title(self, title: str) -> None:
        """Another title, for the window too."""
        self._dialog.setWindowTitle(title)
        self.title.setText(title)

    def resize(self, width: int, height: int) -> None:
        """Make the dialog this large at 100 % text, but no larger than its window."""
        parent = self._dialog.parentWidget()
        room = parent.window().size() if parent is not None else QSize(theme().px(width), theme().px(height))
        self._dialog.resize(QSize(theme().px(width), theme().px(height)).boundedTo(room))

    def add_buttons(self, left: Sequence[QPushButton], right: Sequence[QPushButton]) -> None:
        """One row of buttons; the last of `right` is the one at the corner."""
        row = QHBoxLayout(self._foot)
        row.setContentsMargins(PAGE_INSET, 12, PAGE_INSET, 12)
        row.setSpacing(8)
        for button in left:
            row.addWidget(button)
        row.addStretch(1)
        for button in right:
            row.addWidget(button)


def _scrolling(content: QLayout, dialog: QDialog) -> QScrollArea:
    area, page = QScrollArea(dialog), QWidget(dialog)
    page.setLayout(content)
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setProperty("look", "plain")
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    for ground in (area.viewport(), page):
        ground.setAutoFillBackground(False)
    return area


def group(words: str, content: QWidget | QLayout, hint: str = "") -> QVBoxLayout:
    """A field or a few with a label above and perhaps a hint below."""
    column = QVBoxLayout()
    column.setSpacing(LABEL_GAP)
    name = _label(words, "strong", None)
    column.addWidget(name)
    if isinstance(content, QWidget):
        name.setBuddy(content)
        column.addWidget(content, 1)
    else:
        column.addLayout(content, 1)
    if hint:
        column.addWidget(_label(hint, "hint", None))
    return column


def aligned_form() -> QFormLayout:
    """Rows of a label and a field."""
    form = QFormLayout()
    form.setContentsMargins(0, 0, 0, 0)
    form.setHorizontalSpacing(16)
    form.setVerticalSpacing(10)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
    return form


def main_button(words: str, dialog: QDialog) -> QPushButton:
    """The button that does what the dialog is for; Enter presses it, and Ctrl+Enter from wherever the keyboard is."""
    made = QPushButton(words, dialog)
    made.setProperty("look", "main")
    made.setDefault(True)
    press_by_keys(dialog, made)
    return made


def plain_button(words: str, dialog: QDialog) -> QPushButton:
    """Another button; it is not the default when it gets the focus."""
    made = QPushButton(words, dialog)
    made.setAutoDefault(False)
    return made


def press_by_keys(dialog: QDialog, button: QPushButton) -> None:
    """Ctrl+Enter presses a button from wherever the keyboard is in the dialog, as from a field of several lines. Two keys that are the
    same would press nothing: who asks twice has it once."""
    if button.property(_BY_KEYS):
        return
    button.setProperty(_BY_KEYS, True)
    for keys in ("Ctrl+Return", "Ctrl+Enter"):
        shortcut = QShortcut(QKeySequence(keys), dialog)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(button.click)


def inset_number(field: QAbstractSpinBox) -> None:
    """Room around the figures of a field; a style sheet cannot give it."""
    line = field.findChild(QLineEdit)
    if line is not None:
        line.setTextMargins(theme().px(7), 0, theme().px(4), 0)
    field.setMinimumWidth(theme().px(128))


def wrap_plainly(label: QLabel) -> None:
    """Let a label wrap what may hold foreign names: never read as rich text, and a long word makes no dialog wider."""
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setMinimumWidth(1)


def hint_label(words: str, parent: QWidget) -> QLabel:
    """A line of small muted words."""
    return _label(words, "hint", parent)


def _label(words: str, role: str, parent: QWidget | None) -> QLabel:
    made = QLabel(words, parent)
    made.setProperty("role", role)
    wrap_plainly(made)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
    return made
