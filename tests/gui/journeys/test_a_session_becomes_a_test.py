"""A session is exported as a test, which runs, passes, and fails when the recording is another."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.flow.dialect_server import DialectServer
from tests.gui.journeys.conftest import Journey, asks, says
from tests.gui.journeys.outline import outline
from tests.gui.journeys.person import Person

pytestmark = pytest.mark.promise("H4")


def test_the_exported_test_passes_and_fails_when_the_recording_is_altered(journey: Journey) -> None:
    out = journey.folder / "test_order.py"

    async def play(person: Person, _server: DialectServer) -> None:
        person.type("What did order 48213 cost?")
        person.press("Ctrl+Return")
        await person.until_reads("Paused before get_order")
        await person.step()
        await person.until_reads("Paused before the request")
        await person.step()
        await person.until_reads("Finished")
        person.press("Ctrl+E")
        dialog = await person.opened()
        assert "TreeItem «1. get_order, exactly» focus" in outline(dialog)
        await person.tab_to("Path of the test")
        person.write(str(out))
        person.pictured("9_exported")
        person.press("Return")
        await person.closed()
        assert "Button «Show»" in outline(person.window.centre), "where it lies can be looked at"

    answers = [asks("I look.", ("get_order", '{"order_id": "48213"}')), says("129.90 EUR.")]
    server = journey.go("openai_chat", answers, play)
    assert len(server.raw) == 2
    assert json.loads(server.raw[-1])["messages"][-1]["tool_call_id"] == "call_1"
    other = out.parent / "altered" / out.name.replace("order", "altered")
    (other.parent / "sessions").mkdir(parents=True)
    recording = (out.parent / "sessions" / "order.tcsession").read_bytes()
    (other.parent / "sessions" / "order.tcsession").write_bytes(recording.replace(b"129.90 EUR.", b"129.90 USD."))
    other.write_bytes(out.read_bytes())
    told = _run(out, other)
    assert "1 failed, 1 passed" in told
    assert "altered/test_altered.py::test_order" in told, told
    assert "129.90 USD." in told
    assert len(server.raw) == 2, "no run of the test asks anybody"


def _run(*tests: Path) -> str:
    """What pytest says of files, in a process of its own."""
    options = ["-q", "-rf", "-p", "no:cacheprovider", "--rootdir", str(tests[0].parent)]
    command = [sys.executable, "-m", "pytest", *options, *map(str, tests)]
    return subprocess.run(command, cwd=Path(__file__).parents[3], capture_output=True, text=True, check=False).stdout
