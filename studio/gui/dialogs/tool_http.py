"""The fields of an HTTP endpoint: method, address, headers, body, the most bytes of a result.

Above: `tool_runs`. Below: `field_section`, `session/executors`. Typing sends nothing.
"""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill
from studio.session.executors import BODILESS, HttpEndpoint

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD")
_MOST = 100_000_000


class ToolHttp(FieldSection):
    """`edited`: another endpoint stands in the fields."""

    edited = Signal()

    def __init__(self, endpoint: HttpEndpoint, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("ToolHttp", "Request"), parent)
        self.method, self.url = StillCombo(self), QLineEdit(endpoint.url, self)
        self.headers, self.body = TextEditor(self.tr("Headers, one a line"), self, code=True), StillCombo(self)
        self.template = TextEditor(self.tr("Template of the body"), self, code=True)
        self.most = LimitNumber(self.tr("Most bytes of a result"), self, least=1, most=_MOST)
        self._fill(endpoint)
        self._add_rows()
        self._fit()
        self._connect()

    def executor(self) -> HttpEndpoint:
        """The endpoint as it stands in the fields; header lines that are none are left out (see `problem`)."""
        return HttpEndpoint(
            self.url.text().strip(),
            self.method.currentText().strip().upper(),
            tuple(self._headers()),
            self.body.value(),
            self.template.text() if self.body.value() == "text" else "",
            self.most.whole(),
        )

    def problem(self) -> str:
        """The first line of the headers that is none; empty when all are. The rest is checked when it is kept."""
        for at, line in enumerate(self.headers.text().splitlines(), 1):
            name, colon, _ = line.partition(":")
            if line.strip() and not (name.strip() and colon):
                return fill(self.tr("Line {n} of the headers is not “Name: value”."), n=at)
        return ""

    def _headers(self) -> list[tuple[str, str]]:
        lines = (line.partition(":") for line in self.headers.text().splitlines() if line.strip())
        return [(name.strip(), value.strip()) for name, colon, value in lines if name.strip() and colon]

    def _fill(self, endpoint: HttpEndpoint) -> None:
        self.method.setEditable(True)
        self.method.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.method.addItems(list(_METHODS))
        self.method.setEditText(endpoint.method)
        self.method.setFixedWidth(theme().px(140))
        self.url.setPlaceholderText("https://shop.example/orders/{order_id}")
        self.url.setFont(theme().code_font())
        self.headers.fit_height(2, 6)
        self.headers.set_text("\n".join(f"{name}: {value}" for name, value in endpoint.headers))
        self.headers.setPlaceholderText("Authorization: Bearer ${SHOP_KEY}")
        self.template.fit_height(2, 8)
        self.template.set_text(endpoint.template)
        self.template.setPlaceholderText('{"order": "{order_id}"}')
        self.most.setValue(endpoint.most_bytes)
        ways = [
            ("json", self.tr("arguments as JSON")),
            ("form", self.tr("arguments as a form")),
            ("text", self.tr("a template")),
            ("none", self.tr("none, arguments become the query")),
        ]
        self.body.show_choices(ways, endpoint.body)

    def _add_rows(self) -> None:
        self.add("method", self.tr("Method"), self.method)
        said = self.tr("{name} stands for the argument of that name. With GET the others become the query.")
        self.add("url", self.tr("Address"), self.url, said)
        said = self.tr(
            "One a line, Name: value. ${NAME} is taken from the environment when the tool runs, so that no key is kept."
        )
        self.add("headers", self.tr("Headers"), self.headers, said)
        self.add(
            "body",
            self.tr("Body"),
            self.body,
            self.tr("Arguments that the address takes do not stand in the body again."),
        )
        self.add("template", self.tr("Template"), self.template)
        self.add("most_bytes", self.tr("Most bytes"), self.most, self.tr("A longer result is cut off there."))
        for widget, name in (
            (self.method, self.tr("Method")),
            (self.url, self.tr("Address")),
            (self.body, self.tr("Body")),
        ):
            widget.setAccessibleName(name)

    def _connect(self) -> None:
        self.headers.left.connect(self.body.setFocus)
        self.template.left.connect(self.most.setFocus)
        self.method.currentTextChanged.connect(lambda _text: self._fit())
        self.method.currentTextChanged.connect(lambda _text: self.edited.emit())
        self.url.textChanged.connect(lambda _text: self.edited.emit())
        self.headers.edited.connect(lambda _text: self.edited.emit())
        self.template.edited.connect(lambda _text: self.edited.emit())
        self.most.valueChanged.connect(lambda _value: self.edited.emit())
        self.body.currentIndexChanged.connect(lambda _at: self._fit())
        self.body.currentIndexChanged.connect(lambda _at: self.edited.emit())

    def _fit(self) -> None:
        has_body = self.method.currentText().strip().upper() not in BODILESS
        self.show_row("body", has_body)
        self.show_row("template", has_body and self.body.value() == "text")
