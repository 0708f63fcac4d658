"""A tool that a person adds: only declared, or with an HTTP endpoint, a command line or an agent that runs it.

Above: `window`. Below: the parts of the page of a tool. Adding runs nothing; how it runs is trusted in a dialog of its own.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QWidget

from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.dialogs.tool_declaration import ToolDeclaration
from studio.gui.dialogs.tool_facts import ToolFacts
from studio.gui.dialogs.tool_page import new_tool
from studio.gui.dialogs.tool_runs import ToolRuns
from studio.gui.look.theme import theme
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.widgets.segmented import Segmented
from studio.gui.words import told_error
from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.session.executors import Executor
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

VIEWS = ("declaration", "runs", "facts")


class NewToolDialog(TabbedDialog):
    """`kind` is hand, http, command or agent. `added` gives the name of the tool."""

    added = Signal(str)

    def __init__(self, parent: QWidget, workspace: Workspace, session: OpenedSession, kind: str) -> None:
        super().__init__(parent)
        self._session, self._kind = session, kind
        title, hint = self._words()
        self._frame = DialogFrame(self, title, hint)
        tool = new_tool(kind)
        self.declaration = ToolDeclaration(tool, self, new=True)
        self.facts = ToolFacts(tool, [each.name for each in session.state.setup.tools], self)
        self.runs = ToolRuns(tool, None, self, workspace=workspace, others=session.state.setup.tools)
        self.runs.only(kind)
        self.switch = Segmented(self.tr("Parts of the tool"), self._views(), self)
        self._stack, self._said = QStackedWidget(self), QLabel(self)
        self.add, self._cancel = main_button(self.tr("Add"), self), plain_button(self.tr("Cancel"), self)
        self._lay_out()
        self._connect()
        self._frame.resize(900 if kind != "hand" else 760, 680)
        keep_size(self, workspace, f"new_tool_{kind}")
        self.declaration.name.setFocus()

    def show_view(self, view: str) -> None:
        """Show one of the parts: declaration, runs, facts."""
        self.switch.set_current(view)
        self._stack.setCurrentIndex(VIEWS.index(view))

    def spec(self) -> ToolSpec:
        """The tool as it stands in the fields."""
        return self.facts.applied(self.declaration.spec())

    def executor(self) -> Executor | None:
        """How it is to run."""
        return self.runs.executor()

    def _words(self) -> tuple[str, str]:
        match self._kind:
            case "http":
                hint = self.tr(
                    "Each call becomes one request. Nothing is sent before you have reviewed and trusted it."
                )
                return self.tr("Add an HTTP endpoint"), hint
            case "command":
                hint = self.tr(
                    "Each call starts one process, never a shell. Nothing runs before you have reviewed and trusted it."
                )
                return self.tr("Add a command line"), hint
            case "agent":
                hint = self.tr(
                    "A call of the tool runs a session of its own, with its own system text, tools and model; what it comes to "
                    "is the result."
                )
                return self.tr("Add an agent"), hint
            case _:
                hint = self.tr(
                    "The tool is only declared: when the model calls it, you give the result, or a mock rule does."
                )
                return self.tr("Add a tool by hand"), hint

    def _views(self) -> list[tuple[str, str]]:
        named = {"http": self.tr("Request"), "agent": self.tr("Agent")}
        runs = named.get(self._kind, self.tr("Command"))
        views = [("declaration", self.tr("Declaration")), ("runs", runs), ("facts", self.tr("Behaviour"))]
        return [view for view in views if view[0] != "runs" or self._kind != "hand"]

    def _lay_out(self) -> None:
        facts = ScrollColumn(self.tr("Behaviour"), self)
        facts.add(self.facts)
        for page in (self.declaration, self.runs, facts):
            self._stack.addWidget(page)
        wrap_plainly(self._said)
        self._said.setProperty("role", "error")
        self._said.hide()
        head = QHBoxLayout()
        head.addWidget(self.switch)
        head.addStretch(1)
        self._frame.body.setSpacing(theme().px(14))
        self._frame.body.addLayout(head)
        self._frame.body.addWidget(self._stack, 1)
        self._frame.body.addWidget(self._said)
        self._frame.add_buttons((), (self.add, self._cancel))

    def _connect(self) -> None:
        self.switch.chosen.connect(self.show_view)
        self.declaration.edited.connect(lambda: self.runs.take_schema(self.declaration.schema.value()))
        for part in (self.declaration, self.runs, self.facts):
            part.edited.connect(self._said.hide)
        self.add.clicked.connect(self._accept)
        self._cancel.clicked.connect(self.reject)
        press_by_keys(self, self.add)

    def _accept(self) -> None:
        wrong = self.declaration.problem() or self._taken()
        if wrong:
            self._refuse("declaration", wrong)
            return
        wrong = self.runs.problem()
        if wrong:
            self._refuse("runs", wrong)
            return
        spec, executor = self.spec(), self.executor()
        try:
            self._session.declare(spec, executor)
        except StudioError as error:
            self._refuse("runs" if executor is not None else "declaration", told_error(error))
            return
        self.accept()
        self.added.emit(spec.name)

    def _taken(self) -> str:
        name = self.declaration.spec().name
        taken = any(tool.name == name for tool in self._session.state.setup.tools)
        return self.tr("This session has a tool of this name already.") if taken else ""

    def _refuse(self, view: str, sentence: str) -> None:
        self.show_view(view)
        self._said.setText(sentence)
        self._said.show()
