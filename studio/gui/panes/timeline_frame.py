"""The widgets of the timeline, laid out and worded: tabs, filter, list, what stands in its place while it is empty.

Above: the timeline pane, which fills them. Below: `timeline_view`, `branch_tabs`. Knows no session.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.models.timeline_model import TimelineModel
from studio.gui.panes.branch_bar import BranchBar
from studio.gui.panes.branch_tabs import BranchTabs
from studio.gui.panes.timeline_kinds import KindsButton
from studio.gui.panes.timeline_view import TimelineView
from studio.gui.panes.timeline_wishes import TimelineWishes
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.field_sign import FieldSign
from studio.gui.widgets.word_completer import WordCompleter
from studio.gui.words import fill
from studio.present.row_filter import KINDS, STATES, Fault, completions
from studio.present.row_kinds import HIDDEN_AT_FIRST


class TimelineFrame(TimelineWishes):
    """Ctrl+L goes to the filter, F2 in the list renames the branch that is shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timeline_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self.model = TimelineModel(self)
        self.tabs, self.more, self.kept = BranchTabs(self), QToolButton(self), BranchBar(self)
        self.filter, self.unknown = QLineEdit(self), QLabel(self)
        self.filter_sign = FieldSign(self.filter, "filter")
        self.kinds = KindsButton(self)
        self.completer = WordCompleter(self.filter, lambda word: completions(word, self.tool_names()), _opens_offers)
        self.view = TimelineView(self.model, self)
        self.jump = QPushButton(self.view)
        self.empty, self.no_hits = EmptyState("", parent=self), EmptyState("", parent=self)
        self.pages = QStackedWidget(self)
        self._lay_out()
        self._join()
        self.reword()

    def redraw(self) -> None:
        """Draw everything anew, in the colours and sizes of the theme."""
        self.tabs.redraw()
        self.kept.redraw()
        self.view.redraw()
        self.jump.setIcon(icon("down", "accent"))
        side = theme().px(16)
        self.more.setIcon(icon("plus"))
        self.more.setIconSize(QSize(side, side))
        self.filter_sign.redraw()
        self.place_jump()

    def reword(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(self.tr("Timeline"))
        self.view.setAccessibleName(self.tr("Steps of the session"))
        self.tabs.setAccessibleName(self.tr("Branches"))
        self.more.setAccessibleName(self.tr("New branch here"))
        self.more.setToolTip(self.tr("New branch here: what comes next is on a branch of its own; this one stays"))
        self.filter.setPlaceholderText(self.tr("Filter steps   kind:call tool:issue_* is:edited"))
        self.filter.setAccessibleName(self.tr("Filter steps"))
        help = self._filter_help()
        self.filter.setToolTip(help)
        self.filter.setAccessibleDescription(help)
        self.jump.setText(self.tr("Jump to newest (End)"))
        self.empty.set(
            self.tr("Nothing has happened yet. Write a message to begin."), self.tr("Write a message"), "message"
        )
        self._tell_no_hits()

    def _filter_help(self) -> str:
        """What can be typed, a line each."""
        lines = (
            self.tr(
                "Plain words find what a row shows. All words must fit; of a|b one. (Ctrl+L; Down shows what fits)"
            ),
            fill(self.tr("kind:{kinds}"), kinds="|".join(KINDS)),
            fill(self.tr("is:{states} (slow: 5 s and more)"), states="|".join(STATES)),
            self.tr("tool:issue_* · round:3-7 · tokens:>500 · time:>2s"),
            self.tr('text:"…" finds what a row cuts, too'),
        )
        return "\n".join(lines)

    def tool_names(self) -> tuple[str, ...]:
        """The tools that the filter offers."""
        return ()

    def focus_filter(self) -> None:
        """Put the keyboard into the filter."""
        self.filter.setFocus()
        self.filter.selectAll()

    def tell_faults(self, faults: Sequence[Fault]) -> None:
        """Say which words of the filter ask for something there is not, and what there is."""
        unknown = self.tr("There is no {word} here, but {known}.")
        number = self.tr("{word} cannot be read. Write it like {known}.")
        said = [
            fill(number if fault.what == "number" else unknown, word=fault.word, known=", ".join(fault.instead))
            for fault in faults
        ]
        self.unknown.setText("\n".join(said))
        self.unknown.setVisible(bool(said))

    def choose_page(self) -> None:
        """The list, or why there is none."""
        rows = self.model.rows
        page: QWidget = self.view
        if rows is None or rows.is_empty:
            page = self.empty
        elif not len(rows) and not rows.busy:
            page = self.no_hits
        self.pages.setCurrentWidget(page)
        self._tell_no_hits()

    def _tell_no_hits(self) -> None:
        """Why nothing is found, which may be because it is hidden."""
        hidden = len(self.model.hidden - HIDDEN_AT_FIRST)
        sentence = self.tr("No step fits the filter.")
        if hidden:
            sentence = self.tr("No step fits the filter; %n kinds of rows are hidden.", "", hidden)
        self.no_hits.set(sentence, self.tr("Clear the filter"), "filter")

    def place_jump(self) -> None:
        """The button that leads to the newest row stands over the list, while that is not followed."""
        self.jump.setVisible(not self.view.following and self.model.rowCount() > 0)
        self.jump.adjustSize()
        size: QSize = self.jump.size()
        self.jump.move((self.view.width() - size.width()) // 2, self.view.height() - size.height() - 12)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self.reword()
            self.redraw()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        self.filter.setClearButtonEnabled(True)
        row = QHBoxLayout()
        row.setContentsMargins(8, 6, 4, 6)
        row.setSpacing(2)
        row.addWidget(self.filter)
        row.addWidget(self.kinds)
        self.unknown.setProperty("role", "error")
        self.unknown.setWordWrap(True)
        self.unknown.setContentsMargins(10, 0, 10, 6)
        self.unknown.hide()
        for page in (self.view, self.empty, self.no_hits):
            self.pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar())
        column.addWidget(self.kept)
        column.addLayout(row)
        column.addWidget(self.unknown)
        column.addWidget(self.pages, 1)
        self.jump.hide()
        self.jump.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _leave_filter(self) -> None:
        """Esc clears the filter; when it is empty, it goes to the list."""
        if self.filter.text():
            self.filter.clear()
        else:
            self.view.setFocus()

    def _bar(self) -> QWidget:
        """The tabs, and a button for one more."""
        bar = QWidget(self)
        bar.setProperty("look", "bar")
        bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 4, 0)
        row.setSpacing(0)
        row.addWidget(self.tabs)
        row.addWidget(self.more)
        row.addStretch(1)
        self.more.setAutoRaise(True)
        return bar

    def _join(self) -> None:
        self.view.following_changed.connect(lambda _following: self.place_jump())
        self.view.resized.connect(self.place_jump)
        self.jump.clicked.connect(self.view.follow)
        self.filter.returnPressed.connect(self.view.setFocus)
        leave = QShortcut(QKeySequence("Esc"), self.filter)
        leave.setContext(Qt.ShortcutContext.WidgetShortcut)
        leave.activated.connect(self._leave_filter)
        self.no_hits.pressed.connect(self.filter.clear)
        QShortcut(QKeySequence("Ctrl+L"), self).activated.connect(self.focus_filter)
        rename = QShortcut(QKeySequence("F2"), self.view)
        rename.setContext(Qt.ShortcutContext.WidgetShortcut)
        rename.activated.connect(lambda: self.tabs.rename(self.tabs.currentIndex()))
        theme().changed.connect(self.redraw)


def _opens_offers(word: str) -> bool:
    """Offers open by themselves behind a name that takes one of a few values; not over plain words."""
    return word.partition(":")[0] in ("kind", "is", "tool") and ":" in word
