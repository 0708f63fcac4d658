"""The centre of the window: the start page, or banners, Request | Response and the notice line.

Above: `window`. Below: `panes`. In a narrow window the two panes are tabs of one.
"""

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.start_page import StartPage
from studio.gui.panes.trouble_bar import TroubleBar
from studio.gui.widgets.header_tabs import HeaderTabs
from studio.gui.widgets.notice import Notice
from studio.gui.widgets.pane_header import PaneHeader
from studio.gui.widgets.shares import Shares
from studio.gui.widgets.work_bar import WorkBar
from studio.late import Late

if TYPE_CHECKING:
    from studio.gui.panes import question_banner, stop_banner
    from studio.gui.panes.hint_strip import HintStrip
else:
    question_banner = Late("studio.gui.panes.question_banner")
    stop_banner = Late("studio.gui.panes.stop_banner")

_LOW = 200
"""Height at 100 % below which the strip of hints is not shown."""


class Centre(QWidget):
    """The start page at first; `take` gives it the two panes, which are shown side by side, stacked, or as tabs: in neither until
    `use_tabs` says which, since each change of parent has all their widgets styled anew."""

    folded = Signal(bool)
    """The panes gave their room to another part of the window, or took it back."""
    banner: "stop_banner.StopBanner"
    questions: "question_banner.QuestionBanner"

    def __init__(self, start: StartPage, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("centre")
        self.start, self.trouble, self.work_bar = start, TroubleBar(self), WorkBar(self)
        self._panes: tuple[QWidget, ...] = ()
        self._strip: HintStrip | None = None
        self._header_tabs: HeaderTabs | None = None
        self.splitter, self.tabs = Shares(self), QStackedWidget(self)
        self._shown: Literal["", "split", "tabs"] = ""
        self.is_folded = False
        self.work, self._stack = QWidget(self), QStackedWidget(self)
        self._stack.addWidget(start)
        self._stack.addWidget(self.work)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._stack, 1)
        whole.addWidget(self.work_bar)
        whole.addWidget(self.trouble)
        self.notice = Notice(self)
        for bar in (self.work_bar, self.trouble):
            bar.installEventFilter(self)

    def take(self, request: QWidget, response: QWidget, headers: tuple[PaneHeader, PaneHeader]) -> None:
        """Put the two panes where a session is shown, below the banners. While they are tabs, these stand in their headers."""
        self._panes = (request, response)
        self._header_tabs = HeaderTabs(headers, self)
        self._header_tabs.chosen.connect(self.tabs.setCurrentIndex)
        self.tabs.currentChanged.connect(self._header_tabs.tell)
        self.banner, self.questions = stop_banner.StopBanner(self), question_banner.QuestionBanner(self)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        column = QVBoxLayout(self.work)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        bars = (self.questions, self.banner)
        for widget in (*bars, self.splitter, self.tabs):
            column.addWidget(widget, 0 if widget in bars else 1)
        column.addStretch(0)
        self._reword()

    def put_strip(self, strip: "HintStrip") -> None:
        """A strip above the panes, below the banners; in a low window those need its room."""
        self._strip = strip
        column = self.work.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(column.indexOf(self.splitter), strip)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A low centre keeps its room for what is due and the panes."""
        super().resizeEvent(event)
        if self._strip is not None:
            self._strip.make_room(self.height() >= theme().px(_LOW))

    @property
    def are_tabs(self) -> bool:
        """Whether the panes are tabs now."""
        return self._shown == "tabs"

    def show_start(self, on: bool) -> None:
        """Show the start page, or the panes; then the page takes no room, so that a folded centre is as low as its banners."""
        policy = QSizePolicy.Policy.Preferred if on else QSizePolicy.Policy.Ignored
        self.start.setSizePolicy(policy, policy)
        self._stack.setCurrentWidget(self.start if on else self.work)

    def use_tabs(self, on: bool) -> None:
        """Put the panes into tabs or into the splitter."""
        wanted: Literal["split", "tabs"] = "tabs" if on else "split"
        if wanted == self._shown:
            return
        self._shown, keyboard = wanted, self._keyboard()
        for pane in self._panes:
            if on:
                self.tabs.addWidget(pane)
            else:
                self.splitter.addWidget(pane)
                pane.show()
        self.splitter.lay()
        if self._header_tabs is not None:
            self._header_tabs.show_in_headers(on)
        self._show_panes()
        self._reword()
        if keyboard is not None:
            self._give_back(*keyboard)

    def fold(self, on: bool) -> None:
        """Give the room of the panes to another part of the window, or take it back; what is due stays in view above."""
        if on != self.is_folded:
            self.is_folded = on
            self._show_panes()
            self.folded.emit(on)

    def _show_panes(self) -> None:
        self.tabs.setVisible(self.are_tabs and not self.is_folded)
        self.splitter.setVisible(not self.are_tabs and not self.is_folded)

    def _keyboard(self) -> tuple[QWidget, QWidget] | None:
        """The pane in which the keyboard is, and the widget that has it."""
        at = self.window().focusWidget()
        return next(((pane, at) for pane in self._panes if pane.isAncestorOf(at)), None)

    def _give_back(self, pane: QWidget, at: QWidget) -> None:
        """A pane that goes elsewhere loses the keyboard: what is being typed stays in view and goes on."""
        self.bring(pane)
        at.setFocus()

    @property
    def is_stacked(self) -> bool:
        """Whether one pane stands above the other."""
        return self.splitter.orientation() is Qt.Orientation.Vertical

    def stack(self, on: bool) -> None:
        """One above the other, or side by side."""
        self.splitter.setOrientation(Qt.Orientation.Vertical if on else Qt.Orientation.Horizontal)
        self.splitter.lay()

    def show_alone(self, pane: QWidget | None) -> None:
        """Show one pane of the splitter alone; None shows both."""
        self.fold(False)
        for other in self._panes:
            other.setVisible(pane is None or other is pane)

    @property
    def is_alone(self) -> bool:
        """Whether one pane is shown alone."""
        return not self.are_tabs and any(pane.isHidden() for pane in self._panes)

    def bring(self, pane: QWidget) -> None:
        """Bring a pane into view when the panes are tabs, when the other one is shown alone, or when both are folded."""
        self.fold(False)
        if self.are_tabs:
            self.tabs.setCurrentWidget(pane)
        elif pane.isHidden():
            self.show_alone(pane)

    def even(self) -> None:
        """Give both panes their usual share."""
        self.splitter.share()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A notice lies above the bars at the bottom."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Resize):
            shown = (bar for bar in (self.work_bar, self.trouble) if not bar.isHidden())
            self.notice.lie_above(sum(bar.sizeHint().height() for bar in shown))
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Word the tabs anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        both = self.tr("Request and response")
        self.setAccessibleName(both)  # the keyboard waits here while the session runs
        if self._header_tabs is not None:
            self._header_tabs.set_words(both, (self.tr("Request"), self.tr("Response")))
