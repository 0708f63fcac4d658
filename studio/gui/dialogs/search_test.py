"""The search test: a query, and what the model would find by it, ranked, with score and tokens. Without effect.

Above: the dialog of tool search. Below: widgets, `messages/tokens`. Knows no session: the search is handed in.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.field_sign import FieldSign
from studio.gui.widgets.progress_line import ProgressLine
from studio.gui.widgets.row_inset import inset_rows
from studio.gui.words import fill, number, tip, told_error
from studio.messages.tokens import tool_tokens
from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError

if TYPE_CHECKING:
    from studio.workspace.finding import Found

_PAUSE, _ROW, _NARROW, _DECIMALS = 120, 26, 380, 2


class SearchTest(QWidget):
    """`field` takes the query, `found` lists the tools. `opened` gives the name of a tool whose line was pressed."""

    opened = Signal(str)

    def __init__(
        self,
        bridge: Bridge,
        search: "Callable[[str], Awaitable[Sequence[Found]]]",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge, self._search = bridge, search
        self._running: asyncio.Task[None] | None = None
        self._tools: Mapping[str, ToolSpec] = {}
        self.as_typed = True
        """Whether it searches while it is typed, or when Enter is pressed."""
        self.field, self.found = _QueryField(self), QTreeWidget(self)
        self._sign = FieldSign(self.field, "search")
        self.said, self.cancel, self.progress = QLabel(self), Button("", self), ProgressLine(self)
        self._typed = QTimer(self, singleShot=True, interval=_PAUSE)
        self._prepare()
        self._lay_out()

    def show_tools(self, tools: Sequence[ToolSpec]) -> None:
        """The tools of the session, of which some are found."""
        self._tools = {tool.name: tool for tool in tools}

    def run(self) -> None:
        """Search for what is typed now; a search under way is given up."""
        self._typed.stop()
        self.stop()
        query = self.field.text().strip()
        self.found.clear()
        self._say("")
        if query:
            self._running = self._bridge.spawn("search test", self._run(query))

    def run_soon(self) -> None:
        """The same after a pause in typing."""
        self._typed.start()

    def stop(self) -> None:
        """Give up a search that is under way."""
        if self._running is not None:
            self._running.cancel()
            self._running = None
        self._busy(on=False)

    def wait(self) -> None:
        """Search only when Enter is pressed: an endpoint would be asked."""
        self._typed.stop()
        self.stop()
        self.found.clear()
        self._say(self.tr("Enter asks the endpoint: for vectors of the descriptions once, and for that of the query."))

    async def _run(self, query: str) -> None:
        slow = QTimer(self, singleShot=True, interval=300)
        slow.timeout.connect(lambda: self._busy(on=True))
        slow.start()
        try:
            found = await self._search(query)
        except StudioError as error:
            self._say(told_error(error), wrong=True)
        else:
            self._show(found)
        finally:
            slow.stop()
            slow.deleteLater()
            if self._running is asyncio.current_task():
                self._busy(on=False)

    def _show(self, found: "Sequence[Found]") -> None:
        self.found.clear()
        for at, each in enumerate(found, 1):
            self.found.addTopLevelItem(self._item(at, each))
        tokens = sum(self._tokens(each) for each in found)
        if found:
            words = self.tr("%n tool(s) found, together ≈{tokens} tokens. Nothing was changed.", "", len(found))
            self._say(fill(words, tokens=number(tokens)))
        else:
            self._say(self.tr("Nothing is found by these words. Only tools that are not offered anyhow can be found."))

    def _tokens(self, each: "Found") -> int:
        """What its declaration costs, on the scale of the Tools dock and of the request."""
        session, tool = self._bridge.session, self._tools.get(each.name)
        return (
            round(tool_tokens(tool) * session.next_tokens().factor) if session is not None and tool is not None else 0
        )

    def _item(self, at: int, each: "Found") -> QTreeWidgetItem:
        tool = self._tools.get(each.name)
        tokens = self._tokens(each)
        score, by = f"{each.score:.{_DECIMALS}f}".rstrip("0").rstrip("."), ", ".join(each.words)
        item = QTreeWidgetItem([f"{at}", each.name, by, score, number(tokens)])
        item.setFont(1, theme().code_font())
        item.setForeground(0, theme().color("muted"))
        item.setForeground(2, theme().color("muted"))
        item.setSizeHint(1, QSize(0, theme().row(_ROW)))
        for column in (0, 3, 4):
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setToolTip(1, tip(tool.description if tool is not None else each.name))
        spoken = fill(
            self.tr("{name}, score {score}, about {tokens} tokens, {by}"),
            name=each.name,
            score=score,
            tokens=tokens,
            by=by,
        )
        item.setData(1, Qt.ItemDataRole.AccessibleTextRole, spoken)
        return item

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, names keep it."""
        super().resizeEvent(event)
        self.found.setColumnHidden(2, self.width() < theme().px(_NARROW))

    def _say(self, words: str, *, wrong: bool = False) -> None:
        self.said.setProperty("role", "error" if wrong else "small_muted")
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)
        self.said.setText(words)

    def _busy(self, *, on: bool) -> None:
        if on:
            self.progress.show_busy(self.tr("Searching"))
        else:
            self.progress.show_idle()
        self.cancel.setVisible(on)

    def _prepare(self) -> None:
        self.setAccessibleName(QCoreApplication.translate("SearchTest", "Search test"))
        self.field.setPlaceholderText(self.tr("Words that the model might search for"))
        self.field.setAccessibleName(self.tr("Query to try"))
        self.field.setClearButtonEnabled(True)
        self.cancel.set_words(self.tr("Cancel the search"))
        self.cancel.hide()
        inset_rows(self.found, columns=5)
        self.found.setHeaderLabels(["", self.tr("Tool"), self.tr("Found by"), self.tr("Score"), self.tr("Tokens"), ""])
        self.found.setUniformRowHeights(True)
        self.found.setAccessibleName(self.tr("Tools that would be found"))
        self.found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.found.setTabKeyNavigation(False)
        header = self.found.header()
        for column, width in ((0, 36), (3, 64), (4, 64)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, theme().px(width))
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        wrap_plainly(self.said)
        self.field.textChanged.connect(lambda _text: self.run_soon() if self.as_typed else self.wait())
        self.field.entered.connect(self.run)
        self._typed.timeout.connect(self.run)
        self.cancel.clicked.connect(lambda _on=False: self.stop())
        self.found.itemActivated.connect(lambda item, _column: self.opened.emit(item.text(1)))

    def _lay_out(self) -> None:
        head = QLabel(self.tr("Search test"), self)
        head.setProperty("role", "card_title")
        row = QHBoxLayout()
        row.addWidget(self.said, 1)
        row.addWidget(self.cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addWidget(head)
        column.addWidget(self.field)
        column.addWidget(self.progress)
        column.addWidget(self.found, 1)
        column.addLayout(row)


class _QueryField(QLineEdit):
    """Enter searches, and presses no button of the dialog."""

    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ):
            self.entered.emit()
        else:
            super().keyPressEvent(event)
