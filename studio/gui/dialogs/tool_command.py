"""The fields of a command line: its words one a line, folder, variables, what stands on its input, the most bytes of a result.

Above: `tool_runs`. Below: `field_section`, `session/executors`. Typing runs nothing.
"""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill
from studio.session.executors import CommandLine

_MOST = 100_000_000


class ToolCommand(FieldSection):
    """`edited`: another command stands in the fields."""

    edited = Signal()

    def __init__(self, command: CommandLine, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("ToolCommand", "Command"), parent)
        self.words = TextEditor(self.tr("Words of the command line, one a line"), self, code=True)
        self.folder, self.stdin = QLineEdit(command.folder, self), StillCombo(self)
        self.variables = TextEditor(self.tr("Variables, one a line"), self, code=True)
        self.most = LimitNumber(self.tr("Most bytes of a result"), self, least=1, most=_MOST)
        self._fill(command)
        self._add_rows()
        self._connect()

    def executor(self) -> CommandLine:
        """The command as it stands in the fields; lines of variables that are none are left out (see `problem`)."""
        lines = (line.partition("=") for line in self.variables.text().splitlines() if line.strip())
        return CommandLine(
            tuple(line for line in self.words.text().split("\n") if line.strip()),
            self.folder.text().strip(),
            {name.strip(): value for name, equals, value in lines if name.strip() and equals},
            self.stdin.value(),
            self.most.whole(),
        )

    def problem(self) -> str:
        """The first line of the variables that is none; empty when all are. The rest is checked when it is kept."""
        for at, line in enumerate(self.variables.text().splitlines(), 1):
            name, equals, _ = line.partition("=")
            if line.strip() and not (name.strip() and equals):
                return fill(self.tr("Line {n} of the variables is not “NAME=value”."), n=at)
        return ""

    def _fill(self, command: CommandLine) -> None:
        self.words.fit_height(3, 10)
        self.words.set_text("\n".join(command.argv))
        self.words.setPlaceholderText("git\nlog\n--max-count={count}")
        self.folder.setPlaceholderText(self.tr("the folder of this program"))
        self.folder.setFont(theme().code_font())
        self.variables.fit_height(2, 6)
        self.variables.set_text("\n".join(f"{name}={value}" for name, value in command.env.items()))
        self.variables.setPlaceholderText("API_KEY=${SHOP_KEY}")
        self.most.setValue(command.most_bytes)
        ways = [("none", self.tr("nothing")), ("json", self.tr("the arguments as JSON"))]
        self.stdin.show_choices(ways, command.stdin)

    def _add_rows(self) -> None:
        said = self.tr(
            "One word a line, the program first; never a shell. {name} stands for the argument of that name; a word that is "
            "only an argument goes when the argument was left out."
        )
        self.add("argv", self.tr("Words"), self.words, said)
        self.add("folder", self.tr("Folder"), self.folder)
        env = self.tr("One a line, NAME=value. ${NAME} is taken from the environment when the tool runs.")
        self.add("env", self.tr("Variables"), self.variables, env)
        self.add("stdin", self.tr("Input"), self.stdin)
        self.add("most_bytes", self.tr("Most bytes"), self.most, self.tr("A longer result is cut off there."))
        self.folder.setAccessibleName(self.tr("Folder to run in"))
        self.stdin.setAccessibleName(self.tr("What stands on its input"))

    def _connect(self) -> None:
        self.words.left.connect(self.folder.setFocus)
        self.variables.left.connect(self.stdin.setFocus)
        for text in (self.words, self.variables):
            text.edited.connect(lambda _text: self.edited.emit())
        self.folder.textChanged.connect(lambda _text: self.edited.emit())
        self.most.valueChanged.connect(lambda _value: self.edited.emit())
        self.stdin.currentIndexChanged.connect(lambda _at: self.edited.emit())
