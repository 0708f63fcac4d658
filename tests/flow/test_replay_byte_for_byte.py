"""Every request of a replay is that of the recording, byte for byte: of the demo, of a real model's session, of sessions that hold every
kind of event, and of the kept ones. Nothing of them is asked or run again: servers and tools are gone."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import get_args

import pytest

from studio.messages.toolspec import ToolSpec
from studio.session.events import Event
from studio.session.mocks import MockRule
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.believed import ANSWERS, told_believed
from tests.flow.chat_server import ChatServer
from tests.flow.shop import NO_STOPS, Shop, to_the_end
from tests.sessions.every_kind import told as told_trip
from tests.sessions.every_kind import written
from tests.socket_server import answer, piece, serving, stream_head

pytestmark = [pytest.mark.anyio, pytest.mark.promise("F5")]
TESTS = Path(__file__).parents[1]
RECORDED = TESTS / "recordings"
KEPT = sorted((TESTS / "sessions").rglob("*.tcsession"))


def _bodies(session: OpenedSession, leaf: int) -> list[bytes]:
    """The requests on a path that were answered, each as it was kept."""
    tree = session.tree
    path = [node for node in tree.path(leaf) if tree.kind(node) in ("request", "reply", "request_failed")]  # type: ignore[arg-type]
    ended = {tree.parent(node) for node in path if tree.kind(node) == "reply"}
    return [tree.body(node) for node in path if node in ended]


async def _same(file: Path, workspace: Workspace) -> int:
    """Replay every branch of a file and compare each request; how many there were."""
    source = workspace.open(file)
    count = 0
    for branch in source.branches:
        recorded = _bodies(source, branch.tip)
        session = workspace.replay(file, branch=branch.name)
        for _ in range(20):
            if (await session.run_to_end()).reason in ("finished", "waiting") or not session.plays_on:
                break
        now = _bodies(session, session.head)
        for at, (old, new) in enumerate(zip(recorded, now, strict=True)):
            assert new == old, f"request {at + 1} of {branch.name}:\n  {old.decode()}\n  {new.decode()}"
        assert (session.difference, session.unused_calls) == (None, ())
        count += len(recorded)
        await workspace.close_session(session)
    return count


async def test_the_demo(workspace: Workspace) -> None:
    session = await workspace.demo()
    await to_the_end(session)
    await workspace.close_session(session)
    assert await _same(session.path, workspace) >= 4


async def test_a_session_of_a_real_model_from_its_own_bytes(shop: Shop, workspace: Workspace) -> None:
    streamed = (RECORDED / "llama_cpp_weather_stream.sse").read_bytes()
    whole = (RECORDED / "llama_cpp_calculate_whole.json").read_bytes()
    said = iter((streamed, whole))

    async def model(writer: asyncio.StreamWriter) -> None:
        if next(said) is whole:
            writer.write(answer("200 OK", whole))
        else:
            for data in (
                stream_head(),
                *(piece(part + b"\n\n") for part in streamed.split(b"\n\n") if part),
                piece(b""),
            ):
                writer.write(data)
                await writer.drain()
                await asyncio.sleep(0)

    asked = json.loads((RECORDED / "llama_cpp_weather_stream.request.json").read_bytes())
    tools = tuple(ToolSpec(name) for name in ("get_weather", "calculate"))
    rules = tuple(MockRule(tool.name, tool.name, text=f"from {tool.name}") for tool in tools)
    async with serving(model) as server:
        session = await shop.session(
            workspace,
            responder=shop.live(workspace, server.url),
            tools=tools,
            mocks=rules,
            stops=NO_STOPS,
            max_round_trips=2,
        )
        stop = await session.send(asked["messages"][-1]["content"])
        assert stop.what == "round_trips"
    await workspace.close_session(session)
    assert await _same(session.path, workspace) == 2


async def test_a_session_with_everything_that_is_done_in_a_debugger(shop: Shop, workspace: Workspace) -> None:
    with ChatServer(*ANSWERS) as server:
        session = await told_believed(shop, workspace, server)
        sent = [json.loads(body) for body in _bodies(session, session.head)]
        assert all(body in server.requests for body in sent)
        await workspace.close_session(session)
    (shop.folder / "garden_tools.py").unlink()
    assert await _same(session.path, workspace) == 11


async def test_a_session_with_undoing_retries_and_mocks_of_every_kind(tmp_path: Path, workspace: Workspace) -> None:
    file = tmp_path / "trip.tcsession"
    file.write_bytes(written(await told_trip()))
    assert await _same(file, workspace) >= 8


@pytest.mark.parametrize("file", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
async def test_the_kept_session_of_each_format(file: Path, tmp_path: Path, workspace: Workspace) -> None:
    assert await _same(Path(shutil.copy(file, tmp_path)), workspace) >= 6


def test_together_the_kept_sessions_hold_every_kind_of_event() -> None:
    kinds = {json.loads(line)["kind"] for file in KEPT for line in file.read_text(encoding="utf-8").splitlines()}
    needs_a_server = {
        "server_asked",
        "groups_chosen",
    }  # of which `test_mcp_questions` and `test_random_sessions` hold replays
    assert {str(kind.__struct_config__.tag) for kind in get_args(Event)} - kinds <= needs_a_server
