"""The page of one tool: what the model is told of it, as declared and as sent; what holds for it; how it runs.

Above: `window`. Below: its parts, `workspace`. *OK* makes the changes; they are steps of the session that Undo takes back.
"""

from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from studio.checks.tool_advice import advice_among
from studio.gui.dialogs.dialog_frame import (
    DialogFrame,
    hint_label,
    main_button,
    plain_button,
    press_by_keys,
    wrap_plainly,
)
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.note_list import NoteList
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.dialogs.tool_behaviour import ToolBehaviour
from studio.gui.dialogs.tool_declaration import ToolDeclaration
from studio.gui.dialogs.tool_facts import ToolFacts
from studio.gui.dialogs.tool_of_server import ToolOfServer
from studio.gui.dialogs.tool_runs import ToolRuns
from studio.gui.dialogs.tool_sent import ToolSent
from studio.gui.dialogs.tool_shape_words import shown_as_sent
from studio.gui.dialogs.tool_went import ToolWent
from studio.gui.look.theme import theme
from studio.gui.panes.tool_row import from_file, tool_source
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.widgets.segmented import Segmented
from studio.gui.words import fill, sentence, told_error
from studio.messages.toolspec import ToolSpec
from studio.present.tool_statistics import tool_statistics
from studio.problems import StudioError
from studio.session.mcp_servers import server_of
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

VIEWS = ("declaration", "behaviour", "runs", "notes")
_PAUSE = 200


