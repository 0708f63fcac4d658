"""What can be done where the person is: actions of the part that has the keyboard, and of the step looked at.

Above: `window`. Below: `actions`, the panes. A key of a part is the part's own; the entry of a menu or of the palette is handed on to it
as if its key were pressed there.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QMenuBar, QWidget
from shiboken6 import isValid

from studio.gui.action_set import shortcuts
from studio.gui.actions import ACTIONS
from studio.gui.bridge import Bridge
from studio.gui.editors.json_editor import JsonEditor
from studio.gui.focus_round import text_kind
from studio.gui.panes.timeline import TimelinePane
from studio.gui.session_panes import SessionPanes
from studio.gui.visits import Visits
from studio.gui.widgets.find_bar import FindBar
from studio.gui.widgets.find_place import bar_near

if TYPE_CHECKING:
    from studio.gui.panes.http_pane import HttpPane
    from studio.present.row import Row

_IN_JSON = frozenset({"format_json", "sort_keys", "complete", "go_to_line", "copy_path", "quick_fix"})
"""What an editor of JSON does with keys itself."""
_IN_TEXT = frozenset({"find", "find_next", "find_previous"})
"""What a text with a find bar does; where it can be changed also *replace*."""
_OF_ROW = ("edit", "mock_tool", "record_rule", "stop_before", "stop_after", "compare", "hide_kind")
_CHILDREN = Qt.FindChildOption.FindDirectChildrenOnly


class Here(QObject):
    """Knows where the keyboard is, also while a menu or the palette has it for a moment. `step` does the one thing that is due."""

    def __init__(
        self,
        window: QWidget,
        bridge: Bridge,
        parts: "tuple[SessionPanes, TimelinePane, Callable[[], HttpPane]]",
        step: Callable[[], object],
    ) -> None:
        super().__init__(window)
        self._window, self._bridge, self._step = window, bridge, step
        self._panes, self._timeline, self._http = parts
        self._last: QWidget | None = None
        self._visits, self._going = Visits(), False
        self._keys = {spec.id: shortcuts(spec) for spec in ACTIONS if spec.local}
        for pane in (self._panes.request, self._panes.response):
            key = QShortcut(QKeySequence("Ctrl+D"), pane)
            key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            key.activated.connect(lambda pane=pane: pane.show_view("diff"))
        mock = QShortcut(QKeySequence("Ctrl+M"), self._timeline.view)
        mock.setContext(Qt.ShortcutContext.WidgetShortcut)
        mock.activated.connect(self._mock_row)
        bridge.session_changed.connect(self._visits.clear)
        bridge.selected.connect(self._visited)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_changed)

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {
            **{id: self._presser(id) for id in self._keys},
            "filter_timeline": self._timeline.focus_filter,
            **{id: self._chooser(id) for id in ("copy_text", "copy_json")},
            **{f"row_{id}": self._chooser(id) for id in _OF_ROW},
            "row_mock_tool": self._mock,
            "fold_all": lambda: self._timeline.fold_all(True),
            "open_all": lambda: self._timeline.fold_all(False),
            **{f"copy_{form}": self._copier(form) for form in ("curl", "python")},
            "revert_step": lambda: self._bridge.do(lambda opened: opened.revert_reply()),
            "previous_round": lambda: self._go_round(-1),
            "next_round": lambda: self._go_round(1),
            "place_back": lambda: self._go_place(-1),
            "place_forward": lambda: self._go_place(1),
            "commit_and_step": self._commit_and_step,
        }

    @property
    def text(self) -> Literal["", "read", "edit"]:
        """What kind of text has the keyboard."""
        return text_kind(self._focus())

    def offers(self) -> frozenset[str]:
        """The ids of what can be done here: keys of the parts around the keyboard, and places to go back and forward to."""
        chain = tuple(self._chain())
        found = {id for id, keys in self._keys.items() if any(_shortcut(part, keys) is not None for part in chain)}
        if any(isinstance(part, JsonEditor) and not part.isReadOnly() for part in chain):
            found |= _IN_JSON
        text = next((part for part in chain if hasattr(type(part), "find_bar")), None)
        if text is not None:
            found |= _IN_TEXT | ({"replace"} if self.text == "edit" else set())
        row = self._timeline.model.row_at(self._timeline.view.current_row)
        if row is not None:
            found |= {f"row_{id}" for id in _OF_ROW if self._timeline.allowed(id, row)}
        elif self._row_to_mock() is not None:
            found.add("row_mock_tool")
        found |= {id for id, by in (("place_back", -1), ("place_forward", 1)) if self._visits.ahead(by)}
        return frozenset(found)

    # ---- where the keyboard is

    def _focus_changed(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self._window.isAncestorOf(now) and not isinstance(now, QMenuBar):
            self._last = now

    def _focus(self) -> QWidget | None:
        """What has the keyboard in this window, or had it before a menu or the palette took it."""
        now = QApplication.focusWidget()
        if now is not None and self._window.isAncestorOf(now) and not isinstance(now, QMenuBar):
            return now
        kept = self._last if self._last is not None and isValid(self._last) else None
        return kept if kept is not None and kept.isVisible() else None

    def _chain(self) -> Iterator[QWidget]:
        """From what has the keyboard up to the window."""
        part = self._focus()
        while part is not None and part is not self._window:
            yield part
            part = part.parentWidget()

    # ---- what is done

    def _presser(self, id: str) -> Callable[[], object]:
        return lambda: self._press(id, self._keys[id])

    def _press(self, id: str, keys: list[QKeySequence]) -> None:
        """As if the key was pressed where the keyboard is: the nearest shortcut of a part or find bar, else the key itself."""
        focus, chain = self._focus(), tuple(self._chain())
        if focus is None:
            return
        focus.setFocus()
        found = next((one for part in chain if (one := _shortcut(part, keys)) is not None), None)
        bar = bar_near(focus) if id in _IN_TEXT or id == "replace" else None
        if bar is not None:
            _find(bar, id)
        elif found is not None:
            found.activated.emit()
        else:
            stroke = keys[0][0]  # type: ignore[index]
            focus.keyPressEvent(QKeyEvent(QEvent.Type.KeyPress, stroke.key(), stroke.keyboardModifiers()))

    def _chooser(self, id: str) -> Callable[[], object]:
        return lambda: self._choose(id)

    def _choose(self, id: str) -> None:
        """Do what an entry of the selected row's menu is for."""
        row = self._timeline.model.row_at(self._timeline.view.current_row)
        if row is not None:
            self._timeline.choose(id, row)

    def _mock(self) -> None:
        """Mock the call of the card around the keyboard, else that of the selected step."""
        keys = self._keys["row_mock_tool"]
        if any(_shortcut(part, keys) is not None for part in self._chain() if part is not self._timeline.view):
            self._press("row_mock_tool", keys)
        else:
            self._mock_row()

    def _mock_row(self) -> None:
        row = self._row_to_mock()
        if row is not None:
            self._timeline.choose("mock_tool", row)

    def _row_to_mock(self) -> "Row | None":
        """The selected row; without one that with the arrow, where the ring shows the keyboard to be."""
        rows, at = self._timeline.model.rows, self._timeline.view.current_row
        if at < 0 and rows is not None:
            head = rows.head_row()
            at = -1 if head is None else head
        row = self._timeline.model.row_at(at)
        return row if row is not None and self._timeline.allowed("mock_tool", row) else None

    def _copier(self, form: str) -> Callable[[], object]:
        return lambda: self._copy_request(form)

    def _copy_request(self, form: str) -> None:
        text = self._http().copied(form)
        if text:
            QGuiApplication.clipboard().setText(text)
        else:
            self._bridge.notice.emit(self.tr("Nothing of this round went over HTTP."))

    def _commit_and_step(self) -> None:
        """Commit what is typed where the keyboard is; the next step follows unless that began something by itself."""
        typed = next((part for part in self._chain() if hasattr(part, "commit_requested")), None)
        if typed is not None:
            typed.commit_requested.emit()
        if not self._bridge.is_busy:
            self._step()

    # ---- rounds and places

    def _go_round(self, by: int) -> None:
        rows, at = self._timeline.model.rows, self._timeline.view.current_row
        if rows is None:
            return
        at = at if at >= 0 else (rows.head_row() or 0)
        found = next((row for row in _way(at, by, len(rows)) if rows.row(row).kind == "round"), None)
        if found is not None:
            self._timeline.view.select(found)

    def _visited(self, node: int) -> None:
        if not self._going:
            self._visits.visit(node or None)

    def _go_place(self, by: int) -> None:
        if not self._visits.ahead(by):
            return
        self._going = True
        place = self._visits.go(by)
        if place is None:
            self._timeline.clear_selection()
        else:
            self._timeline.select_node(place)  # type: ignore[arg-type]
        self._going = False


def _find(bar: FindBar, id: str) -> None:
    """What an action that finds does with a find bar."""
    if id in ("find_next", "find_previous") and bar.rows.field.text():
        bar.go(1 if id == "find_next" else -1)
    else:
        bar.open_bar(replace=id == "replace")


def _shortcut(part: QWidget, keys: list[QKeySequence]) -> QShortcut | None:
    """The shortcut of a part for one of the keys."""
    for one in part.findChildren(QShortcut, options=_CHILDREN):
        own = one.keys()
        if one.isEnabled() and any(key in own for key in keys):
            return one
    return None


def _way(at: int, by: int, count: int) -> range:
    """The rows from the one after `at` to the end of the list, that way."""
    return range(at + 1, count) if by > 0 else range(at - 1, -1, -1)
