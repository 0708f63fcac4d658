"""Draws the Request and the Response pane in their main states into a folder, for people to look at.

`python -m tests.screens.panes OUT_DIR [NAME…]`: light, dark, 200 %, Chinese, wide and narrow.
"""

import base64
import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication, QSplitter

from studio.gui.language import Language
from studio.gui.look.theme import ThemeName, apply_theme
from studio.gui.panes.request_pane import RequestPane
from studio.gui.panes.response_pane import ResponsePane
from studio.messages.parts import Image, Text
from studio.messages.reply import ChatReply, ProviderError
from studio.session.events import AttemptFailed, CallStarted, ResultRecorded
from studio.session.truths import Truth
from tests.gui.panes.desk import MemoryBridge
from tests.gui.panes.refund import BAD, asked_session, new_session, paused_session, run
from tests.screens.panes_said import SAID, png


class Scene:
    """The two panes side by side over a bridge."""

    def __init__(self, width: int, height: int) -> None:
        self.bridge = MemoryBridge()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.request = RequestPane(self.bridge)
        self.response = ResponsePane(self.bridge)
        self.splitter.addWidget(self.request)
        self.splitter.addWidget(self.response)
        self.splitter.resize(width, height)
        self.splitter.setSizes([width * 2 // 5, width * 3 // 5])
        self.splitter.show()

    def save(self, path: Path) -> None:
        """Let everything settle and take the picture."""
        self.bridge.tick()
        settle()
        self.splitter.grab().save(str(path))

    def end(self) -> None:
        """Take the panes away."""
        self.splitter.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def settle(ms: int = 250) -> None:
    """Let timers and layouts run."""
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


def paused(scene: Scene) -> None:
    """Stopped before the sensitive call."""
    scene.bridge.open(paused_session()[0])


def empty(scene: Scene) -> None:
    """Nothing was said yet."""
    scene.bridge.open(new_session())


def asked(scene: Scene) -> None:
    """The first request is to be sent."""
    scene.bridge.open(asked_session())


def edit_past(scene: Scene) -> None:
    """A sent message is being edited."""
    paused(scene)
    block = scene.request.chat.blocks()[1]
    block.open()
    assert block.editor is not None
    block.editor.setPlainText("Refund order 48213, please.")


def view(name: str) -> Callable[[Scene], None]:
    """Another view of the request."""

    def show(scene: Scene) -> None:
        scene.bridge.open(asked_session() if name != "diff" else paused_session()[0])
        scene.request.show_view(name)

    return show


def mocked(scene: Scene) -> None:
    """The second call has a mocked result; the first waits without an approval."""
    session, _, notify = paused_session()
    session.mock(notify, '{"sent": true}')
    session.stop = None
    scene.bridge.open(session)


def done(scene: Scene) -> None:
    """Both calls have results, one is an error, one was rejected."""
    session, refund, notify = paused_session()
    run(session.run_call(refund))
    session.reject(notify, "The customer asked for a letter.")
    scene.bridge.open(session)
    card = scene.response.calls.cards()[0]
    card.result.output.click()


def answering(scene: Scene) -> None:
    """The mock editor is open in a card."""
    session, refund, _ = paused_session()
    session.stop = None
    scene.bridge.open(session)
    card = scene.response.calls.card(refund)
    assert card is not None
    card.act("mock")
    card.answer.text.setPlainText('{"refunded": 89.9}')


def rejecting(scene: Scene) -> None:
    """The reason of a rejection is being written."""
    paused(scene)
    scene.response.calls.cards()[0].act("reject")


def arguments_form(scene: Scene) -> None:
    """Arguments as a form."""
    paused(scene)
    scene.response.calls.cards()[0].arguments.show_view("form")


def arguments_diff(scene: Scene) -> None:
    """Arguments compared with what the model wrote."""
    session, refund, _ = paused_session()
    session.edit_call(refund, arguments=BAD.replace('"89.90"', "89.9").replace("eur", "EUR"))
    scene.bridge.open(session)
    scene.response.calls.cards()[0].arguments.show_view("diff")


def truth(choice: Truth) -> Callable[[Scene], None]:
    """What the history says of an edited call, with the next request."""

    def show(scene: Scene) -> None:
        session, refund, _ = paused_session()
        session.edit_call(refund, arguments=BAD.replace('"89.90"', "89.9").replace("eur", "EUR"))
        if choice != "rewrite":
            session.set_truth(refund, choice)
        scene.bridge.open(session)
        scene.response.calls.cards()[0].truth.link.click()

    return show


def broken_draft(scene: Scene) -> None:
    """The draft is not JSON."""
    session, refund, _ = paused_session()
    session.stop = None
    session.edit_call(refund, name="isue_refund")
    scene.bridge.open(session)
    editor = scene.response.calls.cards()[0].arguments.editor
    editor.setPlainText(editor.toPlainText().replace('"89.90",', '"89.90"'))


def uncertain(scene: Scene) -> None:
    """A call began and has no end."""
    session, refund, _ = paused_session()
    session.start_call(refund)
    session.stop = None
    scene.bridge.open(session)


def running(scene: Scene) -> None:
    """A call runs and prints."""
    session, refund, _ = paused_session()
    session.stop = None
    session.start_call(refund)
    scene.bridge.open(session)
    session.become(kind="tools", calls=frozenset({refund}))
    scene.bridge.tick()
    session.output(refund, "connecting to the bank\nchecking the order\n")


def progress(scene: Scene) -> None:
    """A call runs and says how far it is."""
    session, refund, _ = paused_session()
    session.stop = None
    session.start_call(refund)
    scene.bridge.open(session)
    session.become(kind="tools", calls=frozenset({refund}))
    scene.bridge.tick()
    card = scene.response.calls.card(refund)
    assert card is not None
    card.show_progress(0.4, "asking the bank")


def changes(scene: Scene) -> None:
    """Values that will be made to fit."""
    session, _, _ = paused_session()
    session.stop = None
    session.change_setup(coercion="lossless")
    scene.bridge.open(session)


def extras(scene: Scene) -> None:
    """Results with everything that can stand beside them."""
    session, refund, notify = paused_session()
    session.stop = None
    ran = '{"order_id":"48213","amount":89.9,"currency":"EUR","reason":"杯子破损 damaged cup","notify":true}'
    session.journal.append(CallStarted(call=refund))
    session.journal.append(AttemptFailed(call=refund, text="The bank is busy."))
    session.journal.append(CallStarted(call=refund, ran_with=ran, approved=True))
    text = '{"refunds": [' + ", ".join(f'"R-{n}"' for n in range(60)) + "]}"
    cut = text[:200] + "\n[Cut here: 300 more characters were left out.]"
    picture = Image("data:image/png;base64," + base64.b64encode(png()).decode(), "image/png")
    event = ResultRecorded(call=refund, text=cut, whole=text, seconds=1.2, media=(picture, picture))
    session.journal.append(event)
    mocked = ResultRecorded(call=notify, source="mock", text="", is_error=True, rule="3", fault="empty")
    session.journal.append(mocked)
    scene.bridge.open(session)


def failed(scene: Scene) -> None:
    """The server refused; the partial text is kept."""
    body = '{"error": {"message": "Rate limit reached", "type": "rate_limit"}}'
    message = "Too many requests. The server asks to wait 20 s."
    session = asked_session(ProviderError("http", message, 429, "rate_limit", body, 20.0))
    session.partial = ChatReply((Text("The cup is covered by"),))
    session.request()
    session.answer()
    session.partial = None
    scene.bridge.open(session)
    scene.response.none.failure.details.click()


def finished(scene: Scene) -> None:
    """The model asked for nothing more."""
    session, refund, notify = paused_session()
    run(session.run_call(refund))
    run(session.run_call(notify))
    session.stop = None
    run(session.step())
    scene.bridge.open(session)


def past(scene: Scene) -> None:
    """An earlier round is looked at, and its call is being changed."""
    session, _, _ = paused_session()
    scene.bridge.open(session)
    first = next(node for node in session.tree.path(session.head) if session.tree.kind(node) == "request")
    scene.bridge.look_at(first)
    editor = scene.response.calls.cards()[0].arguments.editor
    editor.setPlainText(editor.toPlainText().replace("48213", "48214"))


def response_view(name: str) -> Callable[[Scene], None]:
    """Another view of the response."""

    def show(scene: Scene) -> None:
        arguments_diff(scene)
        scene.response.show_view(name)

    return show


STATES: dict[str, Callable[[Scene], None]] = {
    **SAID,
    "paused": paused,
    "empty": empty,
    "asked": asked,
    "edit_past": edit_past,
    "request_form": view("form"),
    "request_json": view("json"),
    "request_diff": view("diff"),
    "mocked": mocked,
    "done": done,
    "answering": answering,
    "rejecting": rejecting,
    "arguments_form": arguments_form,
    "arguments_diff": arguments_diff,
    "truth_rewrite": truth("rewrite"),
    "truth_notify": truth("notify"),
    "truth_keep": truth("keep"),
    "broken_draft": broken_draft,
    "uncertain": uncertain,
    "running": running,
    "progress": progress,
    "changes": changes,
    "extras": extras,
    "failed": failed,
    "finished": finished,
    "past": past,
    "response_chat": response_view("chat"),
    "response_json": response_view("json"),
    "response_diff": response_view("diff"),
}
LOOKS: dict[str, tuple[ThemeName, float, int, int, str]] = {
    "light": ("light", 1.0, 884, 720, "en"),
    "dark": ("dark", 1.0, 884, 720, "en"),
    "contrast": ("high_contrast", 1.0, 884, 720, "en"),
    "double": ("light", 2.0, 884, 720, "en"),
    "wide": ("light", 1.0, 1280, 720, "en"),
    "chinese": ("light", 1.0, 884, 720, "zh_CN"),
}


def main(folder: Path, wanted: list[str]) -> None:
    """Draw every state in every look."""
    app = QApplication.instance() or QApplication(sys.argv)
    assert isinstance(app, QApplication)
    folder.mkdir(parents=True, exist_ok=True)
    language = Language(app)
    for look, (theme, scale, width, height, spoken) in LOOKS.items():
        apply_theme(app, theme, scale)
        language.use(spoken)
        for name, make in STATES.items():
            if not wanted or f"{name}_{look}" in wanted or name in wanted or look in wanted:
                scene = Scene(width, height)
                make(scene)
                scene.save(folder / f"{name}_{look}.png")
                scene.end()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
