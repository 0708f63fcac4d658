"""The program is killed at every kind of stop, in a call, in a stream, in a replay; opened again it goes on as if it had not been."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from studio.engine.due import AskModel, Uncertain
from studio.session.events import RequestFailed
from studio.store import half_reply
from studio.workspace.opened import OpenedSession
from tests.flow.chat_server import Answer, ChatServer, fails, hangs, says
from tests.flow.kill_child import MESSAGES, PLACES, stops_for
from tests.flow.shop import NO_STOPS, Shop, say, to_the_end, told

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).parents[2]


@contextmanager
def child(shop: Shop, session: Path, place: str, url: str = "") -> Iterator[IO[str]]:
    """A process that goes to `place`; killed with the block. Gives its output, to wait for what it says."""
    command = [sys.executable, "-m", "tests.flow.kill_child", str(shop.folder), str(session), place, url]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def killed_at(shop: Shop, session: Path, place: str, url: str = "") -> str:
    """Bring a child to `place`, kill it there; what it said of where it stood."""
    with child(shop, session, place, url) as output:
        return next(line.removeprefix("stands ").strip() for line in output if line.startswith("stands "))


STANDS = {
    "before_request": "breakpoint before_request",
    "after_reply": "breakpoint after_reply",
    "before_call": "breakpoint before_call",
    "after_result": "breakpoint after_result",
    "approval": "approval before_call",
    "finished": "finished None",
}


@pytest.mark.parametrize("place", STANDS)
async def test_a_session_killed_at_a_stop_goes_on_as_if_it_had_not_been(tmp_path: Path, place: str) -> None:
    shop = Shop(tmp_path)
    assert killed_at(shop, tmp_path / "killed.tcsession", place) == STANDS[place]
    ran = shop.runs()
    workspace = shop.workspace()
    opened = workspace.open(tmp_path / "killed.tcsession")
    assert (opened.damage, opened.read_only) == ((), "")
    assert opened.stop is not None
    assert f"{opened.stop.reason} {opened.stop.place}" == STANDS[place]
    assert shop.runs() == ran
    await to_the_end(opened)
    stops = stops_for(place) if place in PLACES else NO_STOPS
    never = await shop.session(workspace, tmp_path / "never.tcsession", stops=stops)
    say(never, MESSAGES.get(place, "two"))
    await to_the_end(never)
    assert told(opened) == told(never)
    runs = shop.runs()
    assert runs[: len(runs) // 2] == runs[len(runs) // 2 :]
    await workspace.close()


async def test_a_session_killed_at_a_provider_error_goes_on_with_the_same_request(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    answers: list[Answer] = [fails(500, "broken"), says("Hello.")]
    with ChatServer(*answers, *answers) as server:
        assert killed_at(shop, tmp_path / "killed.tcsession", "error", server.url) == "exception before_request"
        workspace = shop.workspace()
        choice = shop.live(workspace, server.url)
        opened = workspace.open(tmp_path / "killed.tcsession")
        assert opened.due == AskModel(retry=True)
        await to_the_end(opened)
        never = await shop.session(workspace, tmp_path / "never.tcsession", stops=NO_STOPS, responder=choice)
        say(never, "hello")
        await to_the_end(never)
        assert told(opened) == told(never)
        assert server.requests[0] == server.requests[1]
        await workspace.close()


def _gone(pid: int) -> bool:
    """Whether a process has ended (a zombie has)."""
    try:
        return "State:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return True


async def test_a_kill_inside_a_call_leaves_it_uncertain_and_it_never_runs_again_unasked(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    with child(shop, tmp_path / "killed.tcsession", "in_call") as output:
        assert any(line == "runs\n" for line in output)
    workspace = shop.workspace()
    assert [shelved.path.name for shelved in workspace.left_open()] == []
    opened = workspace.open(tmp_path / "killed.tcsession")
    assert opened.state.open is not None
    wait, note = (call.key for call in opened.state.open.calls)
    assert opened.due == Uncertain(wait)
    for go in (opened.run, opened.step, opened.step_round, opened.run_to_end):
        stop = await go()
        assert (stop.what, stop.call) == ("uncertain_call", wait)
    assert shop.runs() == ["wait"]
    opened.mock(wait, "it had happened")
    assert opened.state.call(wait).result.source == "by_hand"  # type: ignore[union-attr]
    await to_the_end(opened)
    assert shop.runs() == ["wait", "note"]
    (tmp_path / "go").touch()
    opened.rewind(wait[0])
    await opened.run_call(wait)
    assert shop.runs() == ["wait", "note", "wait"]
    await workspace.close()
    assert note[0] == wait[0]


async def test_a_kill_inside_a_batch_leaves_each_started_call_uncertain(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    with child(shop, tmp_path / "killed.tcsession", "in_batch") as output:
        assert any(shop.runs() == ["wait", "wait"] for line in output if line == "runs\n")
    workspace = shop.workspace()
    opened = workspace.open(tmp_path / "killed.tcsession")
    assert opened.state.open is not None
    calls = opened.state.open.calls
    assert [call.status for call in calls] == ["started", "started"]
    for call in calls:
        stop = await opened.run_to_end()
        assert (stop.what, stop.call) == ("uncertain_call", call.key)
        opened.mock(call.key, "it had happened")
    await to_the_end(opened)
    assert shop.runs() == ["wait", "wait"]
    await workspace.close()


async def test_the_worker_of_a_killed_program_ends_with_it(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    with child(shop, tmp_path / "killed.tcsession", "in_call") as output:
        assert any(line == "runs\n" for line in output)
        (pid,) = shop.pids()
        assert not _gone(pid)
    for _ in range(500):
        if not _gone(pid):
            await asyncio.sleep(0.02)
    assert _gone(pid)


async def test_a_kill_inside_a_streamed_reply_keeps_what_had_come(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    with ChatServer(hangs("half a reply"), says("The whole reply.")) as server:
        with child(shop, tmp_path / "killed.tcsession", "in_stream", server.url) as output:
            assert any(line == "streams\n" for line in output)
        part = half_reply.beside(tmp_path / "killed.tcsession")
        os.utime(part, (0, part.stat().st_mtime + 1000))
        workspace = shop.workspace()
        shop.live(workspace, server.url)
        opened = workspace.open(tmp_path / "killed.tcsession")
        failed = opened.tree.event(opened.head)
        assert isinstance(failed, RequestFailed)
        assert failed.error.kind == "incomplete"
        assert failed.exchange is not None
        assert 1000 <= failed.exchange.seconds < 1500  # till the last bytes came, not till the file was opened again
        assert failed.partial is not None
        assert "half a reply".startswith(failed.partial.text.strip())
        assert failed.partial.text
        assert not half_reply.beside(opened.path).exists()
        assert (await to_the_end(opened)).reason == "finished"
        assert _last_text(opened) == "The whole reply."
        await workspace.close()


def _last_text(opened: OpenedSession) -> str:
    return opened.state.open.reply.text if opened.state.open is not None else ""


async def test_a_replay_that_was_killed_goes_on_along_its_recording(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    workspace = shop.workspace()
    recorded = await shop.session(workspace, tmp_path / "recorded.tcsession", stops=NO_STOPS)
    say(recorded, "two")
    await to_the_end(recorded)
    await workspace.close_session(recorded)
    killed_at(shop, tmp_path / "replay.tcsession", "replay", str(recorded.path))
    ran = shop.runs()
    opened = workspace.open(tmp_path / "replay.tcsession")
    assert (opened.model_mode, opened.tools_mode, opened.has_recording) == ("recorded", "recorded", True)
    assert (await to_the_end(opened)).reason == "finished"
    assert (opened.unused_calls, opened.difference, shop.runs()) == ((), None, ran)
    never = workspace.replay(recorded.path, into=tmp_path / "never.tcsession")
    await to_the_end(never)
    assert told(opened) == told(never)
    await workspace.close()
