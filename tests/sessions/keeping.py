"""Makes a kept session: `python -m tests.sessions.keeping desk` (format 3) or `garden` (format 4) writes it and its told transcript anew.

Above: `test_kept_sessions`. Below: `tests/flow/desk`, `tests/flow/believed`. The real core over a server on this machine; folders and
addresses are those of nobody. Do not write one anew only because the program changed.
"""

import asyncio
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

from studio.present.transcript import whole_transcript
from studio.present.transcript_text import section_lines
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow import believed, desk
from tests.flow.chat_server import Answer, ChatServer
from tests.flow.shop import Shop

HERE = Path(__file__).parent


class Kept(NamedTuple):
    """A session to keep: in which folder, what the server answers, and how it goes."""

    folder: str
    answers: tuple[Answer, ...]
    tell: Callable[[Shop, Workspace, ChatServer], Awaitable[OpenedSession]]


SESSIONS = {
    "desk": Kept("v3", desk.ANSWERS, desk.told_desk),
    "garden": Kept("v4", believed.ANSWERS, believed.told_believed),
}


async def told(name: str, folder: Path) -> bytes:
    """The session's file, made in `folder`."""
    shop, kept = Shop(folder), SESSIONS[name]
    workspace = shop.workspace()
    with ChatServer(*kept.answers) as server:
        session = await kept.tell(shop, workspace, server)
        await workspace.close()
        raw = session.path.read_bytes().replace(server.url.removesuffix("/v1").encode(), b"https://model.example")
    home = f"/home/ann/{name}".encode()
    return re.sub(rb"127\.0\.0\.1:\d+", b"model.example", raw.replace(str(folder).encode(), home))


async def text(path: Path) -> str:
    """The transcript of a file."""
    workspace = Workspace(path.parent / "data", path.parent / "config", {})
    session = workspace.open(path)
    sections = whole_transcript(session.tree, session.branches, head=session.head, stop=session.stop)
    await workspace.close()
    return "".join(f"{line}\n" for line in section_lines(sections, 100))


def keep(name: str, where: Path = HERE) -> Path:
    """Write the session and its transcript into `where`; the session's path."""
    kept = where / SESSIONS[name].folder / f"{name}.tcsession"
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        kept.write_bytes(asyncio.run(told(name, Path(made))))
        copy = Path(made) / "copy.tcsession"
        copy.write_bytes(kept.read_bytes())
        kept.with_suffix(".txt").write_text(asyncio.run(text(copy)), encoding="utf-8")
    return kept


if __name__ == "__main__":
    keep(sys.argv[1])
