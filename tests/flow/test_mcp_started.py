"""Real MCP servers in a real session: processes that start, are called, change, die and end; the same over streamable HTTP."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.session.mcp_servers import McpServer, Stdio, StreamableHttp
from studio.session.setup import Setup
from studio.workspace.changes import ServerChanged
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.mcp_fake import phases, say, told_model, tools
from tests.flow.shop import NO_STOPS, heard
from tests.flow.test_mcp_loop import bodies, remarks, result

pytestmark = pytest.mark.anyio

SERVERS = Path(__file__).parent / "mcp_servers"
ROOT = Path(__file__).parents[2]
FRIENDLY = Stdio(sys.executable, (str(SERVERS / "friendly.py"),))
NAMES = ["echo", "steps", "fails", "refuses", "must_visit", "structured", "unfit"]
NAMES += ["everything", "hang", "grow", "ask_form", "ask_model"]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The friendly server over HTTP, in a process of its own."""
    command = [sys.executable, "-m", "tests.flow.mcp_servers.over_http"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        yield process.stdout.readline().strip()
        process.stdin.close()


def opened(workspace: Workspace, folder: Path, *servers: McpServer, trust: bool = True) -> OpenedSession:
    setup = Setup(responder=told_model(folder, "echo", "grow", "grown_1", "f_echo"), stops=NO_STOPS)
    session = workspace.new("Started", setup=setup, path=folder / "started.tcsession")
    for each in servers:
        session.put_server(each)
        if trust:
            session.trust_server(each.name, for_good=False)
    return session


def is_there(pid: int | None) -> bool:
    """Whether a process runs."""
    assert pid is not None
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path(f"/proc/{pid}/stat").exists() or " Z " not in Path(f"/proc/{pid}/stat").read_text()


@pytest.mark.promise("E1")
async def test_a_server_starts_when_trusted_shows_state_and_log_fails_alone_and_leaves_no_process(
    workspace: Workspace, tmp_path: Path
) -> None:
    missing = McpServer("missing", Stdio("no-such-program-anywhere"))
    session = opened(workspace, tmp_path, McpServer("friendly", FRIENDLY), missing, trust=False)
    say(session)
    await session.run()
    assert phases(session) == {"friendly": "untrusted", "missing": "untrusted"}
    assert not session.server_messages("friendly")
    for name in phases(session):
        session.trust_server(name, for_good=False)
    say(session, "call echo!")
    assert (await session.run()).reason == "finished"
    assert (phases(session), result(session).text) == ({"friendly": "ready", "missing": "failed"}, '{"text": "hi"}')
    assert [code for code, _ in remarks(session)] == ["server_failed"]
    look, failed = session.servers
    assert (look.title, look.version, look.tools) == ("The friendly one", "1.2", len(NAMES))
    assert "no-such-program-anywhere" in failed.why
    log = session.server_messages("friendly")
    assert any(each.kind == "stderr" and "the friendly server is here" in each.text for each in log)
    assert any(each.method == "tools/call" and each.sent for each in log)

    assert look.pid is not None
    os.kill(look.pid, signal.SIGKILL)
    while session.servers[0].phase == "ready":
        await heard(session, ServerChanged)
    assert (session.servers[0].phase, "signal 9" in session.servers[0].why) == ("failed", True)
    say(session, "call echo!")
    assert (await session.run()).reason == "finished"
    again = session.servers[0]
    assert (again.phase, again.pid == look.pid, result(session).status) == ("ready", False, "ok")
    await workspace.close_session(session)
    assert not is_there(look.pid)
    assert not is_there(again.pid)


@pytest.mark.promise("E2")
@pytest.mark.parametrize("way", ["stdio", "http"])
async def test_tools_of_a_server_are_listed_whole_kept_fresh_named_approved_and_replayed_without_it(
    workspace: Workspace, tmp_path: Path, address: str, way: str
) -> None:
    reached = FRIENDLY if way == "stdio" else StreamableHttp(address)
    session = opened(workspace, tmp_path, McpServer("friendly", reached, without=("hang",)))
    say(session, "call grow!")
    stop = await session.run()
    assert (stop.reason, tools(session)) == ("approval", [name for name in NAMES if name != "hang"])
    assert stop.call is not None
    await session.approve(stop.call)
    assert (await session.run()).reason == "finished"
    while tools(session)[-1] == "ask_model":  # over HTTP the change may come later than the result
        await heard(session, ServerChanged)
    say(session)
    assert (await session.run()).reason == "finished"
    assert [tools(session)[-1].encode() in body for body in (bodies(session)[0], bodies(session)[-1])] == [False, True]
    session.put_server(McpServer("friendly", reached, prefix="f_", only=("echo",)), was="friendly")
    assert tools(session) == ["f_echo"]
    say(session, "call f_echo!")
    assert (await session.run()).reason == "finished"
    assert (result(session).text, b"Shows echo." in bodies(session)[-1]) == ('{"text": "hi"}', True)
    assert not any(b"Says it again" in body for body in bodies(session))
    recorded = bodies(session)
    await workspace.close_session(session)
    again = workspace.replay(session.path)
    for _ in recorded:
        if len(bodies(again)) < len(recorded):
            await again.run()
    assert (again.difference, bodies(again), phases(again)) == (None, recorded, {"friendly": "stopped"})
