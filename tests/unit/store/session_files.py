"""Session files made on the real disk for tests of the store. Knows no test."""

from pathlib import Path

from studio.messages.message import user
from studio.session.events import Event, Header, MessageAdded
from studio.session.journal import Journal
from studio.session.lines import encode
from studio.session.tree import Tree
from studio.store import session_file
from studio.store.session_file import Opened


def written(path: Path, count: int = 3) -> Path:
    """A session of `count` messages, closed."""
    sink = session_file.create(path, session_file.new_header("T"))
    journal = Journal(Tree(), sink, lambda: 0)
    for at in range(count):
        journal.append(MessageAdded(message=user(f"m{at}")))
    sink.close()
    return path


def lines_of(path: Path) -> list[bytes]:
    """Its lines without their ends."""
    return path.read_bytes().splitlines()


def raw(*lines: Event | Header | bytes) -> bytes:
    """A file of these lines."""
    return b"".join((line if isinstance(line, bytes) else encode(line)) + b"\n" for line in lines)


def said(opened: Opened) -> list[str]:
    """The texts on the path to the head."""
    return [message.text for message in opened.tree.state(opened.head).messages]
