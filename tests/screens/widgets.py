"""Pictures of all widgets for people to look at: `python tests/screens/widgets.py OUT_DIR`.

Renders the gallery in every theme and at 200 % text, without a screen. Not a test.
"""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from studio.gui.editors.json_editor import JsonEditor
from studio.gui.editors.mark import Mark
from studio.gui.editors.schema_form import SchemaForm
from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import ThemeName, apply_theme
from studio.gui.widgets.banner import Banner, BannerButton
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.chip import Chip
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.message_block import MessageBlock
from studio.gui.widgets.notice import Notice
from studio.gui.widgets.pane_header import PaneHeader
from studio.gui.widgets.progress_line import ProgressLine
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.widgets.segmented import Segmented
from studio.gui.widgets.switch import Switch

ARGUMENTS = '{"order_id":"48213","amount":"89.90","currency":"eur","reason":"杯子破损 damaged cup","notify":true}'
SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "order_id": {"type": "string", "description": "The number that the shop gave the order."},
        "amount": {"type": "number", "minimum": 0, "maximum": 500, "description": "In the order's currency."},
        "currency": {"enum": ["EUR", "USD", "CNY"]},
        "notify": {"type": "boolean"},
        "items": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}},
        "anything": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        "comment": {"type": ["string", "null"]},
    },
    "required": ["order_id", "amount"],
}
LOOKS: list[tuple[ThemeName, float]] = [("light", 1.0), ("dark", 1.0), ("high_contrast", 1.0), ("light", 2.0)]


def banner() -> Banner:
    made = Banner()
    buttons = [BannerButton("reject", "Reject…", letter="r"), BannerButton("go", "Approve and step", "main", "a")]
    made.show_stop("Paused before issue_refund", "stop place: before sensitive tools · call 1 of 2", buttons)
    return made


def error_banner() -> Banner:
    made = Banner()
    buttons = [BannerButton("details", "Details"), BannerButton("retry", "Retry", "main")]
    made.show_stop(
        "Too many requests (429).", "The server asks to wait 20 s.", buttons, kind="error", icon="provider_error"
    )
    return made


def header(title: str, icon: str, colour: str, meta: str, words: tuple[str, ...]) -> PaneHeader:
    made = PaneHeader(title, icon, colour)
    made.set_meta(meta)
    switch = Segmented("View", [(word.lower(), word) for word in words])
    switch.set_dot("diff", True, "there are edits")
    made.add_widget(switch)
    return made


def messages() -> ScrollColumn:
    column = ScrollColumn("Messages")
    system = MessageBlock()
    system.set_head("gear", "system", "request", "214 tokens")
    system.set_text("You settle refund requests for an online shop. Look up the order before you decide. " * 12)
    user = MessageBlock()
    user.set_head("person", "user", "response", "31 tokens")
    user.set_text("订单 48213 到货时杯子碎了，请帮我退款。\nOrder 48213 arrived with a broken cup. Please refund it.")
    calls = MessageBlock()
    calls.set_head("response", "assistant", "response", "1 tool call")
    text = 'get_order(order_id="48213") call_a81f'
    calls.set_text(text, code=True, colour="muted", spans=[(0, 9, "call")])
    edited = MessageBlock()
    edited.set_head("result", "tool", "result", "search_policy · 402 tokens", edge="edit")
    edited.set_chips([("EDITED", "edit")])
    edited.set_text("Damaged goods: refund the damaged item, not the shipping, within 30 days of delivery…")
    mocked = MessageBlock()
    mocked.set_head("mock", "tool", "mock", "get_customer · mocked · 22 tokens")
    mocked.set_text('{"tier": "gold"}', code=True)
    mocked.set_current(True)
    for block in (system, user, calls, edited, mocked):
        column.add(block)
    return column


def controls() -> QWidget:
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(12, 12, 12, 12)
    column.setSpacing(8)
    rows: list[list[QWidget]] = [
        [Button("Execute", look="main", icon_name="run"), Button("Mock…", icon_name="mock", colour="mock"),
         Button("Return error…", icon_name="provider_error", colour="error"),
         Button("Fix types", look="quiet", icon_name="bolt", colour="warn")],
        [Button("Use EUR", look="link"), IconButton("dots", "More"), IconButton("undo", "Revert"), Switch("is error"), checked_switch()],
        [Chip("EDITED", "edit"), Chip("MOCK", "mock"), Chip("PAUSED", "paused"), Chip("RETRY 2", "warn"), Chip("RECORDED"),
         Chip("2 problems", "err", large=True), Chip("WAITING", large=True), Chip("finished", "ok", large=True)],
        [line_edit("call_7Qm2ZxT9"), combo()],
        [check("get_order", True), check("refund_batch", False), check("off", True, enabled=False)],
        [disabled(Button("Run", look="main", icon_name="run")), disabled(Button("Step", icon_name="step")), disabled(Switch("off"))],
        [ElidedLabel("A label that is longer than its place and is cut with dots at its end, as it must be", colour="muted")],
    ]  # fmt: skip
    for widgets in rows:
        row = QHBoxLayout()
        row.setSpacing(8)
        for widget in widgets:
            row.addWidget(widget)
        row.addStretch(1)
        column.addLayout(row)
    column.addWidget(EmptyState("No breakpoints.", "Stop before every call", icon="breakpoint"))
    column.addStretch(1)
    return made


