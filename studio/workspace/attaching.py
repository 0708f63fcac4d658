"""An open session and the passages of its messages: text of files that goes along with what the person says.

Above: `opened`. Below: `declared`, `tools/passages`. What a request makes of them is the engine's (`engine/memory`).
"""

from pathlib import Path

from msgspec.structs import replace

from studio.engine.edits import EditRefusedError
from studio.messages.passage import Passage
from studio.said import said
from studio.session.state import settled
from studio.tools.passages import Lines, place, read_passage
from studio.workspace.declared import DeclaringSession


class AttachingSession(DeclaringSession):
    """Passages. A file is read when it is attached; the session keeps what was read, and no file is needed after that."""

    def passage(self, path: Path, lines: Lines | None = None, *, always: bool = False) -> Passage:
        """A file, or those lines of it, as a passage for `send`; nothing changes. Raises TextFileError, PassageError."""
        return read_passage(path, lines, always=always)

    def passage_named(self, text: str, *, always: bool = False) -> Passage:
        """The same of a file that is named with its lines: `notes.md:10-40`."""
        return read_passage(*place(text), always=always)

    def attach(self, path: Path, lines: Lines | None = None, *, always: bool = False) -> Passage:
        """Let a file go along with the message that is to be sent next. Raises as `passage`, and EditRefusedError when there is none."""
        read = read_passage(path, lines, always=always)
        history = settled(self.state)
        if not history.length or history.value.role != "user":
            raise EditRefusedError(
                said("There is no message that is to be sent."), said("Write it first, then attach files to it.")
            )
        draft = history.value
        self.edit_message(history.length - 1, replace(draft, passages=(*draft.passages, read)))
        return read
