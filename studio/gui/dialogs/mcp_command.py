"""The fields of a server that runs as a process: the program and its arguments as words, variables, folder.

Above: the form of a server. Below: `mcp_values`, `mcp_reading`. Typing starts nothing.
"""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QWidget

from studio.gui.dialogs.mcp_reading import line_of, words_of
from studio.gui.dialogs.mcp_values import McpValues
from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill
from studio.session.mcp_servers import Stdio


class McpCommand(FieldSection):
    """`edited`: another command stands in the fields."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("McpCommand", "Command"), parent)
        self.program, self.folder = QLineEdit(self), QLineEdit(self)
        self.args = TextEditor(self.tr("Arguments, one a line"), self, code=True)
        self.env = McpValues(self.tr("Variable"), self.tr("Add a variable"), self)
        self.browse = Button(self.tr("Browse…"), self)
        self.dialog: QFileDialog | None = None
        self._prepare()
        self._add_rows()
        self._connect()
        self._tell()

    def show_way(self, way: Stdio, secrets: dict[str, str]) -> None:
        """Show another command; `secrets` are keys that go to the keyring on saving, by the name that stands for them."""
        self.clear_problems()
        self.program.setText(way.command)
        self.args.set_text("\n".join(way.args))
        self.env.show_pairs(way.env.items(), secrets)
        self.folder.setText(way.cwd)
        self._tell()

    def way(self) -> Stdio:
        """The command as it stands."""
        text = self.args.text()
        args = tuple(text.split("\n")) if text else ()
        return Stdio(self.program.text().strip(), args, dict(self.env.pairs()), self.folder.text().strip())

    def refuse(self) -> bool:
        """Say beside a field what keeps the command from being saved; False when nothing does."""
        self.clear_problems()
        if not self.program.text().strip():
            return self.say(
                "program", self.tr("Write the program that is the server, such as npx, uvx or a whole path.")
            )
        wrong = self.env.problem()
        return bool(wrong) and self.say("env", wrong)

    def split(self) -> None:
        """A whole command line in the field of the program becomes its words."""
        words = words_of(self.program.text())
        if len(words) > 1 and not self.args.text():
            self.program.setText(words[0])
            self.args.set_text("\n".join(words[1:]))
            self._changed()

    def _prepare(self) -> None:
        for line in (self.program, self.folder):
            line.setFont(theme().code_font())
        self.program.setPlaceholderText("npx")
        self.args.setPlaceholderText("-y\n@modelcontextprotocol/server-filesystem\n/home/me/notes")
        self.args.fit_height(3, 8)
        self.folder.setPlaceholderText(self.tr("the folder of this program"))

    def _add_rows(self) -> None:
        said = self.tr("A whole command line typed or pasted here is split into its words.")
        self.add("program", self.tr("Program"), self.program, said)
        self.add("args", self.tr("Arguments"), self.args)
        said = self.tr(
            "${NAME} is taken from the environment or the keyring when the server starts. It gets nothing else but what any program needs."
        )
        self.add("env", self.tr("Variables"), self.env, said, focus=self.env.add)
        pair = QWidget(self)
        row = QHBoxLayout(pair)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().px(8))
        row.addWidget(self.folder, 1)
        row.addWidget(self.browse)
        self.add("cwd", self.tr("Folder"), pair, focus=self.folder)
        self.program.setAccessibleName(self.tr("Program"))
        self.folder.setAccessibleName(self.tr("Folder to run in"))
        self.browse.setAccessibleName(self.tr("Folder to run in: browse"))

    def _connect(self) -> None:
        for line in (self.program, self.folder):
            line.textChanged.connect(lambda _text: self._changed())
        self.program.editingFinished.connect(self.split)
        self.args.edited.connect(lambda _text: self._changed())
        self.args.left.connect(self.env.add.setFocus)
        self.env.edited.connect(self._changed)
        self.browse.clicked.connect(lambda _on=False: self._browse())

    def _changed(self) -> None:
        self.clear_problems()
        self._tell()
        self.edited.emit()

    def _tell(self) -> None:
        """The whole command line, as it will be asked about."""
        line = line_of(self.way())
        one = self.tr("One a line, never read by a shell.")
        self.rows["args"].set_hint(fill(self.tr("{one} Starts: {line}"), one=one, line=line) if line else one)

    def _browse(self) -> None:
        self.dialog = QFileDialog(self, self.tr("Folder to run in"), self.folder.text().strip())
        self.dialog.setFileMode(QFileDialog.FileMode.Directory)
        self.dialog.setOption(QFileDialog.Option.ShowDirsOnly, True)
        self.dialog.fileSelected.connect(self.folder.setText)
        self.dialog.finished.connect(self.dialog.deleteLater)
        self.dialog.open()