def checked_switch() -> Switch:
    made = Switch("on")
    made.setChecked(True)
    return made


def line_edit(text: str) -> QLineEdit:
    made = QLineEdit(text)
    made.setPlaceholderText("Find a tool")
    return made


def combo() -> QComboBox:
    made = QComboBox()
    made.addItems(["issue_refund", "notify_customer"])
    return made


def check(words: str, on: bool, enabled: bool = True) -> QCheckBox:
    made = QCheckBox(words)
    made.setChecked(on)
    made.setEnabled(enabled)
    return made


def disabled(widget: QWidget) -> QWidget:
    widget.setEnabled(False)
    return widget


def json_editor() -> JsonEditor:
    made = JsonEditor("Arguments", check=_check)
    made.set_text(ARGUMENTS)
    made.set_original(
        '{"order_id":"48213","amount":89.90,"currency":"EUR","reason":"杯子破损 damaged cup","notify":true}'
    )
    made.fit_height(3, 12)
    made.go_to(made.toPlainText().index('",\n  "currency"'))
    return made


def _check(draft: str) -> list[Mark]:
    amount, currency = draft.index('"89.90"'), draft.index('"eur"')
    return [
        Mark(amount, amount + 7, "must be a number"),
        Mark(currency, currency + 5, "must be one of EUR, USD, CNY", "warning"),
    ]


def form() -> ScrollColumn:
    column = ScrollColumn("Form")
    made = SchemaForm("Arguments")
    made.set_text(SCHEMA, ARGUMENTS.replace("}", ',"items":[{"sku":"A1"},{}],"anything":{"a":[1,true]},"more":null}'))
    made.set_marks({"/amount": "must be a number", "/currency": "must be one of EUR, USD, CNY"})
    column.add(made)
    return column


def editors() -> QWidget:
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(1)
    left = QVBoxLayout()
    left.addWidget(header("Arguments", "call", "call", "", ("Form", "JSON", "Diff")))
    left.addWidget(json_editor())
    message = TextEditor("Message", placeholder="Write a message")
    message.fit_height(3, 8)
    left.addWidget(message)
    filled = TextEditor("Reason")
    filled.set_text("The order is older than 30 days.\nPlease ask a person.")
    left.addWidget(filled)
    left.addStretch(1)
    row.addLayout(left, 1)
    row.addWidget(form(), 1)
    return made


def gallery() -> QWidget:
    made = QWidget()
    made.setObjectName("gallery")
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(banner())
    column.addWidget(error_banner())
    row = QHBoxLayout()
    row.setSpacing(1)
    left, right = QVBoxLayout(), QVBoxLayout()
    for side in (left, right):
        side.setSpacing(0)
        row.addLayout(side, 1)
    left.addWidget(header("Request", "request", "request", "1,803 tok", ("Chat", "Form", "JSON", "Diff")))
    line = ProgressLine()
    line.show_fraction(0.4)
    left.addWidget(line)
    left.addWidget(messages(), 1)
    right.addWidget(
        header("Response", "response", "response", "tool_calls · 96 tok · 1.84 s", ("Chat", "Calls", "JSON", "Diff"))
    )
    right.addWidget(controls(), 1)
    column.addLayout(row, 1)
    column.addWidget(QLabel("  a plain label"))
    return made


def main(folder: Path) -> None:
    app = QApplication(sys.argv[:1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, scale in LOOKS:
        apply_theme(app, name, scale)
        save(app, gallery(), folder / f"widgets-{name}-{round(scale * 100)}.png", scale)
        save(app, editors(), folder / f"editors-{name}-{round(scale * 100)}.png", scale)


def save(app: QApplication, page: QWidget, path: Path, scale: float) -> None:
    """Show a page, let it settle, and keep its picture."""
    page.resize(1100 if scale == 1 else 1600, 860 if scale == 1 else 1200)
    page.show()
    notice = Notice(page)
    if path.name.startswith("widgets"):
        notice.show_notice("Exported test_refund.py", "Show", icon="result", colour="result")
    QTest.qWait(200)
    page.grab().save(str(path))
    page.close()
    page.deleteLater()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
