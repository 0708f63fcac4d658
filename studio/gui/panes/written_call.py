"""A tool call that the person writes in the model's place: the tool, and its arguments as a form or JSON, checked while typed.

Above: `reply_writer`. Below: `call_arguments`, `tool_names`. Knows no session: the check and the blank arguments are handed in.
"""

from collections.abc import Callable, Sequence

import msgspec
from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFontMetrics, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.checks.problem import Problem
from studio.gui.look.theme import theme
from studio.gui.panes.call_arguments import CallArguments
from studio.gui.panes.card_frame import CardFrame
from studio.gui.panes.tool_names import ToolNames
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import IconButton
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import fill
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec


class Offered(msgspec.Struct, frozen=True):
    """The tools that a request offers, what is wrong with an argument text for one of them, and its arguments to be filled in."""

    tools: tuple[ToolSpec, ...] = ()
    check: Callable[[str, str], Sequence[Problem]] = lambda _tool, _text: ()
    blank: Callable[[str], str] = lambda _tool: "{}"


class WrittenCall(CardFrame):
    """`changed`: another tool or other arguments. `removed`: the person does without it. `commit_requested`: the reply is ready."""

    changed = Signal()
    removed = Signal()
    commit_requested = Signal()

    def __init__(self, offered: Offered, tool: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offered, self._name = offered, tool
        self._sign, self.name = IconSign("call", "call", self), ToolNames(self)
        self.remove, self.arguments = IconButton("trash", "", self), CallArguments(self, compares=False)
        self._lay_out()
        self.name.show_tools(offered.tools, tool)
        self.name.setEditText(tool)
        self._begin_arguments()
        self._wire()
        self._reword()

    @property
    def call(self) -> Call:
        """The call as it is written; its id is left to who keeps it."""
        self.arguments.flush()
        return Call(self._name, self.arguments.current)

    @property
    def problem(self) -> str:
        """Why the call cannot be given; empty when it can. Arguments that do not fit can: models write such ones, too."""
        if not self._name:
            return self.tr("A tool call has no name.")
        return (
            "" if self.arguments.is_valid else fill(self.tr("The arguments of {tool} are not JSON."), tool=self._name)
        )

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """A box with a style sheet loses its font when it gets another parent, so it is set again."""
        super().showEvent(event)
        self._restyle()

    def _lay_out(self) -> None:
        row = WrappedRow(self)
        row.set_margins(12, 6, 8, 6)
        row.add(self._sign)
        row.add(self.name)
        row.add_right(self.remove)
        column = QVBoxLayout(self)
        column.setContentsMargins(2, 2, 2, 8)
        column.setSpacing(0)
        column.addWidget(row)
        column.addWidget(self.arguments)

    def _wire(self) -> None:
        self.name.activated.connect(lambda _at: self._take_name())
        line = self.name.lineEdit()
        assert line is not None
        line.editingFinished.connect(self._take_name)
        self.remove.clicked.connect(lambda _on=False: self.removed.emit())
        self.arguments.changed.connect(self.changed)
        self.arguments.commit_requested.connect(self.commit_requested)
        theme().changed.connect(self._restyle)

    def _spec(self) -> ToolSpec | None:
        return next((tool for tool in self._offered.tools if tool.name == self._name), None)

    def _take_name(self) -> None:
        name = self.name.currentText().strip()
        if name != self._name:
            self._name = name
            self._begin_arguments()
            self._reword()
            self.changed.emit()

    def _begin_arguments(self) -> None:
        """The arguments of the tool, to be filled in; those that were typed for another one stay."""
        spec, name = self._spec(), self._name
        typed = self.arguments.draft is not None
        text = self.arguments.current if typed else self._offered.blank(name)
        schema = spec.parameters if spec is not None else {}
        self.arguments.set_value(text, text, schema, lambda text: tuple(self._offered.check(name, text)), editable=True)

    def _restyle(self) -> None:
        self.name.restyle()
        self.name.setFont(theme().code_font(12))
        line = self.name.lineEdit()
        if line is not None:
            line.setFont(theme().code_font(12))
        longest = max((tool.name for tool in self._offered.tools), key=len, default=self._name)
        width = QFontMetrics(theme().code_font(12)).horizontalAdvance(longest) + theme().px(56)
        self.name.setMinimumWidth(min(width, theme().px(280)))

    def _reword(self) -> None:
        self.setAccessibleName(fill(self.tr("Call of {tool}"), tool=self._name))
        self.name.setAccessibleName(self.tr("Tool"))
        self.remove.set_words(self.tr("Do without this call"))
