"""The branches of a session as tabs over the timeline: name, rounds, a dot where something runs; F2 or a double click renames.

Above: the timeline pane. Below: `present/branch_facts`, `gui/look`. Moving to a branch is done elsewhere.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QTabBar, QWidget

from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.words import say, tip
from studio.present.branch_facts import BranchFacts
from studio.present.words import words
from studio.session.nodes import NodeId

_SHEET = """
QTabBar#branch_tabs {{ background: {raised}; qproperty-drawBase: 0; }}
QTabBar#branch_tabs::tab {{ background: transparent; color: {muted}; padding: 0 {pad}px; min-height: {high}px; border: none;
  border-right: 1px solid transparent; border-top: 2px solid transparent; font-size: {size}px; }}
QTabBar#branch_tabs::tab:hover {{ color: {text}; background: {hover}; }}
QTabBar#branch_tabs::tab:selected {{ color: {text}; background: {surface}; border-top: 2px solid {accent};
  border-right: 1px solid {border}; }}
QTabBar#branch_tabs::tab:focus {{ border: 2px solid {accent}; }}
"""


_LEAST_TAB = 92
_MOST_TABS = 60
"""Qt lays all tabs out anew for each one that is added or worded: thousands would hold the window for minutes. The dock Branches has all of
them."""


class BranchTabs(QTabBar):
    """One tab a branch; its data is the branch's first node."""

    branch_selected = Signal(int)
    branch_renamed = Signal(int, str)
    kept_wanted = Signal(int)
    """Name, note and expectation of a branch are to be written."""
    hide_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("branch_tabs")
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.rename_field = QLineEdit(self)
        self.rename_field.hide()
        self._renaming = NodeId(0)
        self._names: dict[NodeId, str] = {}
        self._shown: tuple[object, ...] = ()
        self._running = NodeId(0)
        self.rename_field.editingFinished.connect(self._renamed)
        self.rename_field.installEventFilter(self)
        self.tabBarClicked.connect(self._clicked)
        self.tabBarDoubleClicked.connect(self.rename)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)
        self.currentChanged.connect(self._current_changed)
        self.redraw()

    def redraw(self) -> None:
        """Take over the colours of the theme."""
        now = theme()
        names = ("raised", "muted", "text", "hover", "surface", "accent", "border")
        self.setStyleSheet(
            _SHEET.format(
                pad=now.px(9), high=now.px(30), size=now.px(12), **{name: now.name_of(name) for name in names}
            )
        )
        self.setIconSize(QSize(now.px(14), now.px(14)))
        self._shown = ()
        self._draw_icons()

    def show_branches(
        self,
        branches: BranchFacts | None,
        shown: NodeId,
        running: NodeId,
        kept: Callable[[NodeId], str] = lambda _start: "",
    ) -> None:
        """Show the branches that are not hidden; `shown` is the selected one, `running` the one where something runs (0: none); `kept`
        says what is kept of a branch: its note, what is expected of it."""
        starts = _nearest(branches.listed(shown), shown) if branches is not None else ()
        facts = (
            [(start, branches.name(start), branches.rounds(start), kept(start)) for start in starts] if branches else []
        )
        if (facts, shown, running) == self._shown:
            return
        self._shown = (facts, shown, running)
        self._names = {start: name for start, name, *_ in facts}
        self._running = running
        self.blockSignals(True)
        self._fit(len(facts))
        for at, (start, name, rounds, more) in enumerate(facts):
            self._say(at, start, name, rounds, more)
        self.setCurrentIndex(next((at for at in range(self.count()) if self.tabData(at) == shown), -1))
        self.blockSignals(False)
        self._draw_icons()

    def minimumSizeHint(self) -> QSize:
        """Never wider than its tabs, so that the button for a new branch stands beside them."""
        return super().minimumSizeHint().boundedTo(self.sizeHint())

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Many tabs are scrolled rather than cut to a letter."""
        whole = self.tabSizeHint(index)
        return QSize(min(whole.width(), theme().px(_LEAST_TAB)), whole.height())

    def _fit(self, count: int) -> None:
        while self.count() > count:
            self.removeTab(self.count() - 1)
        while self.count() < count:
            self.addTab("")

    def _say(self, at: int, start: NodeId, name: str, rounds: int, kept: str) -> None:
        said = say(words("count.rounds", n=rounds))
        self.setTabData(at, start)
        self.setTabText(at, f"{name} · {rounds}".replace("&", "&&"))
        told = list(filter(None, (f"{name} · {said}", kept)))
        self.setTabToolTip(at, tip("\n".join(told)))
        self.setAccessibleTabName(at, ", ".join(filter(None, (f"{name}, {said}", kept))))

    def _draw_icons(self) -> None:
        for at in range(self.count()):
            running = self.tabData(at) == self._running != 0
            token = "accent" if at == self.currentIndex() or running else "fork"
            self.setTabIcon(at, icon("dot" if running else "branch", token))

    # Selecting and renaming

    def _menu(self, where: QPoint) -> None:
        """What can be done with a branch, from its tab; the one that is shown cannot be hidden."""
        at = self.tabAt(where)
        if at < 0:
            return
        start, menu = self.tabData(at), QMenu(self)
        menu.addAction(self.tr("Rename")).triggered.connect(lambda _on=False: self.rename(at))
        menu.addAction(self.tr("Note and expectation…")).triggered.connect(
            lambda _on=False: self.kept_wanted.emit(start)
        )
        hide = menu.addAction(self.tr("Hide"))
        hide.triggered.connect(lambda _on=False: self.hide_wanted.emit(start))
        hide.setEnabled(at != self.currentIndex())
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(where))

    def _clicked(self, at: int) -> None:
        if at >= 0 and at == self.currentIndex():
            self._chosen(at)

    def _current_changed(self, at: int) -> None:
        if at >= 0:
            self._chosen(at)

    def _chosen(self, at: int) -> None:
        self._draw_icons()
        self.branch_selected.emit(self.tabData(at))

    def rename(self, at: int) -> None:
        """Let the person type another name over a tab."""
        if at < 0:
            return
        self._renaming = self.tabData(at)
        self.rename_field.setAccessibleName(self.tr("Name of the branch"))
        self.rename_field.setText(self._names[self._renaming])
        rect = self.tabRect(at)
        self.rename_field.setGeometry(rect.adjusted(0, 2, max(120 - rect.width(), 0), 0))
        self.rename_field.show()
        self.rename_field.raise_()
        self.rename_field.selectAll()
        self.rename_field.setFocus()

    def _renamed(self) -> None:
        start, name = self._renaming, self.rename_field.text().strip()
        if not start:
            return
        self._renaming = NodeId(0)
        self.rename_field.hide()
        self.setFocus()
        if name:
            self.branch_renamed.emit(start, name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2:
            self.rename(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QWidget, event: QEvent) -> bool:  # type: ignore[override]
        """Esc in the field keeps the old name."""
        if watched is self.rename_field and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.KeyPress:
                self._renaming = NodeId(0)
                self.rename_field.hide()
                self.setFocus()
            return True
        return super().eventFilter(watched, event)


def _nearest(starts: Sequence[NodeId], shown: NodeId) -> Sequence[NodeId]:
    """As many as there are tabs for, in their order: the newest, and the one that is shown."""
    if len(starts) <= _MOST_TABS:
        return starts
    newest = starts[1 - _MOST_TABS :]
    return [shown, *newest] if shown in starts and shown not in newest else starts[-_MOST_TABS:]
