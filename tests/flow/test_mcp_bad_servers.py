"""Servers that do what no server should, as real processes: each has a clear state and a sentence, harms nobody else, and leaves nothing.

All run at the same time, once, while one of them takes its 20 seconds to start; each test then looks at what one of them came to.
"""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from studio.session.mcp_servers import McpServer, Stdio
from studio.session.server_view import Answer, Question, WireMessage
from studio.tools.mcp.connection import Connection, What
from studio.tools.mcp.server_error import ServerError
from studio.tools.mcp.wire_log import MOST, MOST_CHARACTERS, MOST_TEXT
from studio.tools.tool import CallContext, Outcome
from studio.wire.redact import Redactor
from tests.flow.tools_process import is_over, until, until_gone

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
    error = ""
    try:
        await connection.start()
    except ServerError as refused:
        error = str(refused)
    phase, why = connection.phase, connection.why
    await connection.close()
    return Came([*host.phases, phase], list(connection.messages), why, error=error)


async def again() -> Came:
    """A message is sent once more by the person; what comes back is nobody else's."""
    connection, host = connected()
    await connection.start()
    asked = next(each for each in connection.messages if each.method == "tools/list" and each.sent)
    await connection.send_again(asked.text)
    await connection.send_again('{"jsonrpc": "2.0",\n "method": "notifications/whatever"}')
    await until(lambda: any(each.id == "again-1" and not each.sent for each in connection.messages))
    with pytest.raises(ServerError, match="not JSON"):
        await connection.send_again("{")
    after = await call(connection, "echo", text="still here")
    await connection.close()
    return Came(host.phases, list(connection.messages), after=after)


async def _all() -> dict[str, Came]:
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
        "dies at once": started("dies"),
        "again": again(),
    }
    came = await asyncio.gather(*ways.values())
    return dict(zip(ways, came, strict=True))


@pytest.fixture(scope="module")
def bad() -> dict[str, Came]:
    """What all the servers came to."""
    return asyncio.run(_all())


def after(came: Came) -> str:
    """What the call after it gave."""
    assert came.after is not None
    return came.after.text


def given(came: Came) -> Outcome:
    """What the call gave."""
    assert came.outcome is not None
    return came.outcome


@pytest.mark.promise("E1")
def test_a_server_that_dies_in_a_call_is_failed_with_its_last_words_and_the_next_call_starts_it_anew(
    bad: dict[str, Came],
) -> None:
    came = bad["dies"]
    assert given(came).status == "died"
    assert "The server bad ended: exit code 3." in given(came).text
    assert given(came).detail == "Traceback: the disk is on fire"
    assert came.why == "The server bad ended: exit code 3.\nTraceback: the disk is on fire"
    assert came.phases == ["starting", "ready", "failed", "starting", "ready", "stopped"]
    assert after(came) == "still here"


@pytest.mark.promise("E3")
def test_a_server_that_hangs_is_told_that_the_call_is_cancelled_and_goes_on(bad: dict[str, Came]) -> None:
    came = bad["hangs"]
    assert (given(came).status, after(came)) == ("timeout", "still here")
    asked = next(each for each in came.messages if '"hang"' in each.text and each.kind == "request")
    cancelled = next(each for each in came.messages if each.method == "notifications/cancelled")
    assert cancelled.sent
    assert f'"requestId":{asked.id}' in cancelled.text
    assert came.phases == ["starting", "ready", "stopped"]


@pytest.mark.promise("E5")
def test_a_flood_of_log_lines_is_thinned_out_says_so_and_holds_up_no_answer(bad: dict[str, Came]) -> None:
    came = bad["floods"]
    assert (given(came).text, after(came)) == ("through", "still here")
    assert len(came.messages) <= MOST
    assert sum(len(each.text) for each in came.messages) < MOST_CHARACTERS // 4
    assert came.messages[0].number == 1
    errors = "\n".join(each.text for each in came.kinds("stderr"))
    assert "line 0\n" in errors
    assert errors.endswith("line 99999")
    assert "lines left out" in errors
    assert any("log messages were left out" in each.text for each in came.kinds("state"))


@pytest.mark.promise("E5")
def test_a_second_answer_and_one_that_nobody_asked_for_are_shown_as_such(bad: dict[str, Came]) -> None:
    first, second = (each for each in bad["twice"].kinds("answer") if "first" in each.text or "second" in each.text)
    assert (given(bad["twice"]).text, after(bad["twice"])) == ("first", "still here")
    assert (first.answers is not None, second.answers, second.id) == (True, None, first.id)
    wrong = next(each for each in bad["wrong id"].kinds("answer") if each.id == 4711)
    assert (given(bad["wrong id"]).status, wrong.answers) == ("timeout", None)
    assert after(bad["wrong id"]) == "still here"


@pytest.mark.promise("E3")
def test_an_answer_of_50_mb_arrives_whole_and_only_its_beginning_is_kept_in_the_log(bad: dict[str, Came]) -> None:
    came = bad["big"]
    assert len(given(came).text) >= BIG
    kept = max(came.kinds("answer"), key=lambda each: each.cut)
    assert kept.cut > BIG
    assert len(kept.text) == MOST_TEXT
    assert after(came) == "still here"


