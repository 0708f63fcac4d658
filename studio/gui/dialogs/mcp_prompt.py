"""The prompts of an MCP server: chosen, filled in, looked at, put into the session.

Above: `dialogs/roster`. Below: the preview, `workspace/around_tools`. *Insert* is one change that Undo takes back.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.mcp_prompt_preview import PromptPreview
from studio.gui.dialogs.mcp_work import ServerWork
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.parameters.labelled_field import LabelledField
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill, told_error
from studio.problems import StudioError
from studio.session.server_view import PromptArgument, PromptInfo, PromptMessages
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace


class PromptDialog(TabbedDialog):
    """With a `name` that prompt is chosen. One that takes nothing is looked at as soon as it is chosen."""

    def __init__(
        self,
        parent: QWidget,
        workspace: Workspace,
        bridge: Bridge,
        session: OpenedSession,
        server: str,
        name: str = "",
    ) -> None:
        super().__init__(parent)
        self._session, self._server, self._wanted = session, server, name
        self._prompts: tuple[PromptInfo, ...] = ()
        self._made: PromptMessages | None = None
        hint = self.tr("The server makes messages of it; look at them, then put them into the session.")
        self._frame = DialogFrame(self, fill(self.tr("Prompts of {server}"), server=server), hint)
        self.prompt, self.about = StillCombo(self), QLabel(self)
        self.fields: dict[str, QLineEdit] = {}
        self._area = ScrollColumn(self.tr("What the prompt takes"), self, inset=2, gap=theme().px(10))
        self.preview, self.work = PromptPreview(self), ServerWork(bridge, self)
        self.look = plain_button(self.tr("Look at the messages"), self)
        self.insert, self._close = main_button(self.tr("Insert"), self), plain_button(self.tr("Close"), self)
        self._lay_out()
        self._connect()
        self._show()
        self._frame.resize(960, 620)
        keep_size(self, workspace, "mcp_prompt")
        said = self.tr("Asking the server for its prompts…")
        self.work.run(said, session.server_prompts(server), self._listed)

    def current(self) -> PromptInfo | None:
        """The prompt that is chosen."""
        return next((each for each in self._prompts if each.name == self.prompt.value()), None)

    def look_now(self) -> None:
        """Let the server fill the prompt in; a required field that is empty gets the keyboard instead."""
        current, missing = self.current(), self._missing()
        if missing:
            self.fields[missing[0]].setFocus()
        elif current is not None:
            values = {name: field.text() for name, field in self.fields.items()}
            said = fill(self.tr("Asking for {prompt}…"), prompt=current.name)
            self.work.run(said, self._session.get_prompt(self._server, current.name, values), self._take)

    # ---- inside

    def _listed(self, found: tuple[PromptInfo, ...]) -> None:
        self._prompts = found
        self.prompt.show_choices([(each.name, each.title or each.name) for each in found], self._wanted)
        self.prompt.setEnabled(bool(found))
        if not found:
            self.work.say(self.tr("The server offers no prompts."))
        self._choose()
        first = next(iter(self.fields.values()), None)
        (first or self.prompt).setFocus()

    def _choose(self) -> None:
        """Another prompt: its fields, and what it gives where it takes nothing."""
        current = self.current()
        for row in self._area.widgets():
            self._area.remove(row)
        self.fields = {}
        for argument in current.arguments if current is not None else ():
            self._add(argument)
        self.about.setText(current.description if current is not None else "")
        self.about.setVisible(bool(self.about.text()))
        self._forget()
        if current is not None and not current.arguments:
            self.look_now()

    def _add(self, argument: PromptArgument) -> None:
        field, holder, hint = QLineEdit(self), QWidget(self), QLabel(argument.description, self)
        field.setAccessibleName(argument.name)
        field.setPlaceholderText(self.tr("required") if argument.required else self.tr("left out when empty"))
        field.textChanged.connect(lambda _text: self._forget())
        wrap_plainly(hint)
        hint.setProperty("role", "hint")
        hint.setVisible(bool(argument.description))
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(field)
        column.addWidget(hint)
        self.fields[argument.name] = field
        self._area.add(LabelledField(f"{argument.name} *" if argument.required else argument.name, holder, self))

    def _missing(self) -> list[str]:
        current = self.current()
        wanted = [each.name for each in current.arguments if each.required] if current is not None else []
        return [name for name in wanted if not self.fields[name].text()]

    def _forget(self) -> None:
        """What was made of other arguments is never put in."""
        self.work.give_up()
        self._made = None
        said = self.tr("Fill in what the prompt takes, then look at its messages.")
        self.preview.show_prompt(None, said if self._prompts else "")
        self._show()

    def _take(self, made: PromptMessages) -> None:
        self._made = made
        self.preview.show_prompt(made, self.tr("The server gave no message."))
        self._show()

    def _show(self) -> None:
        self.look.setEnabled(self.current() is not None and not self._missing())
        why = self._session.read_only or ("" if self._made is not None else self.tr("Look at the messages first."))
        self.insert.setEnabled(not why and self._made is not None and bool(self._made.messages))
        self.insert.setToolTip(why)
        (self.insert if self._made is not None else self.look).setDefault(True)  # Enter in a field goes on from here

    def _insert(self) -> None:
        if self._made is None:
            return
        try:
            self._session.insert_prompt(self._made)
        except StudioError as error:
            self.work.say(told_error(error), wrong=True)
            return
        self.accept()

    def _connect(self) -> None:
        self.prompt.currentIndexChanged.connect(lambda _at: self._choose())
        self.look.clicked.connect(self.look_now)
        self.insert.clicked.connect(self._insert)
        self._close.clicked.connect(self.reject)
        self.finished.connect(lambda _result: self.work.give_up())
        press_by_keys(self, self.insert)

    def _lay_out(self) -> None:
        self.prompt.setAccessibleName(self.tr("Prompt"))
        self.prompt.setEnabled(False)
        wrap_plainly(self.about)
        self.about.setProperty("role", "small_muted")
        left, right = QVBoxLayout(), QVBoxLayout()
        left.setSpacing(theme().px(10))
        left.addWidget(self.prompt)
        left.addWidget(self.about)
        left.addWidget(self._area, 1)
        left.addWidget(self.look, 0, Qt.AlignmentFlag.AlignRight)
        right.addWidget(self.preview, 1)
        right.addWidget(self.work)
        panes = QHBoxLayout()
        panes.setSpacing(theme().px(20))
        panes.addLayout(left, 2)
        panes.addLayout(right, 3)
        self._frame.body.addLayout(panes, 1)
        self._frame.add_buttons((), (self.insert, self._close))
