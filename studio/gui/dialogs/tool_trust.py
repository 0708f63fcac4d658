"""Tools that run by HTTP or as commands on their way to trust: exactly what each sends or runs, one after the other.

Above: `window`. Below: `bridge`, `workspace/runners` (what is shown), the preview. Nothing is sent or run here.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QWidget

from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.dialogs.tool_preview import ToolPreview
from studio.gui.dialogs.unhurried import Unhurried
from studio.gui.look.theme import theme
from studio.gui.words import fill, sentence, told_error
from studio.present.text_lines import spelled
from studio.problems import StudioError
from studio.session.executors import Executor
from studio.workspace.opened import OpenedSession
from studio.workspace.runners import ExecutorShown


class TrustExecutorsDialog(TabbedDialog):
    """`names` are gone through one after another; *Skip* leaves one untrusted: its calls can be mocked still. Only what is shown is
    trusted, and not by the second press of a double click or a key that is held."""

    def __init__(self, parent: QWidget, session: OpenedSession, names: tuple[str, ...]) -> None:
        super().__init__(parent)
        self._session, self._waiting = session, list(names)
        self.name = ""
        self._shown: Executor | None = None
        hint = self.tr(
            "The trust holds for exactly what stands here, not for what a program's file holds; when it changes you are asked again."
        )
        self._frame = DialogFrame(self, self.tr("Review a tool"), hint)
        self.text, self.preview, self._said = QPlainTextEdit(self), ToolPreview(self), QLabel(self)
        self.trust, self.skip = main_button(self.tr("Trust"), self), plain_button(self.tr("Skip"), self)
        self._close, self._unhurried = plain_button(self.tr("Close"), self), Unhurried(self.trust)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setProperty("look", "field")
        self.text.setFont(theme().editor_font())
        self.text.setAccessibleName(self.tr("What the tool does, exactly"))
        wrap_plainly(self._said)
        row = QHBoxLayout()
        row.setSpacing(theme().px(20))
        row.addWidget(self.text, 1)
        row.addWidget(self.preview, 1)
        self._frame.body.addLayout(row, 1)
        self._frame.body.addWidget(self._said)
        self._frame.add_buttons((), (self.trust, self.skip, self._close))
        self.trust.clicked.connect(self._trust)
        self.skip.clicked.connect(self._next)
        self._close.clicked.connect(self.reject)
        press_by_keys(self, self.trust)
        self._frame.resize(860, 520)
        self._next()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter that is still held from the dialog before trusts nothing."""
        if not (event.isAutoRepeat() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)):
            super().keyPressEvent(event)

    def _next(self) -> None:
        """The next tool that waits; without one the dialog is done."""
        shown = None
        while self._waiting and shown is None:
            self.name = self._waiting.pop(0)
            shown = self._session.executor_trust(self.name)
        if shown is None:
            self.accept()
            return
        self._show(shown)

    def _show(self, shown: ExecutorShown) -> None:
        setup = self._session.state.setup
        tool = next((each for each in setup.tools if each.name == self.name), None)
        kind = self.tr("sends a request") if shown.kind == "http" else self.tr("runs a command")
        self._frame.set_title(fill(self.tr("{name} {what}"), name=self.name, what=kind))
        self._shown = setup.executors[self.name]
        self.text.setPlainText("\n".join(map(spelled, self._lines(shown))))
        self.preview.show_executor(self._shown, tool.parameters if tool is not None else {})
        self._say(shown)
        self.skip.setVisible(bool(self._waiting))
        self.text.setFocus()
        self._unhurried.begin(allowed=not shown.problem)

    def _trust(self) -> None:
        """Trust what is shown; what became another meanwhile is shown anew."""
        if self._session.state.setup.executors.get(self.name) != self._shown:
            self._waiting.insert(0, self.name)
            self._next()
            return
        try:
            self._session.trust_executor(self.name)
        except StudioError as error:
            self._tell(told_error(error), wrong=True)
            return
        self._next()

    def _say(self, shown: ExecutorShown) -> None:
        self._tell(sentence(shown.problem) or (self._unset(shown) if shown.unset else ""), wrong=bool(shown.problem))
        self.trust.setToolTip(sentence(shown.problem))

    def _tell(self, words: str, *, wrong: bool) -> None:
        self._said.setText(words)
        self._said.setProperty("role", "error" if wrong else "muted")
        self._said.style().unpolish(self._said)
        self._said.style().polish(self._said)
        self._said.setVisible(bool(words))

    def _unset(self, shown: ExecutorShown) -> str:
        said = self.tr("The variable {name} is not set now; without it the tool cannot run.")
        return fill(said, name=shown.unset)

    def _lines(self, shown: ExecutorShown) -> list[str]:
        return self._http(shown) if shown.kind == "http" else self._command(shown)

    def _http(self, shown: ExecutorShown) -> list[str]:
        lines = [f"{shown.method} {shown.url}", *self._named(self.tr("Headers"), shown.headers)]
        lines += ["", fill(self.tr("Body: {kind}"), kind=shown.body)]
        lines += ["", *shown.template.split("\n")] if shown.template else []
        return [*lines, *self._named(self.tr("Taken from the environment"), shown.variables)]

    def _command(self, shown: ExecutorShown) -> list[str]:
        lines = [f"{at}  {word}" for at, word in enumerate(shown.argv)]
        program = shown.program or self.tr("not found")
        lines += ["", fill(self.tr("Program: {path}"), path=program)]
        if shown.folder:
            lines.append(fill(self.tr("Folder: {path}"), path=shown.folder))
        lines += self._named(self.tr("Variables"), tuple(f"{name}={value}" for name, value in shown.env))
        lines += ["", self.tr("Input: the arguments as JSON")] if shown.stdin == "json" else []
        return [*lines, *self._named(self.tr("Taken from the environment"), shown.variables)]

    def _named(self, title: str, values: tuple[str, ...]) -> list[str]:
        return ["", f"{title}:", *(f"  {value}" for value in values)] if values else []
