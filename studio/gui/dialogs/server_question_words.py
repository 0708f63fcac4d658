"""What a server wants a model to answer, as text to be read: the system text, then each message under its role.

Above: the question. Below: `workspace/asked_by_servers`. Words are those of the context `ServerQuestion`.
"""

from PySide6.QtCore import QCoreApplication

from studio.gui.words import fill
from studio.messages.message import Message
from studio.messages.parts import Image, Text
from studio.workspace.asked_by_servers import SamplingRequest

translate = QCoreApplication.translate


def request_text(request: SamplingRequest) -> str:
    """Everything that the model would read."""
    blocks = [(translate("ServerQuestion", "System text"), request.system)] if request.system else []
    blocks += [(_role(message.role), _said(message)) for message in request.messages]
    head = translate("ServerQuestion", "{role}:")
    return "\n\n".join(f"{fill(head, role=role)}\n{text}" for role, text in blocks)


def _role(role: str) -> str:
    named = {"user": translate("ServerQuestion", "User"), "assistant": translate("ServerQuestion", "Assistant")}
    return named.get(role, role)


def _said(message: Message) -> str:
    """The texts as they stand; of a picture that it is one, of anything else its kind."""
    lines = []
    for part in message.parts:
        if isinstance(part, Text):
            lines.append(part.text)
        elif isinstance(part, Image):
            lines.append(fill(translate("ServerQuestion", "[picture, {kind}]"), kind=part.media_type or "?"))
        else:
            lines.append(f"[{type(part).__name__.lower()}]")
    return "\n".join(lines)
