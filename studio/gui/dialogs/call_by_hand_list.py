"""The calls made by hand since the session was opened, and those that are kept in it; one of them is chosen to be made again.

Above: the calls by hand. Below: `workspace/by_hand`, `session/mcp_servers`. Calls nothing.
"""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill, seconds, tip
from studio.session.mcp_servers import KeptCall
from studio.workspace.by_hand import MadeCall

_LONGEST, _MOST_KEPT = 60, 6


class CallList(QWidget):
    """`made_chosen` gives a made call, `kept_chosen` a kept one, `drop_wanted` the name of one that is to be kept no more."""

    made_chosen = Signal(object)
    kept_chosen = Signal(object)
    drop_wanted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._made: tuple[MadeCall, ...] = ()
        self._kept: tuple[KeptCall, ...] = ()
        self.kept, self.made = QListWidget(self), QListWidget(self)
        self._words = (QLabel(self.tr("Kept"), self), QLabel(self.tr("Made since opening"), self))
        self.drop = Button(self.tr("Keep no more"), self, look="link")
        self._nothing = QLabel(self.tr("A call that you make stands here, to be changed and made again."), self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(6))
        for part in (self._words[0], self.kept, self.drop, self._words[1], self.made, self._nothing):
            column.addWidget(part)
        column.addStretch(0)
        self._prepare()

    def show_calls(self, kept: Sequence[KeptCall], made: Sequence[MadeCall]) -> None:
        """Show other calls; nothing is chosen by itself."""
        if (tuple(kept), tuple(made)) == (self._kept, self._made):
            return
        self._kept, self._made = tuple(kept), tuple(made)
        for box, lines in ((self.kept, map(self._kept_item, kept)), (self.made, map(self._made_item, made))):
            box.blockSignals(True)
            box.clear()
            for line in lines:
                box.addItem(line)
            box.setCurrentRow(-1)
            box.blockSignals(False)
        self._fit()

    def _prepare(self) -> None:
        for label in self._words:
            label.setProperty("role", "strong")
        self._nothing.setProperty("role", "hint")
        self._nothing.setWordWrap(True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.kept.setAccessibleName(self.tr("Kept calls"))
        self.made.setAccessibleName(self.tr("Calls made since opening"))
        for box in (self.kept, self.made):
            box.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            box.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.kept.currentRowChanged.connect(self._choose_kept)
        self.made.currentRowChanged.connect(self._choose_made)
        self.drop.clicked.connect(self._drop)
        self._fit()

    def _fit(self) -> None:
        for part in (self._words[0], self.kept, self.drop):
            part.setVisible(bool(self._kept))
        self.made.setVisible(bool(self._made))
        self.kept.setFixedHeight(min(len(self._kept), _MOST_KEPT) * theme().px(28) + theme().px(12))
        self._nothing.setVisible(not self._made)
        self.drop.setEnabled(self.kept.currentRow() >= 0)

    def _choose_kept(self, at: int) -> None:
        _let_go(self.made)
        self._fit()
        if 0 <= at < len(self._kept):
            self.kept_chosen.emit(self._kept[at])

    def _choose_made(self, at: int) -> None:
        _let_go(self.kept)
        self._fit()
        if 0 <= at < len(self._made):
            self.made_chosen.emit(self._made[at])

    def _drop(self) -> None:
        at = self.kept.currentRow()
        if 0 <= at < len(self._kept):
            self.drop_wanted.emit(self._kept[at].name)

    def _kept_item(self, call: KeptCall) -> QListWidgetItem:
        item = QListWidgetItem(icon("pin"), call.name)
        item.setToolTip(tip(f"{call.tool}\n{call.arguments}"))
        return _high(item)

    def _made_item(self, call: MadeCall) -> QListWidgetItem:
        wrong = call.outcome.status != "ok"
        told = " ".join(call.arguments.split())
        said = fill(self.tr("{tool} · {time}"), tool=call.tool, time=seconds(call.outcome.seconds))
        item = QListWidgetItem(icon("error", "error") if wrong else icon("tick", "result"), said)
        item.setToolTip(tip(f"{call.tool}\n{told}"))
        state = self.tr("failed") if wrong else self.tr("done")
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{said}, {state}, {told[:_LONGEST]}")
        return _high(item)


def _let_go(box: QListWidget) -> None:
    box.blockSignals(True)
    box.setCurrentRow(-1)
    box.blockSignals(False)


def _high(item: QListWidgetItem) -> QListWidgetItem:
    item.setSizeHint(QSize(0, theme().row(28)))
    return item
