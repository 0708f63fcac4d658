"""A profile is tried with one small request; nothing of it is kept."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from studio.workspace.profiles import read_profile
from studio.workspace.trial import PROMPT, try_profile
from studio.workspace.workspace import Workspace

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def _server(status: str, value: object) -> AsyncIterator[tuple[int, list[bytes]]]:
    """Answers every request with one JSON value; what it was asked is collected."""
    body, asked = json.dumps(value).encode(), []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        asked.append(await reader.readexactly(length))
        kind = b"content-type: application/json\r\nconnection: close"
        writer.write(b"HTTP/1.1 %s\r\n%s\r\ncontent-length: %d\r\n\r\n" % (status.encode(), kind, len(body)) + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1], asked
    finally:
        server.close()


def _workspace(folder: Path) -> Workspace:
    return Workspace(folder / "data", folder / "config", {})


def _files(folder: Path) -> list[Path]:
    return list(folder.rglob("*.tcsession"))


async def test_an_answer_is_told_with_the_name_of_the_model(tmp_path: Path) -> None:
    message = {"role": "assistant", "content": "ready"}
    reply = {"model": "tiny-1", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}
    async with _server("200 OK", reply) as (port, asked):
        workspace = _workspace(tmp_path)
        value = {"name": "p", "base_url": f"http://127.0.0.1:{port}/v1", "model": "tiny", "stream": False}
        trial = await try_profile(workspace, read_profile(value))
        await workspace.close()
    assert (trial.ok, trial.text, trial.model_name) == (True, "ready", "tiny-1")
    assert json.loads(asked[0])["messages"][-1]["content"] == PROMPT


async def test_an_error_of_the_server_is_told_with_its_status(tmp_path: Path) -> None:
    async with _server("401 Unauthorized", {"error": {"message": "no such key"}}) as (port, _):
        workspace = _workspace(tmp_path)
        value = {"name": "p", "base_url": f"http://127.0.0.1:{port}/v1", "model": "tiny", "stream": False}
        trial = await try_profile(workspace, read_profile(value))
        await workspace.close()
    assert (trial.ok, trial.status) == (False, 401)
    assert "no such key" in trial.text


async def test_nothing_of_it_is_kept(tmp_path: Path) -> None:
    workspace = _workspace(tmp_path)
    trial = await try_profile(workspace, read_profile({"name": "p", "base_url": "http://127.0.0.1:9/v1", "model": "m"}))
    assert not trial.ok
    assert workspace.recent() == []
    assert workspace.profiles == []
    assert _files(tmp_path) == []
    await workspace.close()


async def test_a_profile_that_is_only_tried_takes_no_place(tmp_path: Path) -> None:
    async with _server("500 Oh", {"error": {"message": "no"}}) as (port, _):
        workspace = _workspace(tmp_path)
        kept = read_profile({"name": "p", "base_url": "http://127.0.0.1:9/v1", "model": "kept"})
        workspace.save_profile(kept)
        value = {"name": "p", "base_url": f"http://127.0.0.1:{port}/v1", "model": "tried", "stream": False}
        await try_profile(workspace, read_profile(value))
        assert workspace.world.profile("p") == kept
        await workspace.close()
