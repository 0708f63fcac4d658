"""The page shown when nothing is open: the demo, a new session, open, recovery, recent sessions.

Above: `window`. Below: `workspace` (values only), `widgets`. It asks by signals; who opens is the desk.
"""

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.recent_list import RecentList
from studio.gui.panes.recovery_bar import RecoveryBar
from studio.gui.panes.sample_list import SampleList
from studio.gui.panes.start_tile import Tile
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.pane_header import IconSign

_WIDTH, _EDGE = 820, 24


class StartPage(QScrollArea):
    """Enter runs the demo. Opening anything is asked for by the signals."""

    demo_wanted = Signal()
    new_wanted = Signal()
    open_wanted = Signal()
    file_wanted = Signal(Path)
    """A session to open."""
    forget_wanted = Signal(Path)
    """A session to take off the list."""
    pin_wanted = Signal(Path, bool)
    """A session to stand first from now on, or no longer."""
    folder_wanted = Signal(Path)
    """A session of which the folder is to be shown."""
    sample_wanted = Signal(str)
    """The id of a sample session to open a copy of."""
    leave_wanted = Signal(Path)
    """A session that was open when the program ended, to be left closed."""
    language_wanted = Signal()
    theme_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("start_page")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._title, self._line = QLabel("Toolcall Studio", self), QLabel(self)
        self._title.setProperty("role", "page_title")
        self._line.setProperty("role", "muted")
        self._line.setWordWrap(True)
        self.recovery = RecoveryBar(self)
        self.demo = Tile("run", "accent", self)
        self.new = Tile("plus", "response", self)
        self.open = Tile("folder", "call", self)
        self.samples, self.recent = SampleList(self), RecentList(self)
        self._drop, self._drop_words = QFrame(self), QLabel(self)
        self._drop.setObjectName("drop_hint")
        self._drop.setMinimumHeight(44)
        self._fill_drop()
        self._language, self._theme = Button("", self, look="link"), Button("", self, look="link")
        self.setWidget(self._page())
        self._connect()
        self._reword()

    def focus_first(self) -> None:
        """Put the keyboard on *Run the demo*."""
        self.demo.setFocus(Qt.FocusReason.OtherFocusReason)

    def tell_choices(self, language: str, theme: str) -> None:
        """The words of the two links at the bottom."""
        self._language.set_words(language)
        self._theme.set_words(theme)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter anywhere on the page runs the demo."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.demo_wanted.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The column is as wide as the text size asks for, within the window."""
        super().resizeEvent(event)
        self._column.setFixedWidth(max(min(theme().px(_WIDTH), self.width() - 2 * _EDGE), 320))

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _page(self) -> QWidget:
        column = self._column = QWidget(self)
        rows = QVBoxLayout(column)
        rows.setContentsMargins(0, 24, 0, 24)
        rows.setSpacing(14)
        rows.addStretch(1)
        rows.addLayout(self._head())
        rows.addSpacing(12)
        rows.addWidget(self.recovery)
        rows.addLayout(self._tiles())
        rows.addWidget(self.recent)
        rows.addWidget(self._drop)
        rows.addLayout(self._links())
        rows.addStretch(1)
        page = QWidget(self)
        page.setObjectName("start_ground")
        across = QHBoxLayout(page)
        across.addStretch(1)
        across.addWidget(column)
        across.addStretch(1)
        return page

    def _fill_drop(self) -> None:
        row = QHBoxLayout(self._drop)
        row.setSpacing(10)
        row.addStretch(1)
        row.addWidget(IconSign("response", "muted", self._drop))
        row.addWidget(self._drop_words)
        row.addStretch(1)

    def _head(self) -> QHBoxLayout:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._title)
        words.addWidget(self._line)
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(IconSign("step", "accent", self, size=36))
        head.addLayout(words, 1)
        return head

    def _tiles(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(12)
        grid.addWidget(self.demo, 0, 0, 1, 2)
        grid.addWidget(self.samples, 1, 0, 1, 2)
        grid.addWidget(self.new, 2, 0)
        grid.addWidget(self.open, 2, 1)
        for row in (0, 2):
            grid.setRowStretch(row, 1)
        return grid

    def _links(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        for link in (self._language, self._theme):
            row.addWidget(link)
        return row

    def _connect(self) -> None:
        self.demo.clicked.connect(self.demo_wanted)
        self.new.clicked.connect(self.new_wanted)
        self.open.clicked.connect(self.open_wanted)
        self.recent.chosen.connect(self.file_wanted)
        self.recent.forget.connect(self.forget_wanted)
        self.recent.pin.connect(self.pin_wanted)
        self.recent.folder_wanted.connect(self.folder_wanted)
        self.samples.chosen.connect(self.sample_wanted)
        self.recovery.go_on.connect(self.file_wanted)
        self.recovery.leave.connect(self.leave_wanted)
        self._language.clicked.connect(self.language_wanted)
        self._theme.clicked.connect(self.theme_wanted)

    def _reword(self) -> None:
        self._line.setText(self.tr("Step through tool-calling sessions, edit any message, replay from any point."))
        self.demo.say(
            self.tr("Run the demo"),
            self.tr("A refund agent with six tools and a scripted model. No key and no network needed."),
            self.tr("Enter"),
        )
        self.new.say(
            self.tr("New session"), self.tr("Choose a model and tools, write the first message."), self.tr("Ctrl+N")
        )
        self.open.say(self.tr("Open"), self.tr("A session file. Opening it runs nothing."), self.tr("Ctrl+O"))
        self._drop_words.setText(self.tr("Drop a session file anywhere in this window, or choose File › Open"))
