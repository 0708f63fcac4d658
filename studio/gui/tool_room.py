"""The dialogs about tools: their pages, adding and importing them, reviewing what they send or run.

Above: `dialog_room`. Below: `dialogs`, `bridge`. Nothing runs here; what is added is one step of the session.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from studio.gui.action_set import ActionSet
from studio.gui.bridge import Bridge
from studio.gui.panes.tool_drop import ToolDrop
from studio.gui.panes.tool_menus import ADDING, CHOOSING
from studio.gui.panes.tools_pane import ToolsPane
from studio.gui.words import fill, told_error
from studio.late import Late
from studio.problems import StudioError
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.gui.dialogs import (
        groups,
        text_entry,
        tool_import,
        tool_new,
        tool_notes,
        tool_page,
        tool_search,
        tool_trust,
    )
else:
    groups = Late("studio.gui.dialogs.groups")
    text_entry = Late("studio.gui.dialogs.text_entry")
    tool_import = Late("studio.gui.dialogs.tool_import")
    tool_new = Late("studio.gui.dialogs.tool_new")
    tool_notes = Late("studio.gui.dialogs.tool_notes")
    tool_page = Late("studio.gui.dialogs.tool_page")
    tool_search = Late("studio.gui.dialogs.tool_search")
    tool_trust = Late("studio.gui.dialogs.tool_trust")


class ToolRoom(QObject):
    """`show` puts a dialog up."""

    def __init__(
        self, window: QWidget, workspace: Workspace, bridge: Bridge, show: Callable[[QDialog], object]
    ) -> None:
        super().__init__(window)
        self._window, self._workspace, self._bridge, self._show = window, workspace, bridge, show
        self._review_files: Callable[[], object] = lambda: None

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {
            "add_by_hand": lambda: self.add("hand"),
            "add_http": lambda: self.add("http"),
            "add_command": lambda: self.add("command"),
            "add_agent": lambda: self.add("agent"),
            "import_tools": self.import_list,
            "tool_groups": self.groups,
            "tool_search": self.search,
            "tool_notes": self.notes,
        }

    def join(self, pane: ToolsPane, actions: ActionSet, review: Callable[[], object]) -> None:
        """Do what the dock asks for; `review` shows what waits for trust."""
        pane.add_menu, pane.more_menu = _menu(actions, ADDING, pane), _menu(actions, CHOOSING, pane)
        pane.page_wanted.connect(self.page)
        pane.notes_wanted.connect(self.notes)
        pane.groups_wanted.connect(self.groups)
        pane.settings_wanted.connect(lambda id: actions[id].trigger())
        pane.executors_wanted.connect(self.review)
        pane.remove_wanted.connect(self.remove)
        pane.rename_wanted.connect(self.rename)
        pane.review_wanted.connect(review)
        self._review_files = review
        drop = ToolDrop(pane)
        drop.file_dropped.connect(self.import_file)
        drop.text_dropped.connect(self.import_text)

    def add(self, kind: str) -> None:
        """Add a tool: hand, http, command or agent. One that runs outside the program is reviewed at once."""
        session = self._bridge.session
        if session is not None:
            dialog = tool_new.NewToolDialog(self._window, self._workspace, session, kind)
            dialog.added.connect(lambda name: self.review((name,)) if kind in ("http", "command") else None)
            self._show(dialog)

    def import_list(self) -> None:
        """Import declarations that other programs keep."""
        session = self._bridge.session
        if session is not None:
            self._show(tool_import.ImportToolsDialog(self._window, self._workspace, session))

    def import_file(self, path: Path) -> None:
        """Show the declarations of a file; nothing is added before the person says so."""
        session = self._bridge.session
        if session is not None:
            dialog = tool_import.ImportToolsDialog(self._window, self._workspace, session)
            dialog.take_file(path)
            self._show(dialog)

    def import_text(self, text: str) -> None:
        """The same of a text that was dropped."""
        session = self._bridge.session
        if session is not None:
            dialog = tool_import.ImportToolsDialog(self._window, self._workspace, session)
            dialog.take_text(text)
            self._show(dialog)

    def page(self, name: str, view: str = "declaration") -> None:
        """The page of a tool, with one of its parts in front."""
        session = self._bridge.session
        tool = next((each for each in session.state.setup.tools if each.name == name), None) if session else None
        if session is not None and tool is not None:
            dialog = tool_page.ToolPage(self._window, self._workspace, session, tool)
            dialog.show_view(view)
            dialog.call_wanted.connect(self._bridge.hand_call_wanted)
            self._show(dialog)
            if view == "notes":
                dialog.notes.setFocus()

    def groups(self, name: str = "", tool: str = "") -> None:
        """The groups; with a name that one comes to the front, with a tool a new group begins with it."""
        session = self._bridge.session
        if session is not None:
            dialog = groups.GroupsDialog(self._window, self._workspace, session)
            dialog.review_wanted.connect(self._review_files)
            self._show(dialog)
            if tool:
                dialog.groups.begin(tool)
            elif name:
                dialog.groups.show_group(name)

    def search(self) -> None:
        """Tool search: its settings, and a test without effect."""
        session = self._bridge.session
        if session is not None:
            dialog = tool_search.ToolSearchDialog(self._window, self._workspace, self._bridge, session)
            dialog.page_wanted.connect(self.page)
            self._show(dialog)
            dialog.test.field.setFocus()

    def notes(self, tool: str = "") -> None:
        """What the checks say of all tools; with a name its lines come to the front."""
        session = self._bridge.session
        if session is not None:
            dialog = tool_notes.ToolNotesDialog(self._window, self._workspace, self._bridge, session, tool)
            dialog.page_wanted.connect(lambda name: self.page(name, "notes"))
            self._show(dialog)

    def review(self, names: tuple[str, ...]) -> None:
        """See what tools send or run, and trust them."""
        session = self._bridge.session
        if session is not None and names:
            self._show(tool_trust.TrustExecutorsDialog(self._window, session, names))

    def rename(self, name: str) -> None:
        """Ask for another name of a tool; its file or endpoint goes on knowing it by its own."""
        dialog = text_entry.TextEntry(
            self._window,
            fill(self.tr("Rename {tool}"), tool=name),
            self.tr("Name that the model reads"),
            text=name,
            hint=self.tr(
                "Groups, rules and mocks that name the tool follow; its file or endpoint keeps its own name for it."
            ),
            ok=self.tr("Rename"),
            refuses=lambda new: self._renamed(name, new),
        )
        self._show(dialog)

    def _renamed(self, name: str, new: str) -> str:
        """Rename a tool; the sentence where it cannot be."""
        session = self._bridge.session
        try:
            if session is not None and new != name:
                session.rename_tool(name, new)
        except StudioError as error:
            return told_error(error)
        return ""

    def remove(self, name: str) -> None:
        """Take a declared tool away; that is one step that Undo takes back."""
        self._bridge.do(lambda opened: opened.undeclare(name))


def _menu(actions: ActionSet, ids: Iterable[str], parent: QWidget) -> QMenu:
    """Actions of the window as a menu."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    for id in ids:
        menu.addAction(actions[id])
    return menu
