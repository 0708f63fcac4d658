"""The resources of an MCP server: found, read, put into the request, copied, saved.

Above: `dialogs/roster`. Below: its parts, `workspace/around_tools`. Reading changes nothing; *Insert* is one change that Undo takes back.
"""

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.mcp_resource_fields import TemplateFields
from studio.gui.dialogs.mcp_resource_list import ResourceList
from studio.gui.dialogs.mcp_resource_view import ResourceView
from studio.gui.dialogs.mcp_work import ServerWork
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import fill, told_error
from studio.problems import StudioError
from studio.session.server_view import ReadContent, ResourceInfo
from studio.workspace.opened import OpenedSession
from studio.workspace.read_resources import carried
from studio.workspace.workspace import Workspace


class ResourceDialog(TabbedDialog):
    """With a `uri` that resource is read at once; a template waits until its members are filled in."""

    def __init__(
        self,
        parent: QWidget,
        workspace: Workspace,
        bridge: Bridge,
        session: OpenedSession,
        server: str,
        uri: str = "",
    ) -> None:
        super().__init__(parent)
        self._bridge, self._session, self._server, self._wanted = bridge, session, server, uri
        hint = self.tr("Reading changes nothing. What you insert goes along with the message that is sent next.")
        self._frame = DialogFrame(self, fill(self.tr("Resources of {server}"), server=server), hint)
        self.list, self.fields, self.view = ResourceList(self), TemplateFields(self), ResourceView(self)
        self._area = ScrollColumn(self.tr("What is filled in"), self, inset=2)
        self.listing, self.work = ServerWork(bridge, self), ServerWork(bridge, self)
        self.read = plain_button(self.tr("Read"), self)
        self.always = QCheckBox(self.tr("With every request"), self)
        self.insert, self._close = main_button("", self), plain_button(self.tr("Close"), self)
        self._lay_out()
        self._connect()
        self._show()
        self._frame.resize(1000, 660)
        keep_size(self, workspace, "mcp_resource")
        self.list.field.setFocus()
        self.refresh()

    def refresh(self) -> None:
        """Ask the server for its list."""
        if self._wanted:
            self.list.show_resources((ResourceInfo(self._wanted),))
            self.list.choose(self._wanted)
        work = self._session.server_resources(self._server)
        self.listing.run(self.tr("Asking the server for its resources…"), work, self._listed)

    def read_now(self) -> None:
        """Read what is chosen, once its members are filled in."""
        missing = self.fields.missing() if not self.fields.isHidden() else ()
        if missing:
            self.fields.fields[missing[0]].setFocus()
            return
        uri = self._uri()
        if uri:
            self.view.show_contents((), self.tr("Reading…"))
            self._show()
            said = fill(self.tr("Reading {uri}…"), uri=uri)
            self.work.run(said, self._session.read_resource(self._server, uri), self._read)

    # ---- inside

    def _listed(self, found: tuple[ResourceInfo, ...]) -> None:
        wanted = self._wanted
        known = any(each.uri == wanted for each in found)
        self.list.show_resources(found if known or not wanted else (ResourceInfo(wanted), *found))
        if not wanted:
            return
        self.list.choose(wanted)
        current = self.list.current()
        if current is not None and not current.template and not self.view.contents and not self.work.is_busy:
            self.read_now()

    def _read(self, contents: tuple[ReadContent, ...]) -> None:
        self.view.show_contents(tuple(replace(each, uri=each.uri or self._uri()) for each in contents))
        self._show()

    def _chosen(self, resource: ResourceInfo) -> None:
        self.work.give_up()
        self.fields.show_template(resource.uri if resource.template else "")
        self.view.show_contents((), resource.description or self.tr("Read it to see what it holds."))
        self._show()

    def _uri(self) -> str:
        current = self.list.current()
        if current is None:
            return ""
        return self.fields.uri() if current.template else current.uri

    def _show(self) -> None:
        """What can be done now, and why not."""
        self._area.setVisible(bool(self.fields.fields))
        self.read.setEnabled(bool(self._uri()) and not self.fields.missing())
        goes = self._session.resource_goes
        words = self.tr("Insert into the request") if goes == "message" else self.tr("Attach to the next message")
        self.insert.setText(words)
        why = self._why_not()
        self.insert.setEnabled(not why)
        self.insert.setToolTip(why)
        self.always.setEnabled(not why)
        if self.view.contents:
            self.work.say(why, wrong=bool(why and goes))

    def _why_not(self) -> str:
        if not self.view.contents:
            return self.tr("Read a resource first.")
        if self._session.read_only:
            return self._session.read_only
        if not self._session.resource_goes:
            return self.tr("The model is to be asked next: insert it after that.")
        try:
            carried(self.view.contents)
        except StudioError as error:
            return told_error(error)
        return ""

    def _insert(self) -> None:
        contents, always = self.view.contents, self.always.isChecked()
        try:
            if self._session.resource_goes == "message":
                self._session.insert_resource(self._server, contents, always=always)
            else:
                self._bridge.carry_wanted.emit(carried(contents, always=always))
        except StudioError as error:
            self.work.say(told_error(error), wrong=True)
            return
        self.accept()

    def _connect(self) -> None:
        self.list.chosen.connect(self._chosen)
        self.list.opened.connect(lambda _resource: self.read_now())
        self.fields.edited.connect(self._show)
        self.view.told.connect(lambda words, wrong: self.work.say(words, wrong=wrong))
        self.read.clicked.connect(self.read_now)
        self.insert.clicked.connect(self._insert)
        self._close.clicked.connect(self.reject)
        for work in (self.listing, self.work):
            self.finished.connect(lambda _result, work=work: work.give_up())
        press_by_keys(self, self.insert)

    def _lay_out(self) -> None:
        left, right = QVBoxLayout(), QVBoxLayout()
        self._area.add(self.fields)
        left.addWidget(self.list, 3)
        left.addWidget(self.listing)
        left.addWidget(self._area, 2)
        left.addWidget(self.read, 0, Qt.AlignmentFlag.AlignRight)
        left.setSpacing(theme().px(8))
        right.addWidget(self.view, 1)
        right.addWidget(self.work)
        right.addWidget(self.always)
        right.setSpacing(theme().px(8))
        panes = QHBoxLayout()
        panes.setSpacing(theme().px(20))
        panes.addLayout(left, 2)
        panes.addLayout(right, 3)
        self._frame.body.addLayout(panes, 1)
        self._frame.add_buttons((), (self.insert, self._close))
