"""The answers of a sample in a list, and the chosen one in full; two of them can be compared.

Above: `sample_pane`. Below: `present/sample_answers`, the theme. A plain list of painted rows, made when they are drawn.
"""

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QPlainTextEdit, QSplitter, QTableView, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.bare_table import bare
from studio.gui.words import seconds, tip
from studio.present.sample_answers import AnswerLine, answer_line, answer_text
from studio.session.kept_samples import KeptSample

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
_ROW = 27
_NUMBER, _VARIANT, _TOKENS, _TIME = 48, 120, 96, 76


class AnswerModel(QAbstractTableModel):
    """One answer a row: number, variant, what was said, tokens, time."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.sample: KeptSample | None = None

    def show_sample(self, sample: KeptSample | None) -> None:
        """Another sample, or the same with more answers: those that are there stay."""
        old = self.sample
        if (
            old is not None
            and sample is not None
            and old.id == sample.id
            and old.taken == sample.taken[: len(old.taken)]
        ):
            if len(sample.taken) > len(old.taken):
                self.beginInsertRows(_NO_PARENT, len(old.taken), len(sample.taken) - 1)
                self.sample = sample
                self.endInsertRows()
            return
        self.beginResetModel()
        self.sample = sample
        self.endResetModel()

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """The answers that came."""
        return 0 if parent.isValid() or self.sample is None else len(self.sample.taken)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """Number, variant, what was said, tokens, time."""
        return 0 if parent.isValid() else 5

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Texts, colours, and one spoken sentence a row."""
        assert self.sample is not None
        line, column = answer_line(self.sample, index.row()), index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _texts(line)[column]
            case Qt.ItemDataRole.ForegroundRole:
                return QBrush(
                    theme().color("error" if line.failed and column == 2 else "text" if column == 2 else "muted")
                )
            case Qt.ItemDataRole.FontRole:
                return theme().code_font(12) if column == 2 and not line.failed else theme().font(12)
            case Qt.ItemDataRole.TextAlignmentRole:
                side = Qt.AlignmentFlag.AlignRight if column in (0, 3, 4) else Qt.AlignmentFlag.AlignLeft
                return int(side | Qt.AlignmentFlag.AlignVCenter)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(" · ".join(filter(None, _texts(line))))
            case Qt.ItemDataRole.AccessibleTextRole:
                return " · ".join(filter(None, _texts(line)))
            case _:
                return None


def _texts(line: AnswerLine) -> tuple[str, ...]:
    said = f"{line.prompt} ⟶ {line.said}" if line.prompt else line.said
    return f"{line.number}  ", line.variant, said, line.tokens, f"{seconds(line.seconds)}  "


class SampleAnswers(QWidget):
    """`compare_wanted` gives the places of two answers."""

    compare_wanted = Signal(int, int)
    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows, self.list, self.text = AnswerModel(self), _List(self), QPlainTextEdit(self)
        self.list.setModel(self.rows)
        bare(self.list)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.text.setReadOnly(True)
        self.text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.text.setTabChangesFocus(True)
        both = QSplitter(self)
        both.setChildrenCollapsible(False)
        both.setHandleWidth(1)
        for part in (self.list, self.text):
            both.addWidget(part)
        both.setSizes([600, 400])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(both)
        self.list.selectionModel().selectionChanged.connect(lambda _now, _was: self._show())
        theme().changed.connect(self._redraw)
        self._redraw()

    def show_sample(self, sample: KeptSample | None) -> None:
        """The answers of a sample."""
        self.rows.show_sample(sample)
        if self.rows.rowCount() and not self.list.selectionModel().hasSelection():
            self.list.selectRow(0)
        self._show()

    def two(self) -> tuple[int, int] | None:
        """The two answers to compare: those that are selected; of a single one with the first other."""
        rows = sorted(index.row() for index in self.list.selectionModel().selectedRows())
        if len(rows) == 1 and self.rows.rowCount() > 1:
            other = next(at for at in range(self.rows.rowCount()) if at != rows[0])
            return min(rows[0], other), max(rows[0], other)
        return (rows[0], rows[1]) if len(rows) >= 2 else None

    def reword(self) -> None:
        """In the language in force."""
        self.list.setAccessibleName(self.tr("Answers"))
        self.text.setAccessibleName(self.tr("The chosen answer"))

    def _show(self) -> None:
        at, sample = self.list.currentIndex().row(), self.rows.sample
        said = answer_text(sample.taken[at]) if sample is not None and 0 <= at < len(sample.taken) else ""
        if said != self.text.toPlainText():
            self.text.setPlainText(said)
        self.chosen.emit()

    def _redraw(self) -> None:
        self.list.verticalHeader().setDefaultSectionSize(theme().px(_ROW))
        self.text.setFont(theme().editor_font())
        self.text.document().setDocumentMargin(theme().px(10))
        self.list.share()
        self.list.viewport().update()


class _List(QTableView):
    """The middle column takes what the others leave."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width."""
        super().resizeEvent(event)
        self.share()

    def share(self) -> None:
        """Give each column its width."""
        px = theme().px
        ends = {0: px(_NUMBER), 1: px(_VARIANT), 3: px(_TOKENS), 4: px(_TIME)}
        if self.viewport().width() < px(520):
            ends |= {1: px(64), 3: 0}
        for column, width in (*ends.items(), (2, max(self.viewport().width() - sum(ends.values()), 80))):
            self.setColumnWidth(column, width)
