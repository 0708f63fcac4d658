"""What the person changes in the Request pane, and sends from it, as changes of the session.

Above: the Request pane. Below: the edit door. Draws nothing: says whether it was done.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication

from studio.gui.panes.composer import Composer
from studio.gui.panes.edit_door import EditDoor
from studio.gui.panes.message_entries import SYSTEM, Entry, with_text
from studio.gui.panes.request_form import RESPONDER
from studio.gui.panes.session_port import SessionPort
from studio.messages.message import Message
from studio.messages.parts import Image
from studio.messages.passage import Passage
from studio.session.setup import Setup
from studio.session.skill_words import system_written
from studio.workspace.attached_pictures import picture_file, picture_of

translate = QCoreApplication.translate
Messages = list[tuple[int, Message | None]]


class RequestEdits:
    """`message_at` gives a message of the request that is shown."""

    def __init__(self, door: EditDoor, composer: Composer, message_at: Callable[[int], Message]) -> None:
        self._door, self._composer, self._message_at = door, composer, message_at
        composer.attachments.read = self._read_passage
        composer.read_picture = self._read_picture
        composer.read_pasted = self._read_pasted
        composer.sent.connect(self._send)

    def entry(self, entry: Entry, text: str) -> None:
        """A message, a result or the system text says something else."""
        if entry.index == SYSTEM:
            self._door.change(lambda session: session.change_setup(**system_written(session.state.setup, text)))
            return
        message = with_text(self._message_at(entry.index), entry.part, text)
        self._door.change(lambda session: session.edit_message(entry.index, message))

    def remove(self, entry: Entry) -> None:
        """A message goes."""
        self._door.change(lambda session: session.edit_message(entry.index, None))

    def json(self, text: str) -> str:
        """The body was written; a sentence when it cannot be taken."""
        return self._door.try_change(lambda session: session.edit_request_json(text))

    def setup(self, now: Setup, members: dict[str, Any]) -> bool:
        """Settings were changed in the form."""
        answers = {name: members.pop(name) for name in RESPONDER if name in members}
        if answers:
            members["responder"] = replace(now.responder, **answers)
        return self._door.change(lambda session: session.change_setup(**members))

    def messages(self, changes: Messages) -> None:
        """Messages were added, changed, moved or removed in the form."""

        def edit(session: SessionPort) -> None:
            for index, message in changes:
                if index < 0 and message is not None:
                    session.add_message(message)
                else:
                    session.edit_message(index, message)

        self._door.change(edit)

    def _send(self, text: str, role: str) -> None:
        attached, by_user = self._composer.attachments, role == "user"
        along: dict[str, Any] = {"passages": attached.passages(), "pictures": attached.pictures()} if by_user else {}
        self._composer.clear()
        self._door.bridge.start("send", lambda session: session.send(text, role=role, **along))  # type: ignore[arg-type]

    def _read_passage(self, path: Path, lines: tuple[int, int] | None, always: bool) -> Passage | None:
        """A file as a passage; what is wrong with it is shown."""
        found: list[Passage] = []
        self._door.bridge.do(lambda session: found.append(session.passage(path, lines, always=always)))
        return found[0] if found else None

    def _read_picture(self, path: Path) -> Image | None:
        """A file as a picture; what is wrong with it is shown."""
        found: list[Image] = []
        self._door.bridge.attempt(lambda: found.append(picture_file(path)))
        return found[0] if found else None

    def _read_pasted(self, data: bytes) -> Image | None:
        """A picture of the clipboard; what is wrong with it is shown."""
        found: list[Image] = []
        name = translate("Composer", "The picture of the clipboard")
        self._door.bridge.attempt(lambda: found.append(picture_of(data, name)))
        return found[0] if found else None