@pytest.mark.promise("E2")
def test_a_list_that_changes_in_mid_call_is_learned_and_the_call_has_its_result(bad: dict[str, Came]) -> None:
    came = bad["changes"]
    assert (given(came).text, after(came)) == ("changed", "still here")
    assert came.listed[-1] == "new"


def test_an_answer_that_is_none_is_an_error_that_says_why(bad: dict[str, Came]) -> None:
    assert given(bad["broken"]).status == "error"
    assert 'its member "result" is no object' in given(bad["broken"]).text
    assert after(bad["broken"]) == "still here"


@pytest.mark.promise("E5")
def test_noise_on_the_output_is_shown_without_secrets_and_does_no_harm(bad: dict[str, Came]) -> None:
    came = bad["noise"]
    assert came.phases == ["starting", "ready", "stopped"]
    noise = "\n".join(each.text for each in came.kinds("noise"))
    assert noise.splitlines() == ["Demo MCP Server v1.0 started", "\ufffd\ufffd caf\ufffd {", '{"no": "message"}']
    assert after(came) == "still here"
    assert not any(KEY in each.text for each in came.messages)


@pytest.mark.promise("E1")
def test_closing_ends_all_that_the_server_started_also_what_left_its_group(bad: dict[str, Came]) -> None:
    pids = [int(pid) for pid in given(bad["children"]).text.split()]
    assert len(pids) == 4
    assert pids[0] == bad["children"].pid
    assert all(is_over(pid) for pid in pids)


@pytest.mark.promise("E1")
def test_a_server_that_closes_its_output_and_lives_on_is_ended_and_says_so(bad: dict[str, Came]) -> None:
    came = bad["closes output"]
    assert given(came).status == "died"
    assert "bad closed its standard output and lived on, so it was ended." in given(came).text
    assert is_over(came.pid)
    assert after(came) == "still here"


@pytest.mark.promise("E1")
def test_a_server_that_closes_its_input_and_lives_on_is_ended_and_says_so(bad: dict[str, Came]) -> None:
    came = bad["closes input"]
    assert given(came).text == "deaf now"
    assert came.after is not None
    assert came.after.status == "died"
    assert "bad closed its standard input and lived on, so it was ended." in after(came)
    assert is_over(came.pid)


@pytest.mark.promise("E1")
def test_a_server_that_takes_20_seconds_is_starting_until_it_is_ready(bad: dict[str, Came]) -> None:
    came = bad["slow"]
    assert came.phases == ["starting", "ready", "stopped", "ready"]
    first = next(each for each in came.messages if each.answers is not None)
    assert first.t > 19


@pytest.mark.promise("E1")
def test_a_server_that_reads_nothing_has_failed_when_its_time_is_over(bad: dict[str, Came]) -> None:
    came = bad["deaf"]
    assert came.phases[:2] == ["starting", "failed"]
    assert came.error == came.why == "bad was not ready within 1 seconds."


@pytest.mark.promise("E1")
def test_a_server_that_ends_at_once_has_failed_with_what_it_wrote(bad: dict[str, Came]) -> None:
    came = bad["dies at once"]
    assert came.phases == ["starting", "failed", "stopped", "failed"]
    assert "exit code 2" in came.why
    assert "No API key was given." in came.why


@pytest.mark.promise("E5")
def test_a_message_that_is_sent_again_has_its_answer_in_the_log_alone(bad: dict[str, Came]) -> None:
    came = bad["again"]
    asked, answered = (each for each in came.messages if each.id == "again-1")
    assert (asked.sent, asked.method, answered.answers) == (True, "tools/list", asked.number)
    assert any(each.sent and each.method == "notifications/whatever" for each in came.messages)
    assert after(came) == "still here"


async def _program(pids: Path) -> None:
    """Starts the server, lets it start others, says which they are, and waits for its end."""
    connection, _ = connected()
    await connection.start()
    outcome = await call(connection, "leave_children")
    pids.with_suffix(".part").write_text(outcome.text)
    pids.with_suffix(".part").rename(pids)
    await asyncio.Event().wait()


@pytest.mark.anyio
@pytest.mark.promise("E1")
async def test_when_the_program_is_killed_the_server_and_all_it_started_are_gone(tmp_path: Path) -> None:
    told = tmp_path / "pids"
    command = [sys.executable, "-m", "tests.flow.test_mcp_bad_servers", str(told)]
    program = subprocess.Popen(command, cwd=ROOT)  # noqa: ASYNC220 - it starts at once
    try:
        await until(told.exists)
        pids = [int(pid) for pid in told.read_text().split()]
        assert not any(is_over(pid) for pid in pids)
    finally:
        program.kill()
        assert program.wait() == -signal.SIGKILL
    for pid in pids:
        await until_gone(pid)


if __name__ == "__main__":
    asyncio.run(_program(Path(sys.argv[1])))
