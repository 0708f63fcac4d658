"""One way to send a request, as a column: how it is asked, the exact body on demand, then the reply as it comes.

Above: `send_as`. Below: widgets, `workspace/send_as` (the values). Sends nothing itself.
"""

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.editors.json_editor import JsonEditor
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.progress_line import ProgressLine
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.widgets.segmented import Segmented
from studio.gui.words import fill, number, seconds, sentence
from studio.messages.reply import ChatReply
from studio.present.form_names import form_name
from studio.present.json_text import pretty
from studio.session.nodes import NodeId
from studio.workspace.send_as import Told, Way


class WayColumn(QFrame):
    """`chosen` gives the node to go on from."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("look", "card")
        self._node: NodeId | None = None
        self._title, self.state = _words("card_title", self), _words("small_muted", self)
        self.switch = Segmented("", [("reply", self.tr("Reply")), ("request", self.tr("Request"))], self)
        self.progress = ProgressLine(self)
        self.reply, self.body = ScrollColumn("", self, gap=8), JsonEditor("", self)
        self.text, self.error = _words("small", self), _words("error", self)
        self.body.setReadOnly(True)
        self._stack = QStackedWidget(self)
        self.go_on = Button(self.tr("Go on with this one"), self)
        self._calls: list[_CallShown] = []
        self._lay_out()
        self.switch.chosen.connect(lambda view: self._stack.setCurrentIndex(int(view == "request")))
        self.go_on.clicked.connect(lambda _on=False: self._choose())

    def show_way(self, way: Way, body: str) -> None:
        """Another way: its words, and the body that would be sent."""
        self._node = None
        title = self._title_of(way)
        self._title.setText(title)
        self.setAccessibleName(title)
        self.switch.setAccessibleName(fill(self.tr("What is shown of {way}"), way=title))
        self.reply.setAccessibleName(fill(self.tr("Reply of {way}"), way=title))
        self.body.setAccessibleName(fill(self.tr("Request of {way}"), way=title))
        self.go_on.setAccessibleName(fill(self.tr("Go on with this one: {way}"), way=title))
        self.body.set_text(body)
        self.switch.set_available("request", bool(body), way.refused)
        self._show(self._about(way), "" if not way.refused else _said(way.refused))
        self.state.setText(self.tr("cannot be asked") if way.refused else self.tr("not sent yet"))
        self.progress.show_idle()
        self.go_on.setEnabled(False)

    def show_asking(self) -> None:
        """Its request is under way."""
        self._show("", "")
        self.state.setText(self.tr("asking…"))
        self.progress.show_busy(self.tr("asking…"))

    def show_partial(self, reply: ChatReply) -> None:
        """The reply as far as it has come."""
        self._show(reply.text, "", reply)

    def show_told(self, told: Told) -> None:
        """What came of it."""
        self.progress.show_idle()
        error = sentence(told.error.message) if told.error is not None else _said(told.sentence)
        if told.reply is not None:
            self._show(told.reply.text, error, told.reply)
        else:  # what had come stays in sight
            self._show(self.text.text() if told.node is not None else "", error)
        self._node = told.node if told.reply is not None else None
        self.go_on.setEnabled(self._node is not None)
        self.state.setText(self._facts(told))

    def show_stopped(self) -> None:
        """It was not asked, or not to its end."""
        self.progress.show_idle()
        self.state.setText(self.tr("not asked"))

    def shown(self) -> str:
        """Text, calls and error as they stand there."""
        parts = (self.text.text(), *(call.accessibleName() for call in self._calls), self.error.text())
        return "\n".join(part for part in parts if part)

    def _choose(self) -> None:
        if self._node is not None:
            self.chosen.emit(self._node)

    def _show(self, text: str, error: str, reply: ChatReply | None = None) -> None:
        self.text.setText(text.strip())
        self.text.setVisible(bool(text))
        self.error.setText(error)
        self.error.setVisible(bool(error))
        calls = reply.calls if reply is not None else ()
        while len(self._calls) > len(calls):
            self.reply.remove(self._calls.pop())
        while len(self._calls) < len(calls):
            self._calls.append(_CallShown(self))
            self.reply.insert(len(self._calls), self._calls[-1])
        for shown, call in zip(self._calls, calls, strict=True):
            shown.set_call(call.name, call.arguments)

    def _title_of(self, way: Way) -> str:
        match way.key:
            case "native":
                return self.tr("Natively")
            case "text":
                return fill(self.tr("As text: {form}"), form=form_name(way.form))
            case _:
                return self.tr("In JSON mode")

    def _about(self, way: Way) -> str:
        if way.refused:
            return ""
        tools = len(way.setup.sent_tools)
        if not tools:
            return self.tr("There are no tools to tell.") if way.key != "json" else self.tr("The reply has to be JSON.")
        match way.key:
            case "native":
                return self.tr("The tools go in the member that the provider has for them.")
            case "text":
                return self.tr("The tools stand in the system text, and calls are read from the text of the reply.")
            case _:
                return self.tr("The tools stand in the system text, and the reply has to be JSON.")

    def _facts(self, told: Told) -> str:
        if told.node is None:
            return self.tr("not sent")
        said = [seconds(told.seconds)]
        usage = told.reply.usage if told.reply is not None else None
        if usage is not None and usage.input is not None and usage.output is not None:
            places = {"input": number(usage.input), "output": number(usage.output)}
            said.append(fill(self.tr("{input} tokens in, {output} out"), **places))
        if told.error is not None and told.error.kind == "cancelled":
            said.append(self.tr("cancelled"))
        elif told.reply is None:
            said.append(self.tr("failed"))
        return " · ".join(said)

    def _lay_out(self) -> None:
        for view in (self.reply, self.body):
            self._stack.addWidget(view)
        self.reply.add(self.text)
        self.reply.add(self.error)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(theme().px(6))
        for widget in (self._title, self.state, self.switch, self.progress):
            column.addWidget(widget)
        column.addWidget(self._stack, 1)
        column.addWidget(self.go_on)


class _CallShown(QWidget):
    """One call of a reply: its name, and its arguments laid out."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._name, self._arguments = _words("strong", self), _words("small", self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._name)
        column.addWidget(self._arguments)
        self._name.setFont(theme().code_font(12, semibold=True))

    def set_call(self, name: str, arguments: str) -> None:
        """Another call."""
        self._name.setText(name)
        self._arguments.setText(pretty(arguments))
        self._arguments.setFont(theme().code_font(12))
        self.setAccessibleName(f"{name}({arguments})")


def _words(role: str, parent: QWidget) -> QLabel:
    made = QLabel(parent)
    made.setProperty("role", role)
    made.setWordWrap(True)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return made


def _said(text: str) -> str:
    ours = QCoreApplication.translate("parameters", text) if text else ""
    return sentence(text) if ours == text else ours
