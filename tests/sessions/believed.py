"""Makes the kept session of format 4: `python -m tests.sessions.believed` writes it and its told transcript anew.

Above: `test_kept_sessions`. Below: `tests/flow/believed`. The real core over a server on this machine; folders and addresses are those of
nobody. Do not write it anew only because the program changed.
"""

import asyncio
import re
import tempfile
from pathlib import Path

from studio.present.transcript import whole_transcript
from studio.present.transcript_text import section_lines
from studio.workspace.workspace import Workspace
from tests.flow.believed import ANSWERS, told_believed
from tests.flow.chat_server import ChatServer
from tests.flow.shop import Shop

HERE = Path(__file__).parent / "v4"


async def _told(folder: Path) -> bytes:
    shop = Shop(folder)
    workspace = shop.workspace()
    with ChatServer(*ANSWERS) as server:
        session = await told_believed(shop, workspace, server)
        await workspace.close()
        raw = session.path.read_bytes().replace(server.url.removesuffix("/v1").encode(), b"https://model.example")
    return re.sub(rb"127\.0\.0\.1:\d+", b"model.example", raw.replace(str(folder).encode(), b"/home/ann/garden"))


async def _text(path: Path) -> str:
    workspace = Workspace(path.parent / "data", path.parent / "config", {})
    session = workspace.open(path)
    sections = whole_transcript(session.tree, session.branches, head=session.head, stop=session.stop)
    await workspace.close()
    return "".join(f"{line}\n" for line in section_lines(sections, 100))


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        kept = HERE / "garden.tcsession"
        kept.write_bytes(asyncio.run(_told(Path(made))))
        copy = Path(made) / "copy.tcsession"
        copy.write_bytes(kept.read_bytes())
        kept.with_suffix(".txt").write_text(asyncio.run(_text(copy)), encoding="utf-8")
