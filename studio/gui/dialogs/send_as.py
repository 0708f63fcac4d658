"""*Send as*: the due request asked natively, with the tools as text, and in JSON mode, and the three replies side by side.

Above: `window`. Below: `way_column`, `workspace/send_as`. Nothing is sent before the person says so; each way is a branch of the session.
"""

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.dialogs.way_column import WayColumn
from studio.gui.look.theme import theme
from studio.gui.parameters.calls_choice import CallsChoice
from studio.gui.parameters.labelled_field import LabelledField
from studio.gui.words import told_error
from studio.messages.reply import ChatReply
from studio.problems import StudioError
from studio.session.nodes import NodeId
from studio.workspace.opened import OpenedSession
from studio.workspace.parameters import TEXT_FORMS
from studio.workspace.send_as import Told, Way, send_as, ways
from studio.workspace.workspace import Workspace


class SendAsDialog(TabbedDialog):
    """`columns` are the three ways, from left to right."""

    def __init__(self, parent: QWidget, workspace: Workspace, bridge: Bridge) -> None:
        super().__init__(parent)
        session = bridge.session
        assert session is not None
        hint = self.tr(
            "The due request is asked in three ways, one after the other. Each reply is kept in the session, which stays where it is."
        )
        self._frame = DialogFrame(self, self.tr("Send as"), hint)
        self._bridge, self._session = bridge, session
        self._ways: tuple[Way, ...] = ways(session.state.setup)
        self._asking: asyncio.Task[None] | None = None
        self._is_open = True
        self._told: list[Told] = []
        self.form = CallsChoice(self, ways=TEXT_FORMS)
        self.form.set_value(self._ways[1].form)
        self.columns = [WayColumn(self) for _ in self._ways]
        self.send, self._close = main_button(self.tr("Send"), self), plain_button(self.tr("Close"), self)
        self._said = QLabel(self)
        self._said.setWordWrap(True)
        self._lay_out()
        self._connect()
        self._show_ways()
        self._frame.resize(1080, 720)
        keep_size(self, workspace, "send_as")
        self.send.setFocus()

    @property
    def is_asking(self) -> bool:
        """Whether requests are under way."""
        return self._asking is not None

    def reject(self) -> None:
        """Esc ends what is under way first; a second one closes."""
        if self._asking is not None:
            self._cancel()
        else:
            super().reject()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme().px(12))
        for column in self.columns:
            row.addWidget(column, 1)
        self._frame.body.addWidget(LabelledField(self.tr("Text form"), self.form, self))
        self._frame.body.addLayout(row, 1)
        self._frame.body.addWidget(self._said)
        self._frame.add_buttons((), (self.send, self._close))

    def _connect(self) -> None:
        self.form.chosen.connect(self._show_ways)
        self.send.clicked.connect(self._send_or_cancel)
        self._close.clicked.connect(self._leave)
        self._bridge.partial.connect(self._show_partial)
        self.finished.connect(lambda _result: self._done())
        press_by_keys(self, self.send)
        for column in self.columns:
            column.chosen.connect(self._go_on)

    def _show_ways(self) -> None:
        self._ways = ways(self._session.state.setup, self.form.value())
        for column, way in zip(self.columns, self._ways, strict=True):
            column.show_way(way, _body(self._session, way))
        self._say(self.tr("Nothing has been sent yet."))

    def _send_or_cancel(self) -> None:
        if self._asking is not None:
            self._cancel()
            return
        self._show_ways()
        self._told = []
        self._show_next()
        self.send.setText(self.tr("Cancel"))
        self.form.setEnabled(False)
        self._asking = self._bridge.spawn("send as", self._ask())

    async def _ask(self) -> None:
        try:
            told = await send_as(self._session, self._ways, self._take)
            if self._is_open and len(told) == len(self._ways):
                self._say(self.tr("The session stands where it stood. The replies are branches of it."))
        except StudioError as error:
            if self._is_open:
                self._say(told_error(error), wrong=True)
        finally:
            if self._is_open:  # else its widgets are gone
                self._ended()

    def _take(self, told: Told) -> None:
        if not self._is_open:
            return
        self.columns[len(self._told)].show_told(told)
        self._told.append(told)
        self._show_next()

    def _show_next(self) -> None:
        at = len(self._told)
        cancelled = bool(self._told) and self._told[-1].error is not None and self._told[-1].error.kind == "cancelled"
        if at < len(self._ways) and not self._ways[at].refused and not cancelled:
            self.columns[at].show_asking()
            self._say(self.tr("Asking one way after the other. Esc cancels."))

    def _show_partial(self, reply: ChatReply | None) -> None:
        if self._asking is not None and reply is not None and len(self._told) < len(self.columns):
            self.columns[len(self._told)].show_partial(reply)

    def _cancel(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._say(self.tr("Cancelled. What had come is kept on its branch."))

    def _ended(self) -> None:
        self._asking = None
        for column in self.columns[len(self._told) :]:
            column.show_stopped()
        self.send.setText(self.tr("Send again"))
        self.form.setEnabled(True)

    def _leave(self) -> None:
        self._cancel()
        super().reject()

    def _done(self) -> None:
        self._cancel()
        self._is_open = False

    def _go_on(self, node: int) -> None:
        """The session stands on that branch from now on."""
        if self._asking is None and self._bridge.do(lambda opened: opened.rewind(NodeId(node))):
            self.accept()

    def _say(self, text: str, *, wrong: bool = False) -> None:
        self._said.setProperty("role", "error" if wrong else "muted")
        self._said.setText(text)
        self._said.style().unpolish(self._said)
        self._said.style().polish(self._said)
        self._said.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)


def _body(session: OpenedSession, way: Way) -> str:
    """What would be sent; empty where it cannot be said."""
    if way.refused:
        return ""
    try:
        return session.request_json_as(way.setup)
    except StudioError:
        return ""
