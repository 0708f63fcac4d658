"""A server being tried: how long it takes to start, then what it offers, or why it could not, with what it wrote to stderr.

Above: the dialog of a server. Below: `workspace/serving`, widgets. Starts nothing itself.
"""

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.widgets.pane_header import IconSign
from studio.gui.widgets.progress_line import ProgressLine
from studio.gui.words import fill, seconds, tip
from studio.session.server_view import ServerLook, WireMessage
from studio.workspace.serving import TakenTool

_TICK, _LAST_LINES = 200, 200


class McpTrial(QWidget):
    """`begin`, then `show_ready`, `show_failed` or `show_stopped`."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._since, self._clock = 0.0, QTimer(self, interval=_TICK)
        self._clock.timeout.connect(self._tick)
        self._sign, self.said, self._more = IconSign("clock", "muted", self), QLabel(self), QLabel(self)
        self.progress, self.tools, self.output = ProgressLine(self), QTreeWidget(self), QPlainTextEdit(self)
        self._printed = QLabel(self.tr("What it wrote to stderr"), self)
        self._prepare()
        self._lay_out()

    @property
    def seconds(self) -> float:
        """How long it takes so far, or took."""
        return time.monotonic() - self._since

    def begin(self) -> None:
        """It starts now."""
        self._since = time.monotonic()
        self._show("clock", "muted")
        self.progress.show_busy(self.tr("The server starts"))
        self._tick()
        self._clock.start()

    def show_ready(self, look: ServerLook, tools: Sequence[TakenTool], takes: Callable[[str], bool]) -> None:
        """It is there, and lists these tools; `takes` says by its own name whether one is taken in."""
        self._end()
        self._show("tick", "result")
        named = " ".join(part for part in (look.title, look.version) if part)
        said = self.tr("Ready after {time}: {name}") if named else self.tr("Ready after {time}")
        self.said.setText(fill(said, time=seconds(self.seconds), name=named))
        self._tell(self._counts(look, sum(takes(tool.own_name) for tool in tools), len(tools)))
        self.tools.clear()
        for tool in tools:
            self.tools.addTopLevelItem(self._item(tool, taken=takes(tool.own_name)))
        self.tools.resizeColumnToContents(0)
        self.tools.setColumnWidth(0, min(self.tools.columnWidth(0) + theme().px(16), theme().px(320)))
        first = self.tools.topLevelItem(0)
        if first is not None:
            self.tools.setCurrentItem(first)
        self.tools.setVisible(bool(tools))

    def show_failed(self, sentence: str, messages: Sequence[WireMessage]) -> None:
        """It could not be started; `messages` end with what it wrote."""
        self._end()
        self._show("error", "error")
        self.said.setText(sentence)
        self._tell(fill(self.tr("After {time}."), time=seconds(self.seconds)))
        printed = [each for each in messages if each.kind in ("stderr", "noise")]
        self.output.setPlainText("\n".join(each.text for each in printed[-_LAST_LINES:]))
        for each in (self.output, self._printed):
            each.setVisible(bool(printed))

    def show_stopped(self, *, runs: bool) -> None:
        """The person ended it; `runs`: before anything of it was ended that ran before."""
        self._end()
        self._show("stop", "muted")
        gone, there = self.tr("Cancelled: nothing of it runs."), self.tr("Cancelled: it runs as it did before.")
        self.said.setText(there if runs else gone)
        self._tell("")

    def _prepare(self) -> None:
        wrap_plainly(self.said)
        wrap_plainly(self._more)
        self._more.setProperty("role", "muted")
        self._printed.setProperty("role", "strong")
        self.tools.setHeaderLabels([self.tr("Tool"), self.tr("Description")])
        self.tools.setIndentation(theme().px(8))
        self.tools.setItemsExpandable(False)
        self.tools.setAccessibleName(self.tr("Tools found"))
        self.output.setReadOnly(True)
        self.output.setTabChangesFocus(True)
        self.output.setProperty("look", "field")
        self.output.setFont(theme().code_font(12))
        self.output.setAccessibleName(self._printed.text())

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme().px(8))
        head.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.said, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addLayout(head)
        column.addWidget(self.progress)
        column.addWidget(self._more)
        column.addWidget(self.tools, 1)
        column.addWidget(self._printed)
        column.addWidget(self.output, 1)
        column.addStretch(0)

    def _show(self, icon: str, colour: str) -> None:
        self._sign.set(icon, colour)
        self._tell("")
        for each in (self.tools, self.output, self._printed):
            each.hide()

    def _end(self) -> None:
        self._clock.stop()
        self.progress.show_idle()

    def _tell(self, words: str) -> None:
        self._more.setText(words)
        self._more.setVisible(bool(words))

    def _tick(self) -> None:
        self.said.setText(fill(self.tr("Starting… {time}"), time=f"{self.seconds:.1f} s"))

    def _counts(self, look: ServerLook, taken: int, tools: int) -> str:
        said = [self.tr("%n tool(s) taken in", "", taken)]
        if tools > taken:
            said.append(self.tr("%n left out by name", "", tools - taken))
        if look.resources:
            said.append(self.tr("%n resource(s)", "", look.resources))
        if look.prompts:
            said.append(self.tr("%n prompt(s)", "", look.prompts))
        if look.protocol:
            said.append(fill(self.tr("protocol {version}"), version=look.protocol))
        return " · ".join(said)

    def _item(self, tool: TakenTool, *, taken: bool) -> QTreeWidgetItem:
        told, name = " ".join((tool.description or tool.title).split()), tool.own_name
        if not taken:
            told = fill(self.tr("left out: {text}"), text=told)
        elif tool.spec is not None and tool.spec.name != name:
            name = f"{tool.spec.name} ({name})"
        item = QTreeWidgetItem([name, told])
        item.setFont(0, theme().code_font(12))
        item.setSizeHint(1, QSize(0, theme().row(26)))
        item.setToolTip(1, tip(tool.description))
        item.setDisabled(not taken)
        return item
