"""*Expressions*: what a condition or a watch can ask for, with examples, each tried at the step that is looked at.

Above: `help_room`. Below: `expression_words`, `bridge`, `workspace/watching`. Changes nothing but the watches, when that is chosen.
"""

import json

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import DialogFrame, group, main_button, plain_button, wrap_plainly
from studio.gui.dialogs.expression_words import EXAMPLES, ROOTS, SPELLINGS, worded
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.editors.code_editor import CodeEditor
from studio.gui.look.theme import theme
from studio.gui.words import sentence, told_error
from studio.problems import StudioError
from studio.workspace.workspace import Workspace

_ROW, _SOON, _LONGEST = 26, 150, 20_000


class ExpressionsDialog(TabbedDialog):
    """`field` holds the expression that is tried, `value` what it comes to."""

    def __init__(self, parent: QWidget, workspace: Workspace, bridge: Bridge) -> None:
        super().__init__(parent)
        hint = self.tr(
            "Conditions, watches and log texts are JMESPath over the step. Enter tries a row; nothing is changed."
        )
        self._frame, self._bridge = DialogFrame(self, self.tr("Expressions"), hint), bridge
        self.field, self.list = QLineEdit(self), QTreeWidget(self)
        self.value = CodeEditor(self.tr("What it comes to"), self, language="json")
        self.said, self.meaning = QLabel(self), QLabel(self)
        self.watch, close = main_button(self.tr("Watch this"), self), plain_button(self.tr("Close"), self)
        self._typed = QTimer(self, singleShot=True, interval=_SOON)
        self._fill()
        self._lay_out()
        self._frame.add_buttons((), (self.watch, close))
        self._frame.resize(1160, 720)
        keep_size(self, workspace, "expressions")
        self.watch.setAutoDefault(False)
        self.watch.setDefault(False)  # Enter tries what is chosen
        close.clicked.connect(lambda _on=False: self.reject())
        self.watch.clicked.connect(lambda _on=False: self._watch())
        self.field.textChanged.connect(lambda _text: self._typed.start())
        self.field.textEdited.connect(lambda _text: self.meaning.hide())
        self.field.returnPressed.connect(self._try)
        self._typed.timeout.connect(self._try)
        self.list.itemActivated.connect(lambda item, _column: self._take(item))
        self.list.itemClicked.connect(lambda item, _column: self._take(item))
        self._try()
        self.list.setFocus()

    def take(self, expression: str) -> None:
        """Try an expression."""
        self.meaning.hide()
        self.field.setText(expression)
        self._try()

    def _fill(self) -> None:
        self.field.setPlaceholderText("args.order_id")
        self.field.setFont(theme().code_font(12))
        self.field.setAccessibleName(self.tr("Expression"))
        self.list.setHeaderLabels([self.tr("Expression"), self.tr("What it asks for")])
        self.list.setAccessibleName(self.tr("Expressions to try"))
        self.list.setIndentation(theme().px(12))
        self.list.setItemsExpandable(False)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.value.setReadOnly(True)
        wrap_plainly(self.said)
        wrap_plainly(self.meaning)
        self.meaning.setProperty("role", "muted")
        self.meaning.hide()
        for title, rows in (
            (self.tr("Examples"), EXAMPLES),
            (self.tr("What can be asked for"), ROOTS),
            (self.tr("How it is written"), SPELLINGS),
        ):
            self._add_group(title, rows)
        self.list.expandAll()
        self.list.setColumnWidth(0, theme().px(286))
        first = self.list.topLevelItem(0)
        row = first.child(0) if first is not None else None
        if row is not None:
            self.list.setCurrentItem(row)

    def _add_group(self, title: str, rows: tuple[tuple[str, str], ...]) -> None:
        above = QTreeWidgetItem([title])
        above.setFlags(Qt.ItemFlag.ItemIsEnabled)
        above.setFont(0, theme().font(12, semibold=True))
        above.setSizeHint(0, QSize(0, theme().px(_ROW)))
        self.list.addTopLevelItem(above)
        above.setFirstColumnSpanned(True)
        for expression, words in rows:
            item = QTreeWidgetItem([expression, worded(words)])
            item.setFont(0, theme().code_font(12))
            item.setToolTip(0, expression)
            item.setToolTip(1, worded(words))
            item.setSizeHint(0, QSize(0, theme().px(_ROW)))
            above.addChild(item)

    def _lay_out(self) -> None:
        right, parts = QVBoxLayout(), QHBoxLayout()
        right.setSpacing(theme().px(8))
        right.addLayout(group(self.tr("Try it"), self.field))
        right.addWidget(self.meaning)
        right.addWidget(self.said)
        right.addWidget(self.value, 1)
        parts.setSpacing(theme().px(16))
        parts.addWidget(self.list, 5)
        parts.addLayout(right, 3)
        self._frame.body.addLayout(parts, 1)

    def _take(self, item: QTreeWidgetItem) -> None:
        if item.parent() is not None:
            self.take(item.text(0))
            self.meaning.setText(item.text(1))
            self.meaning.show()

    def _try(self) -> None:
        """Work the expression out at the step that is looked at."""
        self._typed.stop()
        session, text = self._bridge.session, self.field.text().strip()
        self.watch.setEnabled(False)
        if session is None:
            self._say(self.tr("Open a session, and the expression is worked out at the step that you look at."))
        elif not text:
            self._say(self.tr("Choose a row, or type an expression."))
        else:
            node = self._bridge.selection
            try:
                found = session.evaluated(text, node if node is not None and node in session.tree else None)
            except StudioError as error:
                self._say(told_error(error), wrong=True)
                return
            if found.error:
                self._say(sentence(found.error))
            else:
                self._say("", value=json.dumps(found.value, ensure_ascii=False, indent=2))
            self.watch.setEnabled(not session.read_only)

    def _say(self, said: str, *, value: str = "", wrong: bool = False) -> None:
        self.said.setProperty("role", "error" if wrong else "muted")
        self.said.setText(said)
        self.said.setVisible(bool(said))
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)
        self.value.setPlainText(value if len(value) <= _LONGEST else f"{value[:_LONGEST]}\n…")

    def _watch(self) -> None:
        text = self.field.text().strip()
        if self._bridge.do(lambda opened: opened.set_watch(text)):
            self.accept()
