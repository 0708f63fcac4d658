"""The settings window: a list of pages, a search over all their fields, the page that is looked at. What is changed acts at once.

Above: `settings_room`. Below: `page_list`, `page_view`, `search`. It stays while the window is used.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QStackedWidget, QVBoxLayout

from studio.gui.dialogs.dialog_frame import DialogFrame, plain_button
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.other_language import OtherLanguages
from studio.gui.settings.page import SettingsPage, SettingsPort
from studio.gui.settings.page_list import PageList
from studio.gui.settings.page_view import PageView
from studio.gui.settings.search import Hit, find
from studio.gui.widgets.field_sign import FieldSign


class SettingsWindow(TabbedDialog):
    """`search` is the field, `list` the pages or hits; `page` is the view in front. A page is made when it is first shown."""

    def __init__(self, port: SettingsPort, pages: Sequence[SettingsPage]) -> None:
        super().__init__(port.window)
        self.setModal(False)
        self._port, self._pages, self._others = port, {page.id: page for page in pages}, OtherLanguages()
        self._views: dict[str, PageView] = {}
        self._frame = DialogFrame(self, "")
        self.search, self.list, self._stack = QLineEdit(self), PageList(self), QStackedWidget(self)
        FieldSign(self.search, "search")
        self._none = QLabel(self)
        self._none.setProperty("role", "muted")
        self._stack.addWidget(self._none)
        self.reset = plain_button("", self)
        self._close = plain_button("", self)
        self._lay_out()
        self._join()
        self._reword()
        keep_size(self, port.workspace, "settings")
        self._look("")
        self.search.setFocus()

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.addWidget(self._stack, 1)
        panes = QHBoxLayout()
        panes.setSpacing(theme().px(20))
        panes.addWidget(self.list)
        panes.addLayout(right, 1)
        self._frame.body.addWidget(self.search)
        self._frame.body.addLayout(panes, 1)
        self._frame.add_buttons((self.reset,), (self._close,))
        self._frame.resize(940, 680)

    def _join(self) -> None:
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._look)
        self.search.installEventFilter(self)
        self.list.moved.connect(self._show)
        self.list.taken.connect(self.go_to)
        self.reset.clicked.connect(self._reset)
        self._close.clicked.connect(self.reject)
        self._port.chosen.changed.connect(self._tell_reset)
        find_it = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find_it.activated.connect(self._to_search)

    @property
    def page(self) -> PageView:
        """The page that is looked at. AssertionError while nothing is found."""
        found = self._stack.currentWidget()
        assert isinstance(found, PageView)
        return found

    def go_to(self, page: str, field: str = "") -> None:
        """Show a page, with the keyboard in a field of it, or in its first."""
        self._show(page, field)
        rows = self.page.rows
        if field or rows:
            self.page.go_to(field or next(iter(rows)))

    def show_page(self, page: str, field: str = "") -> None:
        """Bring a page to the front, as other parts of the window ask for it."""
        self.search.clear()
        self.list.go_to(page)
        if field:
            self.go_to(page, field)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the search Enter goes to the field that was found, Down into the list."""
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                place = self.list.first_hit()
                if place[0]:
                    self.go_to(*place)
                return True
            if event.key() == Qt.Key.Key_Down:
                self.list.setFocus(Qt.FocusReason.OtherFocusReason)
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc first empties the search, then closes."""
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
            self._to_search()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "list"):
            self._reword()
            self._look(self.search.text())
        elif event.type() == QEvent.Type.ActivationChange and self.isActiveWindow() and hasattr(self, "list"):
            for view in self._views.values():
                view.show_values()

    def _look(self, typed: str) -> None:
        """Show what fits, and stay on the page that is looked at if it does."""
        hits = find(tuple(self._pages.values()), typed, lambda text: self._others.words("Settings", text))
        here = self.list.place(self.list.currentRow())
        if typed.strip() and not any(hit.page.id == here[0] for hit in hits):
            here = _first(hits)
        self.list.show_hits(hits, here)
        marked = {hit.page.id: frozenset(field.id for field in hit.fields) for hit in hits}
        self._marked = marked
        self._show(*self.list.place(self.list.currentRow()))

    def _show(self, page: str, field: str) -> None:
        if not page:
            self._stack.setCurrentWidget(self._none)
        else:
            if page not in self._views:
                self._views[page] = PageView(self._pages[page], self._port, self)
                self._stack.addWidget(self._views[page])
            view = self._views[page]
            self._stack.setCurrentWidget(view)
            view.mark(self._marked.get(page, frozenset()))
            if field:
                view.show_field(field)
        self._tell_reset()

    def _tell_reset(self, _path: str = "") -> None:
        view = self._stack.currentWidget()
        self.reset.setEnabled(isinstance(view, PageView) and not view.is_usual)

    def _reset(self) -> None:
        self.page.reset()
        self._to_search()

    def _to_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _reword(self) -> None:
        self._frame.set_title(self.tr("Settings"))
        for widget in (self.search,):
            widget.setPlaceholderText(self.tr("Find a setting"))
            widget.setAccessibleName(self.tr("Find a setting"))
        self.list.setAccessibleName(self.tr("Pages"))
        self._none.setText(self.tr("No setting has these words."))
        self.reset.setText(self.tr("Reset this page"))
        self._close.setText(self.tr("Close"))


def _first(hits: Sequence[Hit]) -> tuple[str, str]:
    return next(((hit.page.id, "") for hit in hits), ("", ""))
