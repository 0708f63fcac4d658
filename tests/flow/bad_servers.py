"""Servers that do wrong, brought to where their tests look at them: all run at the same time, while one takes its 20 seconds to start.

Shared with `test_mcp_bad_servers`. Run as `python -m tests.flow.bad_servers FILE` it is a program to be killed: it starts a server, lets
that start others, and writes to FILE which they are.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import msgspec

from studio.session.mcp_servers import McpServer, Stdio
from studio.session.server_view import Answer, Question, WireMessage
from studio.tasks import spawn
from studio.tools.mcp.connection import Connection, What
from studio.tools.mcp.server_error import ServerError
from studio.tools.tool import CallContext, Outcome
from studio.wire.redact import Redactor
from tests.flow.tools_process import until

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "tests" / "flow" / "mcp_servers" / "hostile.py"
BIG = 50_000_000
KEY = "sk-never-to-be-seen-0123456789"


class Watching:
    """The host: keeps the phases that were told."""

    def __init__(self) -> None:
        self.connection: Connection | None = None
        self.phases: list[str] = []
        self.told = 0

    def changed(self, what: What) -> None:
        """Something changed."""
        if what == "state" and self.connection is not None:
            self.phases.append(self.connection.phase)
        self.told += what == "messages"

    async def asked(self, question: Question) -> Answer:
        """Nobody is asked."""
        raise AssertionError


class Came(msgspec.Struct):
    """What a server came to. `after` is what another call gave afterwards, `why` the sentence that the state was shown with."""

    phases: list[str]
    messages: list[WireMessage]
    why: str = ""
    outcome: Outcome | None = None
    after: Outcome | None = None
    pid: int = 0
    listed: list[str] = []
    told: int = 0
    error: str = ""

    def kinds(self, kind: str) -> list[WireMessage]:
        """Its messages of a kind."""
        return [each for each in self.messages if each.kind == kind]


def connected(how: str = "", seconds: float = 60.0) -> tuple[Connection, Watching]:
    """A connection to the server that does wrong in the way `how`."""
    way = Stdio(sys.executable, (str(SERVER), how), {"KEY": KEY})
    host = Watching()
    connection = Connection(McpServer("bad", way, start_seconds=seconds), way, Redactor((KEY,)), host)
    host.connection = connection
    return connection, host


async def call(connection: Connection, tool: str, seconds: float = 60.0, **arguments: Any) -> Outcome:
    """Call one of its tools."""
    return await connection.call(tool, arguments, CallContext("call", seconds=seconds))


async def called(tool: str, seconds: float = 60.0, how: str = "", **arguments: Any) -> Came:
    """The server is started, one tool is called, and another one after it; then it is ended."""
    connection, host = connected(how)
    try:
        await connection.start()
        pid = connection.pid or 0
        outcome = await call(connection, tool, seconds, **arguments)
        await asyncio.sleep(0)
        why = connection.why
        after = await call(connection, "echo", text="still here")
        await connection.settled()
        listed = [each.own_name for each in connection.listed]
    finally:
        await connection.close()
    return Came(host.phases, list(connection.messages), why, outcome, after, pid, listed, host.told)


async def started(how: str, seconds: float = 60.0) -> Came:
    """The server is started, and that is all."""
    connection, host = connected(how, seconds)
    error = await _tried(connection)
    phase, why = connection.phase, connection.why
    await connection.close()
    return Came([*host.phases, phase], list(connection.messages), why, error=error)


async def unguarded() -> Came:
    """The process that guards the server is killed."""
    connection, host = connected()
    await connection.start()
    pid = connection.pid or 0
    os.kill(_parent(pid), signal.SIGKILL)
    await until(lambda: connection.phase == "failed")
    why = connection.why
    after = await call(connection, "echo", text="still here")
    await connection.close()
    return Came(host.phases, list(connection.messages), why, after=after, pid=pid)


async def cancelled() -> Came:
    """Its start is cancelled when its process runs."""
    connection, host = connected("deaf")
    starting = spawn(connection.start(), name="start")
    await until(lambda: bool(connection.pid))
    pid = connection.pid or 0
    starting.cancel()
    await asyncio.wait((starting,))
    return Came([*host.phases, connection.phase], list(connection.messages), pid=pid)


async def ended(how: str) -> Came:
    """It is closed while it starts, when it is there."""
    connection, host = connected(how)
    starting = spawn(_tried(connection), name="start")
    # One that is given up before its start is known is killed at once; this one is there, and is heard.
    await until(lambda: {"state", "stderr"} <= {each.kind for each in connection.messages})
    await connection.close()
    error = await starting
    return Came([*host.phases, connection.phase], list(connection.messages), error=error)


async def _tried(connection: Connection) -> str:
    """Start it; what was said where that failed."""
    try:
        await connection.start()
    except ServerError as refused:
        return str(refused)
    return ""


async def missing() -> Came:
    """There is no such command."""
    way = Stdio("no-such-command-anywhere")
    connection = Connection(McpServer("bad", way), way, Redactor(), Watching())
    error = await _tried(connection)
    return Came([connection.phase], list(connection.messages), connection.why, error=error)


async def again() -> Came:
    """A message is sent once more by the person; what comes back is nobody else's."""
    connection, host = connected()
    await connection.start()
    asked = next(each for each in connection.messages if each.method == "tools/list" and each.sent)
    await connection.send_again(asked.text)
    await connection.send_again('{"jsonrpc": "2.0",\n "method": "notifications/whatever"}')
    await until(lambda: any(each.id == "again-1" and not each.sent for each in connection.messages))
    after = await call(connection, "echo", text="still here")
    await connection.close()
    return Came(host.phases, list(connection.messages), after=after)


async def all_bad() -> dict[str, Came]:
    """What all of them came to, at the same time."""
    ways = {
        "dies": called("die"),
        "hangs": called("hang", seconds=0.5),
        "floods": called("flood"),
        "twice": called("twice"),
        "wrong id": called("wrong_id", seconds=0.5),
        "big": called("big", size=BIG),
        "changes": called("change"),
        "broken": called("broken_answer"),
        "noise": called("echo", how="noise", text=KEY),
        "children": called("leave_children"),
        "closes output": called("close_output"),
        "closes input": called("close_input"),
        "slow": started("slow"),
        "deaf": started("deaf", seconds=1.0),
        "asked to end": ended("deaf"),
        "stubborn": ended("stubborn"),
        "dies at once": started("dies"),
        "again": again(),
        "unguarded": unguarded(),
        "cancelled": cancelled(),
        "missing": missing(),
    }
    came = await asyncio.gather(*ways.values())
    return dict(zip(ways, came, strict=True))


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


async def _program(pids: Path) -> None:
    """Starts the server, lets it start others, says which they are, and waits for its end."""
    connection, _ = connected()
    await connection.start()
    outcome = await call(connection, "leave_children")
    pids.with_suffix(".part").write_text(outcome.text)
    pids.with_suffix(".part").rename(pids)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_program(Path(sys.argv[1])))
