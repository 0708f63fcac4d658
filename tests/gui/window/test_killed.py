"""The program is killed at several moments; started again it offers each session with every event that was there before the kill."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

from tests.flow.chat_server import ChatServer, hangs, says

pytestmark = pytest.mark.promise("H2")
ROOT = Path(__file__).parents[3]


@contextmanager
def _program(place: str, url: str = "-") -> Iterator[IO[str]]:
    """The program brought to `place`; killed with the block, as nothing can be caught. Gives its output."""
    command = [sys.executable, "-m", "tests.gui.window.killed_window", place, url]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=os.environ.copy())
    assert process.stdout is not None
    try:
        yield process.stdout
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def _told(output: IO[str]) -> Iterator[dict[str, Any]]:
    for line in output:
        if line.startswith("{"):
            yield json.loads(line)


def test_killed_at_any_moment_and_started_again_it_offers_every_event_before_the_kill(home: Path) -> None:
    stood: dict[str, dict[str, Any]] = {}
    with ChatServer(hangs("I look at the order. ")) as slow, ChatServer(says("", ("wait", "{}"))) as calling:
        urls = {"between": "-", "typing": "-", "streaming": slow.url, "in_tool": calling.url}
        with ExitStack() as programs:
            running = {place: programs.enter_context(_program(place, url)) for place, url in urls.items()}
            for place, output in running.items():
                stood[place] = next(_told(output))
    cut = Path(stood["between"]["path"])
    with cut.open("ab") as file:
        file.write(b'{"kind":"reply","id":999')
    with _program("again") as output:
        offered = [told for told in _told(output) if told["offered"]]
    found = {told["path"]: told for told in offered}
    assert found.keys() == {told["path"] for told in stood.values()}
    for told in stood.values():
        again = found[told["path"]]
        assert again["events"] >= told["events"]
        assert again["running"] is False
        assert "ended unexpectedly" in again["offered"]
    assert "stopped before" in found[stood["typing"]["path"]]["offered"]
    assert "last line was cut off" in found[str(cut)]["offered"]
    assert any("last line" in each for each in found[str(cut)]["damage"])
    with _program("again") as output:
        assert [told["offered"] for told in _told(output)] == [None]
