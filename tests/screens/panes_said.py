"""Scenes of what is said in the panes: a message that is written, replies that stream in, and one with everything that a chat can hold.

Drawn by `tests.screens.panes`.
"""

import base64
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage

from studio.messages.message import Message
from studio.messages.parts import Call, Image, Part, Reasoning, Text
from studio.messages.reply import ChatReply
from studio.session.events import ReplyReceived
from tests.gui.panes.refund import BAD, asked_session, new_session

if TYPE_CHECKING:
    from tests.screens.panes import Scene


def composing(scene: "Scene") -> None:
    """The first message is written, with a picture that goes along."""
    scene.bridge.open(new_session())
    composer = scene.request.chat.composer
    composer.editor.setPlainText("Order 48213 arrived with a broken cup.\nPlease refund it.")
    picture = base64.b64encode(png()).decode()
    composer.attachments.add_picture(Image(f"data:image/png;base64,{picture}", "image/png"), "broken-cup.png")


def png() -> bytes:
    """A small picture."""
    image = QImage(160, 100, QImage.Format.Format_RGB32)
    image.fill(0x2C55C9)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload] # a device is taken too
    return bytes(data.data())


def streaming(scene: "Scene") -> None:
    """The reply streams in."""
    session = asked_session()
    session.request()
    scene.bridge.open(session)
    session.become(kind="streaming")
    text = "The cup is covered by the policy. I will ref"
    session.stream(ChatReply((Text(text), Call("issue_refund", '{"order_id":"48'))))


def arriving(scene: "Scene") -> None:
    """The first call is complete, the second one still streams in."""
    session = asked_session()
    session.request()
    scene.bridge.open(session)
    session.become(kind="streaming")
    thought = Reasoning(
        "The policy covers a cup that broke on its way. The amount is that of the item, not of the order."
    )
    text = Text("The cup is covered by the policy. I will refund the damaged item and tell the customer.")
    session.stream(
        ChatReply((thought, text, Call("issue_refund", BAD, "call_1"), Call("notify_customer", '{"channel":')))
    )


def said(*parts: Part) -> Callable[["Scene"], None]:
    """A reply with everything that a chat can hold, and a message with pictures before it."""

    def show(scene: "Scene") -> None:
        session = new_session()
        picture = Image("data:image/png;base64," + base64.b64encode(png()).decode(), "image/png")
        session.add_message(Message("user", (Text("What is wrong with these two cups?"), picture, picture)))
        session.add_message(Message("assistant", (THOUGHT, Text("They are **broken**."))))
        session.add_message(Message("user", (Text("Write a report."),)))
        session.request()
        session.journal.append(ReplyReceived(reply=ChatReply(parts, finish="stop")))
        scene.bridge.open(session)
        first = next(node for node in session.tree.path(session.head) if session.tree.kind(node) == "request")
        scene.bridge.look_at(first)
        scene.response.show_view("chat")

    return show


REPORT = """# Report

Both cups of order `48213` are **broken**; the *policy* covers them:

1. Refund the items, not the shipping.
2. Tell the customer.

| item | price |
|---|---|
| Porcelain cup | 89.90 |
| Tea tin | 25.00 |

```json
{"refunded": 89.9}
```

> Returns are free within 30 days, see [the policy](https://shop.example/policy).
"""
THOUGHT = Reasoning("The policy covers a cup that broke on its way. " * 6, "signature")
SAID: dict[str, Callable[["Scene"], None]] = {
    "composing": composing,
    "streaming": streaming,
    "arriving": arriving,
    "rich": said(THOUGHT, Text(REPORT), Call("issue_refund", BAD, "call_1"), Call("notify_customer", "{}", "call_2")),
}
