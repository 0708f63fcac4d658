"""`show FILE --wire`: the exchanges of a session that really went over HTTP, and their events."""

import json
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from studio.cli import show
from studio.present.exchanges import all_exchanges
from studio.present.wire_copies import as_curl, as_python
from studio.store.session_file import read
from tests.flow.chat_server import ChatServer, breaks_off, fails, says
from tests.flow.command_line import environment, studio

KEY = "sk-secret-key-of-the-test"


def _run(server: ChatServer, file: Path) -> None:
    given = ("--base-url", server.url, "--model", "tiny", "--key-env", "TEST_KEY", "--save", file)
    studio("run", "--prompt", "Hello?", *given, TEST_KEY=KEY)


@pytest.fixture(name="file", scope="module")
def _file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A session with a refused request, its second try, and its reply."""
    file = tmp_path_factory.mktemp("wire") / "one.tcsession"
    with ChatServer(fails(429, "slow down", Retry_After="0"), says("Hello to you.")) as server:
        _run(server, file)
    return file


def test_every_exchange_is_shown_with_its_times_and_without_the_key(file: Path) -> None:
    out = studio("show", file, "--wire").out
    assert out.count("POST http://127.0.0.1:") == 2
    assert "  429 · " in out
    assert "connect" in out
    assert "> authorization: [redacted]" in out
    assert KEY not in out


def test_events_are_listed_on_demand_with_what_they_brought(file: Path) -> None:
    out = studio("show", file, "--wire", "--events").out
    assert "The server reports an error here: slow down" in out
    assert " text " in out
    assert "end marker" in out


def test_both_bodies_are_printed_as_they_went_when_all_is_asked_for(file: Path) -> None:
    out = studio("show", file, "--wire", "--full").out
    assert '  > {"model":"tiny"' in out
    assert '  < {"error": {"message": "slow down"}}' in out
    assert "  < data: [DONE]" in out
    assert KEY not in out


def test_the_last_event_before_a_stream_broke_off_is_marked(tmp_path: Path) -> None:
    file = tmp_path / "cut.tcsession"
    with ChatServer(*[breaks_off("Hello to")] * 3) as server:
        _run(server, file)
    out = studio("show", file, "--wire", "--events").out
    (marked, said) = out.split("  !")[1].splitlines()[:2]
    assert marked.endswith(" to")
    assert said.strip() == "The stream broke off after this event."


def test_json_has_one_document_for_each_exchange(file: Path) -> None:
    refused, answered = studio("show", file, "--wire", "--events", "--json").documents
    assert (refused["status"], answered["status"]) == (429, 200)
    assert answered["times"]["connect"] > 0
    assert answered["assembled"]["parts"] == [{"type": "text", "text": "Hello to you."}]
    assert refused["defects"][0]["code"] == "error"
    assert [step["step"] for step in answered["steps"]][-1] == "stream"


def test_one_round_can_be_asked_for_and_a_wrong_step_is_said(file: Path) -> None:
    assert studio("show", file, "--wire", "1").out.strip() == "No request was sent."
    wrong = studio("show", file, "--wire", "999")
    assert wrong.code == 2
    assert "There is no step 999" in wrong.err


def test_a_round_is_named_as_for_a_fork(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def nodes(*name: str) -> list[int]:
        assert show.main([str(file), "--wire", *name, "--json"]) == 0
        return [json.loads(line)["node"] for line in capsys.readouterr().out.splitlines()]

    every = nodes()
    assert (nodes("round:1"), nodes("reply:1"), nodes("end")) == (every, every, every)
    assert show.main([str(file), "--wire", "round:7"]) == 2
    assert "There is no round 7 on this branch: it has 1." in capsys.readouterr().err


def test_what_is_copied_sends_the_same_request_again(file: Path) -> None:
    opened = read(file)
    kept = all_exchanges(opened.tree)[-1].kept
    assert kept is not None
    body = opened.tree.body(all_exchanges(opened.tree)[-1].node)
    with ChatServer(says("Again."), says("Again.")) as server:
        there = server.url.removesuffix("/v1")
        here = kept.url.partition("/v1")[0]
        program = as_python(kept, body, "TEST_KEY").replace(here, there)
        command = as_curl(kept, body, "TEST_KEY").replace(here, there)
        runs = [
            [sys.executable, "-c", program],
            *([["bash", "-c", command]] if which("curl") and which("bash") else []),
        ]
        for run in runs:
            done = subprocess.run(run, env=environment(TEST_KEY=KEY), capture_output=True, timeout=60, check=True)
            assert b"Again." in done.stdout
        assert server.keys == [f"Bearer {KEY}"] * len(runs)
        assert server.requests == [json.loads(body)] * len(runs)


def test_events_without_wire_are_wrong_use(file: Path) -> None:
    ran = studio("show", file, "--events")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("--events belongs to --wire.")


def test_half_a_reply_that_lies_beside_a_session_is_told_and_left_there(file: Path, tmp_path: Path) -> None:
    killed = tmp_path / "killed.tcsession"
    killed.write_bytes(file.read_bytes())
    part = killed.with_name("killed.tcsession.part")
    part.write_bytes(b"data: half")
    assert "10 bytes of a reply that has no end yet lie in killed.tcsession.part." in studio("show", killed).out
    (document,) = studio("show", killed, "--json").documents
    assert (document["half_reply"], part.read_bytes()) == (10, b"data: half")
    assert "half_reply" not in studio("show", file, "--json").documents[0]
