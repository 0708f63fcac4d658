"""The HTTP dock: the exchanges of the round looked at, and of the chosen one request, response, headers, timing, raw bytes.

Above: `window`. Below: `wire_shown`, `exchange_list`, `exchange_texts`, `text_window`. Shows what is kept, keys blanked; nothing is made
for a view that is not shown.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QScrollArea, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.look.theme import theme
from studio.gui.panes.exchange_list import ExchangeList
from studio.gui.panes.exchange_texts import ExchangeTexts, text_of
from studio.gui.panes.header_list import HeaderList
from studio.gui.panes.not_sent import not_sent
from studio.gui.panes.text_window import TextWindow
from studio.gui.panes.timing_view import TimingView
from studio.gui.panes.wire_shown import WireShown
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.in_view import InView
from studio.gui.widgets.row_inset import inset_bar
from studio.gui.widgets.segmented import Segmented
from studio.gui.words import fill
from studio.present.exchanges import Exchanged
from studio.session.nodes import NodeId

_VIEWS = ("request", "response", "headers", "timing", "raw")


class HttpPane(QWidget):
    """`key_variable` gives the environment variable of a profile's key, by its name; it stands in copies where the key was."""

    def __init__(
        self,
        bridge: Bridge,
        shown: WireShown,
        parent: QWidget | None = None,
        *,
        key_variable: Callable[[str], str] = lambda _profile: "",
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._bridge, self._shown, self.in_view = bridge, shown, InView(self)
        self.texts = ExchangeTexts(bridge, key_variable, self)
        self._filled: dict[str, object] = {}
        self.list = ExchangeList(self)
        self.switch = Segmented("", [(view, "") for view in _VIEWS], self)
        self.copy = Button("", self, look="quiet", icon_name="copy")
        self.note, self._none = QLabel(self), EmptyState("", parent=self, icon="globe")
        self.request, self.response = TextWindow(self, json=True), TextWindow(self, json=True)
        self.stream, self.raw = TextWindow(self), TextWindow(self)
        self.headers, self.timing = HeaderList(self), TimingView(self)
        self._lay_out()
        self._join()
        self._reword()

    def _lay_out(self) -> None:
        self.pages = QStackedWidget(self)
        self._response = QStackedWidget(self)
        self._timing = QScrollArea(self)
        self._timing.setWidget(self.timing)
        self._timing.setWidgetResizable(True)
        self._timing.setProperty("look", "surface")
        self.timing.setProperty("look", "surface")
        self.timing.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        for page in (self.response, self.stream):
            self._response.addWidget(page)
        for view in (self.request, self._response, self.headers, self._timing, self.raw):
            self.pages.addWidget(view)
        self.note.setProperty("role", "small_muted")
        self.note.setWordWrap(True)
        self.note.setContentsMargins(12, 0, 12, 4)
        split = QSplitter(self)
        split.addWidget(self.list)
        split.addWidget(self._right())
        split.setSizes([380, 580])
        split.setStretchFactor(1, 1)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._none)
        self._stack.addWidget(split)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)

    def _right(self) -> QWidget:
        right, bar = QWidget(self), QWidget(self)
        row = QHBoxLayout(bar)
        inset_bar(row)
        row.addWidget(self.switch)
        row.addStretch(1)
        row.addWidget(self.copy)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget, stretch in ((bar, 0), (self.note, 0), (self.pages, 1)):
            column.addWidget(widget, stretch)
        return right

    def _join(self) -> None:
        for signal in (self._bridge.session_changed, self._bridge.refreshed):
            signal.connect(self._refresh)
        self._shown.changed.connect(self._show)
        self.in_view.came.connect(self._come)
        self.list.chosen.connect(lambda node: self._shown.choose(NodeId(node)))
        self.switch.chosen.connect(lambda _view: self._fill())
        self.copy.clicked.connect(self._open_menu)
        self._none.pressed.connect(lambda: self._bridge.way_wanted.emit("step"))
        theme().changed.connect(self._redraw)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def show_view(self, name: str) -> None:
        """Show one of the views: request, response, headers, timing, raw."""
        self.switch.set_current(name)
        self._fill()

    def copied(self, what: str) -> str:
        """The chosen exchange as text: `shown` (the view), `curl` or `python`. Empty when there is nothing."""
        self._shown.refresh()
        one = self._shown.chosen
        if one is None or (what != "shown" and not one.url):
            return ""
        if what == "shown":
            return self._shown_text()
        return self.texts.copy(one, what)

    # What is shown

    def _refresh(self) -> None:
        if self.in_view.is_there:
            self._shown.refresh()

    def _come(self) -> None:
        self._refresh()
        self._show()

    def _redraw(self) -> None:
        self.list.redraw()
        self.headers.redraw()
        self._show()

    def _show(self) -> None:
        if not self.in_view.is_there:
            return
        one = self._shown.chosen
        self._none.set(*not_sent(self._bridge.session), "globe")
        self._stack.setCurrentIndex(0 if one is None else 1)
        self.list.show_exchanges(self._shown.exchanges, one)
        if one is not None:
            self.note.setText(self.texts.note(one))
            self.note.setVisible(bool(self.note.text()))
            self._fill()

    def _fill(self) -> None:
        """Make the view that is shown, unless it shows this exchange already."""
        view, one = self.switch.current(), self._shown.chosen
        self.pages.setCurrentIndex(_VIEWS.index(view))
        if one is None or self._filled.get(view) == (self._bridge.session, one):
            return
        self._filled[view] = (self._bridge.session, one)
        match view:
            case "request":
                self.request.set_text(text_of(self.texts.body(one)))
            case "response":
                self._fill_response(one)
            case "headers":
                self.headers.show_headers(*self.texts.headers(one))
            case "timing":
                self.timing.show_exchange(one.kept)
            case _:
                self.raw.set_text(self.texts.raw(one))

    def _fill_response(self, one: Exchanged) -> None:
        text = text_of(one.kept.body) if one.kept is not None else ""
        is_json = text.lstrip()[:1] in ("{", "[") and "\n{" not in text[:4000]
        self._response.setCurrentWidget(self.response if is_json else self.stream)
        (self.response if is_json else self.stream).set_text(text or self.texts.no_answer(one))

    # Copies

    def _shown_text(self) -> str:
        match self.switch.current():
            case "request":
                return self.request.text()
            case "response":
                page = self._response.currentWidget()
                return page.text() if isinstance(page, TextWindow) else ""
            case "headers":
                return self.headers.text()
            case "timing":
                return self.timing.text()
            case _:
                return self.raw.text()

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        name = fill(self.tr("Copy {what}"), what=self._word(self.switch.current()))
        for what, words in (
            ("shown", name),
            ("curl", self.tr("Copy as curl")),
            ("python", self.tr("Copy as Python (httpx)")),
        ):
            action = menu.addAction(words)
            action.setEnabled(what == "shown" or bool(self._shown.chosen and self._shown.chosen.url))
            action.triggered.connect(lambda _on=False, what=what: self._put(what))
        menu.popup(self.copy.mapToGlobal(self.copy.rect().bottomLeft()))

    def _put(self, what: str) -> None:
        QGuiApplication.clipboard().setText(self.copied(what))

    def _word(self, view: str) -> str:
        return {
            "request": self.tr("Request"),
            "response": self.tr("Response"),
            "headers": self.tr("Headers"),
            "timing": self.tr("Timing"),
            "raw": self.tr("Raw"),
        }[view]

    def _reword(self) -> None:
        self.list.setAccessibleName(self.tr("HTTP exchanges of the round"))
        self.list.set_headers(self.tr("Method"), self.tr("Status"), self.tr("Host"), self.tr("Size"), self.tr("Time"))
        self.list.aside = self.tr("on another branch")
        self.list.choice = self.tr("choice of groups")
        self.list.asked = self.tr("asked by {server}")
        self.switch.setAccessibleName(self.tr("What is shown of the exchange"))
        for view in _VIEWS:
            self.switch.set_words(view, self._word(view))
        self.copy.set_words(self.tr("Copy"))
        self.request.set_name(self.tr("HTTP request"))
        for page in (self.response, self.stream):
            page.set_name(self.tr("HTTP response"))
        self.raw.set_name(self.tr("The exchange as it went"))
        self.headers.setAccessibleName(self.tr("Headers"))
        self.timing.setAccessibleName(self.tr("Timing"))
        self._none.set(*not_sent(self._bridge.session), "globe")
        self._filled.clear()
        self._show()
