"""What the Request and the Response pane have in common: header and switch, four views of one value, the round that is looked at.

Above: both panes. Below: the bridge, header and switch. Draws only what changed; knows neither requests nor replies.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.panes.commit_bar import EditMode
from studio.gui.panes.edit_door import EditDoor
from studio.gui.panes.json_page import JsonPage
from studio.gui.panes.round_shown import RoundShown, shown_at, shown_at_head
from studio.gui.panes.session_port import SessionPort
from studio.gui.panes.view_header import ViewHeader
from studio.gui.widgets.pane_header import PaneHeader
from studio.gui.widgets.segmented import Segmented
from studio.session.nodes import NodeId


class DraftView(Protocol):
    """A view in which something can be half typed."""

    draft_changed: Any

    @property
    def has_draft(self) -> bool: ...

    @property
    def drafts(self) -> set[object]: ...


class RoundPane(QWidget):
    """Follows the bridge: its session, its selection, its ticks. `views` are the keys of the views, in the order of Alt+1 to Alt+4."""

    alone_wanted = Signal()
    entered = Signal()
    """The keyboard is to go to what is worked on here."""

    def __init__(self, bridge: Bridge, sign: str, views: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"{sign}_pane")
        self._bridge, self._views = bridge, views
        self._drafted: tuple[DraftView, ...] = ()
        self._seen: tuple[Any, ...] = ()
        self._of: SessionPort | None = None
        """The session that is drawn, which `_another` was called for."""
        self.shown = RoundShown(None, NodeId(0), True)
        self.door = EditDoor(bridge, self.where)
        self.header = PaneHeader("", sign, sign, self)
        self.switch = Segmented("", [(view, "") for view in views], self)
        self._top = ViewHeader(self.header, self.switch, self)
        self._stack = QStackedWidget(self)

    @property
    def session(self) -> SessionPort | None:
        """The session shown."""
        return self._bridge.session

    @property
    def has_draft(self) -> bool:
        """Whether a view holds something that is not committed."""
        return any(view.has_draft for view in self._drafted)

    @property
    def keeps_draft(self) -> bool:
        """Whether a view holds something that is not committed, also where another step is looked at now."""
        return any(view.drafts for view in self._drafted)

    def refresh(self) -> None:
        """Draw what changed."""
        session = self.session
        if session is not self._of:
            self._change()
            return
        self.setEnabled(session is not None)
        if session is None:
            self._seen = ()
            self._draw_nothing()
            return
        self.shown = self._shown(session)
        seen = (session, session.head, self.shown, *self._sees(session))
        if seen != self._seen:
            self._seen = seen
            self._draw(session)

    def _change(self) -> None:
        """Another session is shown; whoever is told of it first brings the panes there, once."""
        if self.session is not self._of:
            self._of = self.session
            self._another()

    def redraw(self) -> None:
        """Draw all anew."""
        self._seen = ()
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self.redraw()
        super().changeEvent(event)

    # ---- what a pane fills in

    def show_view(self, view: str) -> None:
        """Show one of the views."""
        raise NotImplementedError

    def way_in(self) -> QWidget:
        """Where the keyboard goes when the pane is entered: into the view that is shown."""
        return self._stack.currentWidget() or self

    def mode(self) -> EditMode:
        """What a change of what is shown means."""
        raise NotImplementedError

    def where(self) -> tuple[EditMode, NodeId]:
        """What a change means, and the node under which it would fork."""
        raise NotImplementedError

    def _sees(self, session: SessionPort) -> tuple[Any, ...]:
        """What else is drawn, to be compared: nothing is drawn while it is the same."""
        raise NotImplementedError

    def _draw(self, session: SessionPort) -> None:
        raise NotImplementedError

    def _draw_nothing(self) -> None:
        """There is no session."""

    def _another(self) -> None:
        """Another session is shown: nothing of the former one stays."""
        raise NotImplementedError

    def _reword(self) -> None:
        raise NotImplementedError

    # ---- what is the same in both

    def _stand(self, above: Sequence[QWidget], views: Sequence[QWidget], below: Sequence[QWidget] = ()) -> None:
        """Put header, bars, views and bars one under another."""
        for view in views:
            self._stack.addWidget(view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self._top, *above):
            column.addWidget(widget)
        column.addWidget(self._stack, 1)
        for widget in below:
            column.addWidget(widget)

    def _join(self, drafted: tuple[DraftView, ...]) -> None:
        """Follow the bridge and the switch; `drafted` are the views in which something can be half typed."""
        self._drafted = drafted
        self._bridge.session_changed.connect(self._change)
        self._bridge.refreshed.connect(self.refresh)
        self._bridge.selected.connect(lambda _node: self.refresh())
        self.header.double_clicked.connect(self.alone_wanted)
        self.switch.chosen.connect(self.show_view)
        for view in drafted:
            signal: SignalInstance = view.draft_changed
            signal.connect(lambda *_: self._bridge.edits_open.emit(self.has_draft))
        for at, view_key in enumerate(self._views, 1):
            key = QShortcut(QKeySequence(f"Alt+{at}"), self)
            key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            key.activated.connect(lambda view=view_key: self._take_view(view))

    def _take_view(self, view: str) -> None:
        """Show a view by its key. Where the keyboard was in the view before, it goes along."""
        focus = QApplication.focusWidget()
        goes_along = focus is not None and self._stack.isAncestorOf(focus)
        if goes_along:
            self.switch.setFocus()  # not lost with the view that goes
        self.show_view(view)
        if goes_along:
            QTimer.singleShot(0, self, self._take_along)

    def _take_along(self) -> None:
        """A view takes the keyboard once it has its place; not when it went elsewhere meanwhile."""
        if self.switch.hasFocus():
            self.entered.emit()

    def _word_views(self, *said: str) -> None:
        for view, words in zip(self._views, said, strict=True):
            self.switch.set_words(view, words)

    def _shown(self, session: SessionPort) -> RoundShown:
        node = self._bridge.selection
        if node is None or node == session.head or node not in session.tree:
            return shown_at_head(session.state)
        return shown_at(session.tree, node, session.head)

    def _edited(self, page: JsonPage, error: str) -> None:
        """A JSON text was handed on: it was taken, or why not."""
        if error:
            page.show_error(error)
            return
        page.taken()
        self.refresh()
