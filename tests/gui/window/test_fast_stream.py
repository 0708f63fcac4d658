"""A reply that comes fast into a long session: no event is lost, and what is shown is what came."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from studio.present.row import Row
from studio.session.events import ReplyReceived
from studio.store import session_file
from studio.workspace.opened import OpenedSession
from studio.workspace.profiles import read_profile
from tests.bench import rounds
from tests.gui.window.conftest import Play, Stage
from tests.socket_server import piece, serving, stream_head

ROUNDS = 200
WORDS = [f"word{at} " for at in range(1000)]


def _event(delta: dict[str, str], finish: str | None = None) -> bytes:
    data = json.dumps({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})
    return piece(f"data: {data}\n\n".encode())


async def _stream(writer: asyncio.StreamWriter) -> None:
    writer.write(stream_head())
    for at, word in enumerate(WORDS):
        writer.write(_event({"content": word}))
        if at % 40 == 0:
            await writer.drain()
            await asyncio.sleep(0)
    writer.write(_event({}, "stop") + piece(b"data: [DONE]\n\n") + piece(b""))
    await writer.drain()


def _due(session: OpenedSession) -> None:
    """Answer the call that the file stands at, so that a request is due."""
    opened = session.state.open
    for call in opened.calls if opened is not None else ():
        session.mock(call.key, "Done.")


@pytest.mark.promise("G6")
def test_a_fast_stream_into_a_long_session_loses_no_event_and_what_is_shown_is_what_came(
    live: Callable[[Play], None], tmp_path: Path
) -> None:
    path = tmp_path / "long.tcsession"
    rounds.run(path, ROUNDS)

    async def play(stage: Stage) -> None:
        window, workspace = stage.window, stage.program.workspace
        window.desk.open(path)
        await stage.until(lambda: window.bridge.session is not None)
        async with serving(_stream) as server:
            workspace.save_profile(read_profile({"name": "near", "base_url": server.url, "model": "m"}))
            _due(stage.session)
            stage.session.change_setup(responder=workspace.choice(workspace.profiles[0]))
            stage.session.model_mode = "live"
            told: list[object] = []
            window.bridge.happened.connect(told.append)
            parts: list[int] = []
            window.bridge.partial.connect(lambda reply: parts.append(len(reply.text) if reply is not None else 0))
            window.bridge.start("step", lambda opened: opened.step())
            await stage.until(
                lambda: any(isinstance(event, ReplyReceived) for event in told) and not window.bridge.running
            )
            await stage.frame()
        whole = "".join(WORDS)
        replies = [event.reply for event in told if isinstance(event, ReplyReceived)]
        assert [reply.text for reply in replies] == [whole]
        assert parts[:-1] == sorted(parts[:-1])
        assert window.panes.response.chat.text.body.toPlainText().strip() == whole.strip()
        _same_as_the_file(stage, path)

    live(play)


def _same_as_the_file(stage: Stage, path: Path) -> None:
    """Every event in the file is one of the session, and of the timeline."""
    read = session_file.read(path)
    tree, rows = stage.session.tree, stage.window.timeline.model.rows
    assert read.tree.last == tree.last
    assert [read.tree.event(node) for node in read.tree.path(read.tree.last)] == [
        tree.event(node) for node in tree.path(tree.last)
    ]
    assert rows is not None
    assert rows.steps == len(tree.path(tree.last))
    assert isinstance(rows.row(len(rows) - 1), Row)
