"""Tools that run by HTTP or as commands, on the event loop of the window."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from studio.session.executors import CommandLine, HttpEndpoint
from tests.flow.equipped import run
from tests.socket_server import answer, sending, serving


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX programs are run")
def test_commands_and_endpoints_run_and_time_out_while_the_window_lives(live: Callable[[Any], None]) -> None:
    async def play(stage: object) -> None:
        heard: list[str] = []
        command = CommandLine(("sh", "-c", "cat; echo heard >&2"), stdin="json")
        ran = await run(command, on_output=lambda _, text: heard.append(text), q=1)
        assert (ran.status, ran.text, heard) == ("ok", '{"q": 1}', ["heard\n"])
        assert (await run(CommandLine(("sleep", "1000")), seconds=0.2)).status == "timeout"
        async with serving(sending(answer("200 OK", b'{"a": 1}'))) as server:
            assert (await run(HttpEndpoint(server.url), q=1)).text == '{"a": 1}'

    live(play)