class ToolPage(TabbedDialog):
    """`declaration`, `behaviour`, `facts`, `runs` and `notes` are its parts, for the tool of a server `of_server` in the place
    of `runs`; `sent` shows what goes out, `went` how its calls went."""

    call_wanted = Signal(str)
    """The tool is to be called by hand, by this name."""

    def __init__(self, parent: QWidget, workspace: Workspace, session: OpenedSession, tool: ToolSpec) -> None:
        super().__init__(parent)
        setup = session.state.setup
        self._session, self._tool, self._servers = session, tool, setup.servers
        by_file = from_file(tool, setup)
        self._frame = DialogFrame(self, tool.name, tool_source(tool, setup))
        self.setWindowTitle(fill(self.tr("Tool {name}"), name=tool.name))
        editable = not session.read_only
        self.switch = Segmented(self.tr("Parts of the page"), self._views(), self)
        self.declaration = ToolDeclaration(tool, self, editable=editable)
        self.sent = ToolSent(self)
        self.behaviour = ToolBehaviour(tool, setup, self)
        others = [each.name for each in setup.tools if each.name != tool.name]
        self.facts = ToolFacts(tool, others, self)
        theirs = [each for each in setup.tools if each.name != tool.name]
        executor = setup.executors.get(tool.name)
        self.runs = ToolRuns(tool, executor, self, workspace=workspace, others=theirs, by_file=by_file)
        server = server_of(setup.servers, tool)
        self.of_server = ToolOfServer(tool, server, self) if server is not None else None
        self.runs.setVisible(server is None)
        self.notes = NoteList(self, named=False)
        self.went = ToolWent(tool_statistics(session.spending.entries, tool.name), self)
        self._begun, self._executor = self.spec(), self.runs.executor()
        self._stack, self._said = QStackedWidget(self), QLabel(self)
        self.ok, self._cancel = main_button(self.tr("OK"), self), plain_button(self.tr("Cancel"), self)
        self.call = plain_button(self.tr("Call by hand…"), self)
        self._asked = QTimer(self, singleShot=True, interval=_PAUSE)
        self._lay_out()
        self._connect()
        self.ok.setEnabled(editable)
        self.ok.setToolTip(sentence(session.read_only))
        self._show_sent()
        self._frame.resize(1040, 700)
        keep_size(self, workspace, "tool")

    def show_view(self, view: str) -> None:
        """Show one of the parts: declaration, behaviour, runs, notes."""
        self.switch.set_current(view)
        self._stack.setCurrentIndex(VIEWS.index(view))

    def spec(self) -> ToolSpec:
        """The tool as it stands in the fields."""
        return self.facts.applied(self.declaration.spec())

    def _views(self) -> list[tuple[str, str]]:
        runs = self.tr("How it runs") if server_of(self._servers, self._tool) is None else self.tr("Server")
        words = (self.tr("Declaration"), self.tr("Behaviour"), runs, self.tr("Checks"))
        return list(zip(VIEWS, words, strict=True))

    def _lay_out(self) -> None:
        declared = QWidget(self)
        row = QHBoxLayout(declared)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().px(20))
        row.addWidget(self.declaration, 3)
        row.addWidget(self.sent, 2)
        choices = ScrollColumn(self.tr("Behaviour"), self, gap=theme().px(24))
        for part in (self.behaviour, self.facts):
            part.column.setContentsMargins(0, 0, theme().px(16), 0)
            choices.add(part)
        for page in (declared, choices, self.of_server or self.runs, self._checked()):
            self._stack.addWidget(page)
        wrap_plainly(self._said)
        self._said.setProperty("role", "error")
        self._said.hide()
        head = QHBoxLayout()
        head.addWidget(self.switch)
        head.addStretch(1)
        head.addWidget(self.went)
        body: QVBoxLayout = self._frame.body
        body.addLayout(head)
        body.addWidget(self._stack, 1)
        body.addWidget(self._said)
        self._frame.add_buttons((self.call,), (self.ok, self._cancel))

    def _checked(self) -> QWidget:
        """The page with what the checks say of the tool as it stands."""
        page, self._well = QWidget(self), QLabel(self.tr("Nothing to say: the tool is described well."), self)
        self._well.setProperty("role", "muted")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(hint_label(self.tr("Advice on the declaration; nothing is changed by itself."), page))
        column.addWidget(self._well)
        column.addWidget(self.notes, 1)
        column.addStretch(0)
        return page

    def _connect(self) -> None:
        self.switch.chosen.connect(self.show_view)
        self.declaration.edited.connect(self._asked.start)
        self.facts.edited.connect(self._asked.start)
        for part in (self.declaration, self.runs, self.facts):
            part.edited.connect(self._said.hide)
        self._asked.timeout.connect(self._show_sent)
        self.ok.clicked.connect(self._accept)
        self._cancel.clicked.connect(self.reject)
        self.call.clicked.connect(self._call)
        press_by_keys(self, self.ok)

    def _show_sent(self) -> None:
        spec = self.spec()
        self.runs.take_schema(spec.parameters)
        shown_as_sent(self.sent, self._session, spec)
        self._show_notes(spec)

    def _show_notes(self, spec: ToolSpec) -> None:
        """What the checks say of the tool as it stands among the others."""
        setup, old = self._session.state.setup, self._tool.name
        tools = [spec if tool.name == old else tool for tool in setup.tools]
        found = self._session.judged(advice_among(tools, spec, off=setup.off))
        self.notes.show_notes(found)
        self.notes.setVisible(bool(found))
        self._well.setVisible(not found)
        words = self.tr("Checks ({n})") if found else self.tr("Checks")
        self.switch.set_words("notes", fill(words, n=len(found)))

    def _accept(self) -> None:
        wrong = self.declaration.problem()
        if wrong:
            self._refuse("declaration", wrong)
            self.declaration.problem()
            return
        wrong = self.runs.problem()
        if wrong:
            self._refuse("runs", wrong)
            return
        wrong = self._meanwhile()
        if wrong:
            self._refuse(self.switch.current(), wrong)
            return
        try:
            with self._session.one_step():
                self._change()
        except StudioError as error:
            self._refuse(self.switch.current(), told_error(error))
            return
        self.accept()

    def _meanwhile(self) -> str:
        """What became of the tool while the page was open, where it hinders: that it is gone, or another now (said once)."""
        now = next((tool for tool in self._session.state.setup.tools if tool.name == self._tool.name), None)
        if now is None:
            return self.tr("This tool is not in the session any more.")
        if now == self._tool or self.spec() == self._begun:
            return ""
        self._tool = now
        return self.tr(
            "The tool was changed while this page was open. OK once more puts what stands here in its place."
        )

    def _change(self) -> None:
        """Make the changes, each where there is one. Raises StudioError; what was changed before it stays."""
        spec, session = self.spec(), self._session
        executor = self.runs.executor()
        other = executor != self._executor
        if spec != self._begun:
            session.declare(spec, executor if other else None)
            self._tool = self._begun = spec
        if executor != self._executor and executor != session.state.setup.executors.get(spec.name):
            session.set_executor(spec.name, executor)
        setup = session.state.setup
        members: dict[str, Any] = {"choices": self.behaviour.choices(setup), "policies": self.behaviour.policies(setup)}
        session.change_setup(**members)

    def _call(self) -> None:
        """Make the changes that stand here, where there are some, then call the tool by hand."""
        self._accept()
        if not self.isVisible():
            self.call_wanted.emit(self.spec().name)

    def _refuse(self, view: str, sentence: str) -> None:
        self.show_view(view)
        self._said.setText(sentence)
        self._said.show()


def new_tool(kind: str) -> ToolSpec:
    """What a tool begins with that a person adds; `kind` is hand, http, command or agent."""
    if kind == "agent":
        said = "What it is to do, with all that it needs to know: it reads nothing else of this conversation."
        task = {"type": "string", "description": said}
        return ToolSpec("", parameters={"type": "object", "properties": {"task": task}, "required": ["task"]})
    return replace(ToolSpec(""), sensitive=kind in ("http", "command"))
