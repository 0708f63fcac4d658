"""A tool called by hand, outside the loop: its arguments as form or JSON, what came of it; made again, kept, put into the session.

Above: `dialogs/roster`. Below: `call_by_hand_list`, `call_by_hand_result`, `workspace/by_hand`. Runs a tool only when *Call* is pressed.
"""

import asyncio
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.checks.problem import Problem
from studio.gui.bridge import Bridge
from studio.gui.dialogs.call_by_hand_list import CallList
from studio.gui.dialogs.call_by_hand_put import PutMenu
from studio.gui.dialogs.call_by_hand_result import CallOutcome
from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.dialogs.text_entry import TextEntry
from studio.gui.look.theme import theme
from studio.gui.panes.call_arguments import CallArguments
from studio.gui.parameters.labelled_field import LabelledField
from studio.gui.widgets.named_combo import NamedCombo
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import told_error
from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.session.mcp_servers import KeptCall
from studio.session.nodes import CallKey
from studio.workspace.by_hand import MadeCall
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

NOTHING = "{}"


class CallByHandDialog(TabbedDialog):
    """`tool` is chosen at first, by the name that the model sees; empty for the first of the session."""

    def __init__(
        self, parent: QWidget, workspace: Workspace, bridge: Bridge, session: OpenedSession, tool: str = ""
    ) -> None:
        super().__init__(parent)
        self._bridge, self._session = bridge, session
        self._calling: asyncio.Task[None] | None = None
        self._is_open, self._why, self._tried = True, "", False
        self._made: MadeCall | None = None
        hint = self.tr(
            "The tool runs once, now, and the model learns nothing of it, unless you put the result into the session."
        )
        self._frame = DialogFrame(self, self.tr("Call a tool by hand"), hint)
        self.tool, self.told, self.said = NamedCombo(self), QLabel(self), QLabel(self)
        self.arguments, self.outcome, self.calls = CallArguments(self), CallOutcome(self), CallList(self)
        self._area = ScrollColumn(self.tr("Arguments and result"), self, gap=theme().px(12))
        self.keep, self.put = plain_button(self.tr("Keep…"), self), plain_button(self.tr("Put into session"), self)
        self.call, self._close = main_button(self.tr("Call"), self), plain_button(self.tr("Close"), self)
        self.menu = PutMenu(session, lambda: self.outcome.made, self.put)
        self._prepare()
        self._lay_out()
        self._connect()
        self.show_tool(tool or next((each.name for each in session.tools_by_hand()), ""))
        self._show_calls()
        self._frame.resize(980, 720)
        keep_size(self, workspace, "call_by_hand")
        if tool:
            self._go_to_first()
        else:
            self.tool.setFocus()

    @property
    def spec(self) -> ToolSpec | None:
        """The tool that is chosen."""
        name = self.tool.currentText()
        return next((each for each in self._session.tools_by_hand() if each.name == name), None)

    @property
    def is_calling(self) -> bool:
        """Whether a call is under way."""
        return self._calling is not None

    def show_tool(self, name: str, arguments: str = NOTHING) -> None:
        """Choose a tool, with these arguments to begin with; those that stood here go."""
        self.tool.setCurrentIndex(self.tool.findText(name))
        spec, self._tried = self.spec, False
        self.arguments.revert()
        schema = {"properties": {}, **(spec.parameters if spec is not None else {})}
        self.arguments.set_value(arguments, arguments, schema, self._check, editable=spec is not None)
        self.arguments.setVisible(spec is not None)
        self.arguments.show_view("form" if self.arguments.is_valid else "json")
        self._tell_tool(spec, name)
        self._say("")
        self._fit()

    def reject(self) -> None:
        """Esc ends what is under way first, and a second one closes; when another session is shown it closes at once."""
        if self._calling is not None and self._bridge.session is self._session:
            self._calling.cancel()
        else:
            super().reject()

    # ---- making

    def _prepare(self) -> None:
        self.tool.addItems([each.name for each in self._session.tools_by_hand()])
        self.tool.setFont(theme().code_font())
        self.tool.setAccessibleName(self.tr("Tool"))
        self.tool.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.tool.setMinimumContentsLength(12)
        for label, role in ((self.told, "muted"), (self.said, "error")):
            wrap_plainly(label)
            label.setProperty("role", role)
        self.said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.said.hide()
        self.put.setMenu(self.menu)
        self.calls.setFixedWidth(min(theme().px(220), 300))

    def _lay_out(self) -> None:
        for part in (self.arguments, self.outcome):
            self._area.add(part)
        right = QVBoxLayout()
        right.setSpacing(theme().px(10))
        right.addWidget(LabelledField(self.tr("Tool"), self.tool, self))
        right.addWidget(self.told)
        right.addWidget(self._area, 1)
        right.addWidget(self.said)
        row = QHBoxLayout()
        row.setSpacing(theme().px(20))
        row.addWidget(self.calls)
        row.addLayout(right, 1)
        self._frame.body.addLayout(row, 1)
        self._frame.add_buttons((self.keep, self.put), (self.call, self._close))

    def _connect(self) -> None:
        self.tool.activated.connect(lambda _at: self.show_tool(self.tool.currentText()))
        self.arguments.changed.connect(self._typed)
        self.arguments.switch.chosen.connect(lambda _view: self._fit())
        self.calls.made_chosen.connect(self._show_made)
        self.calls.kept_chosen.connect(lambda kept: self.show_tool(kept.tool, kept.arguments))
        self.calls.drop_wanted.connect(lambda name: self._do(lambda: self._session.drop_kept_call(name)))
        self.outcome.read_wanted.connect(self._read)
        self.menu.chosen.connect(self._put)
        self.keep.clicked.connect(self._ask_name)
        self.call.clicked.connect(self._call_or_cancel)
        self._close.clicked.connect(self._leave)
        self.finished.connect(lambda _result: self._left())
        self._bridge.refreshed.connect(self._show_calls)
        press_by_keys(self, self.call)

    # ---- showing

    def _check(self, text: str) -> tuple[Problem, ...]:
        spec = self.spec
        found = self._session.check_by_hand(spec.name, text) if spec is not None else ()
        return tuple(each for each in found if self._tried or each.rule != "schema.required")

    def _tell_tool(self, spec: ToolSpec | None, name: str) -> None:
        if spec is None:
            known = name in {each.name for each in self._session.state.setup.tools}
            none = self.tr("This session has no such tool. Choose another one, or add tools first.")
            self.told.setText(self._session.refuses_by_hand(name) if known else none)
            self.told.setVisible(True)
            return
        said = [" ".join(spec.description.split())]
        if spec.sensitive:
            said.append(self.tr("It asks first when the model calls it; here your press of Call is the approval."))
        self.told.setText("\n".join(part for part in said if part))
        self.told.setVisible(bool(self.told.text()))

    def _show_calls(self) -> None:
        if self._is_open:
            self.calls.show_calls(self._session.state.setup.kept_calls, self._session.made_calls)

    def _show_made(self, made: MadeCall) -> None:
        """What was called and what came of it; the arguments can be changed and sent again."""
        self.show_tool(made.tool, made.arguments)
        self.outcome.show_made(made)
        self._fit()

    def _typed(self) -> None:
        self._say("")
        self._fit()

    def _wrong(self) -> str:
        """Why nothing can be called as it stands; empty when it can."""
        if self.spec is None:
            return self.tr("Choose a tool first.")
        if not self.arguments.is_valid:
            return self.tr("What is typed is no JSON yet, or no value of its field: nothing is called.")
        if any(problem.severity == "error" for problem in self.arguments.problems()):
            return self.tr("The arguments do not fit the tool yet.")
        return ""

    def _fit(self) -> None:
        calling, wrong = self._calling is not None, self._wrong()
        self.call.setText(self.tr("Cancel call") if calling else self.tr("Call"))
        self.call.setEnabled(calling or (self.arguments.is_valid and self.spec is not None))
        self.call.setToolTip("" if calling else wrong or self.tr("Ctrl+Enter"))
        for each in (self.tool, self.calls):
            each.setEnabled(not calling)
        made = self.outcome.made
        self.keep.setEnabled(not calling and self.arguments.is_valid and self.spec is not None)
        self.put.setEnabled(not calling and made is not None and not self._session.read_only)
        self.put.setToolTip("" if made is not None else self.tr("Make a call first, or choose one that was made."))

    # ---- calling

    def _call_or_cancel(self) -> None:
        if self._calling is not None:
            self._calling.cancel()
            return
        self.arguments.flush()
        self._tried = True  # what is missing is no fault before somebody wanted to call without it
        self.arguments.check_again()
        wrong, spec = self._wrong(), self.spec
        if wrong or spec is None:
            self._say(wrong)
            self._go_to_error()
            return
        self._say("")
        self.outcome.begin()
        self._made, self._why = None, self.tr("Cancelled.")
        self._calling = self._bridge.spawn("call by hand", self._run(spec.name, self.arguments.current))
        self._calling.add_done_callback(lambda _task: self._ended())
        self._fit()

    def _go_to_first(self) -> None:
        """The keyboard goes to the first argument; where there is none, to what calls the tool."""
        rows = self.arguments.form.rows()
        if rows and self.arguments.switch.current() == "form":
            self.arguments.form.focus_pointer(rows[0])
        else:
            self.call.setFocus()

    def _go_to_error(self) -> None:
        """The keyboard goes to what is wrong, in the view that is in front."""
        wrong = self.arguments.form.unfit or next((each.pointer for each in self.arguments.problems()), "")
        if self.arguments.switch.current() == "form":
            self.arguments.form.focus_pointer(wrong)
        else:
            self.arguments.go_to_error()

    async def _run(self, tool: str, arguments: str) -> None:
        try:
            self._made, self._why = await self._session.call_by_hand(tool, arguments, self._progress), ""
        except StudioError as error:
            self._why = told_error(error)

    def _progress(self, fraction: float | None, text: str) -> None:
        if self._is_open and self._calling is not None:
            self.outcome.progress.show_progress(fraction, text)

    def _ended(self) -> None:
        """The call is over; a dialog that was closed meanwhile has no widgets to show it."""
        self._calling = None
        if not self._is_open:
            return
        self.outcome.show_made(self._made)
        self._show_calls()
        self._fit()
        self._say(self._why)
        if self._made is not None:
            QTimer.singleShot(0, self, lambda: self._area.reveal(self.outcome))

    def _leave(self) -> None:
        if self._calling is not None:
            self._calling.cancel()
        super().reject()

    def _left(self) -> None:
        self._is_open = False
        if self._calling is not None:
            self._calling.cancel()

    # ---- keeping and putting in

    def _ask_name(self) -> None:
        self.arguments.flush()
        spec = self.spec
        if spec is None or not self.arguments.is_valid:
            return
        tool, arguments = spec.name, self.arguments.current or NOTHING
        dialog = TextEntry(
            self,
            self.tr("Keep this call"),
            self.tr("Name in the list"),
            text=tool,
            hint=self.tr("It is kept in the session, and a kept one of this name goes. Nothing is called."),
            ok=self.tr("Keep"),
            refuses=lambda name: "" if name.strip() else self.tr("Write a name."),
        )
        dialog.given.connect(
            lambda name: self._do(lambda: self._session.keep_call(KeptCall(name.strip(), tool, arguments)))
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _put(self, key: CallKey | None) -> None:
        made = self.outcome.made
        if made is not None and self._do(lambda: self._session.put_result(made, key)):
            self._tell(self.tr("The result stands in the session now."))

    def _do(self, act: Callable[[], object]) -> bool:
        try:
            act()
        except StudioError as error:
            self._say(told_error(error))
            return False
        self._show_calls()
        return True

    def _read(self, uri: str) -> None:
        """A resource that the result names is read in a dialog of its own."""
        made = self.outcome.made
        tools = self._session.state.setup.tools
        source = next((each.source for each in tools if made is not None and each.name == made.tool), "")
        if source:
            self._bridge.resource_wanted.emit(source, uri)

    def _say(self, words: str) -> None:
        """What is wrong."""
        self._show_words(words, "error")

    def _tell(self, words: str) -> None:
        """What was done."""
        self._show_words(words, "muted")

    def _show_words(self, words: str, role: str) -> None:
        self.said.setProperty("role", role)
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)
        self.said.setText(words)
        self.said.setVisible(bool(words))
