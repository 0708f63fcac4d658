"""Compensation with tools of a Python file in their own process, in a workspace, and on the command line."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from studio.engine.due import Uncertain, UndoCalls
from studio.engine.edits import EditRefusedError
from studio.engine.rollback import UndoRefusedError
from studio.present.transcript import entries_of, transcript
from studio.present.transcript_entries import UndoneEntry
from studio.session.events import UndoEnded
from studio.session.setup import ResponderChoice, Setup, Stops
from studio.session.state import settled
from studio.store import session_file
from studio.tasks import spawn
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.command_line import studio
from tests.flow.tools_process import until

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C10")]

TOOLS = '''
import time
from pathlib import Path

from toolcall import Execution, tool

HERE = Path(__file__).parent


def _log(line: str) -> None:
    with (HERE / "log").open("a") as log:
        log.write(line + "\\n")


def book(what: str) -> str:
    """Book something."""
    _log("book " + what)
    return "number 7"


@tool(compensates="book")
def cancel(done: Execution) -> str:
    """Cancel a booking by its number."""
    _log(f"cancel {done.arguments['what']} {done.result} {done.call_id}")
    while (HERE / "hold").exists():
        time.sleep(0.01)
    return "cancelled"


def pay(what: str) -> str:
    """Pay for something."""
    _log("pay " + what)
    return "paid"


@tool(compensates="pay")
def pay_back(what: str) -> str:
    """Take a payment back."""
    _log("pay_back " + what)
    if (HERE / "closed").exists():
        raise ValueError("the bank is closed")
    return "paid back"


def fly(what: str) -> str:
    """Fly somewhere."""
    raise ValueError("no wings")
'''
WRONG = '''
from toolcall import tool


def hold(seat: int) -> str:
    """Hold a seat."""
    return "held"


@tool(compensates="hold")
def free(seat: str) -> str:
    """Let a seat go."""
    return "free"
'''


def _call(name: str, what: str) -> dict[str, Any]:
    return {"call": name, "arguments": {"what": what}}


RULES = [
    {"after": "user", "parts": [_call("book", "hotel")]},
    {"after": ["book"], "parts": [_call("pay", "hotel")]},
    {"after": ["pay"], "parts": [_call("fly", "home")]},
    {"parts": [{"text": "I am sorry."}]},
]


class Trip:
    """A folder with the tools and a script."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tools, self.script, self.file = (
            folder / name for name in ("trip_tools.py", "script.json", "trip.tcsession")
        )
        self.tools.write_text(TOOLS, encoding="utf-8")
        self.script.write_text(json.dumps({"rules": RULES}), encoding="utf-8")

    async def session(self, workspace: Workspace, **setup: Any) -> OpenedSession:
        """A session that stands before its first request."""
        choice = ResponderChoice("scripted", model_name="trip", script=str(self.script))
        wanted = {"responder": choice, "stops": Stops(before_call=False), **setup}
        made = workspace.new("Trip", setup=Setup(**wanted), path=self.file)
        made.trust(made.fingerprint(self.tools))
        await made.add_tools(self.tools)
        return made

    def log(self) -> list[str]:
        """What the tools did."""
        file = self.folder / "log"
        return file.read_text().splitlines() if file.exists() else []


@pytest.fixture
def trip(tmp_path: Path) -> Trip:
    return Trip(tmp_path)


@pytest.fixture
async def workspace(tmp_path: Path) -> AsyncIterator[Workspace]:
    made = Workspace(tmp_path / "data", tmp_path / "config", {})
    made.world.stops_by_default = False
    yield made
    await made.close()


def _undone(session: OpenedSession) -> list[UndoEnded]:
    return [event for event in session.tree.events(session.head) if isinstance(event, UndoEnded)]


async def test_tools_of_a_file_undo_each_other_and_the_replay_runs_none(trip: Trip, workspace: Workspace) -> None:
    session = await trip.session(workspace, compensation=True)
    stop = await session.send("Book my trip.")
    assert stop.reason == "finished"
    (call,) = (call for message in settled(session.state) for call in message.calls if call.name == "book")
    done = ["book hotel", "pay hotel", "pay_back hotel", f"cancel hotel number 7 {call.id}"]
    assert trip.log() == done
    texts = [part.text.split(":")[0] for message in settled(session.state) for part in message.results]
    assert texts == ["book was rolled back", "pay was rolled back", "ValueError"]
    await workspace.close_session(session)
    replayed = workspace.replay(trip.file)
    assert (await replayed.run_to_end()).reason == "finished"
    assert (replayed.difference, replayed.unused_calls) == (None, ())
    assert [event.source for event in _undone(replayed)] == ["recorded", "recorded"]
    assert list(settled(replayed.state)) == list(settled(session.state))
    assert trip.log() == done


async def test_the_command_line_says_that_a_replay_with_undos_comes_out_the_same(
    trip: Trip, workspace: Workspace
) -> None:
    (trip.folder / "closed").touch()
    session = await trip.session(workspace, compensation=True)
    await session.send("Book my trip.")
    await workspace.close_session(session)
    log = trip.log()
    assert log[-1].startswith("cancel hotel")
    home = {"TOOLCALL_STUDIO_HOME": str(trip.folder / "home")}
    ran = await asyncio.to_thread(studio, "replay", trip.file, "--check", **home)
    assert (ran.code, ran.out, ran.err) == (0, "main: comes out the same\n", "")
    assert trip.log() == log
    shown = await asyncio.to_thread(studio, "show", trip.file, **home)
    assert "pay not undone" in shown.out
    assert "the bank is closed" in shown.out
    document = (await asyncio.to_thread(studio, "show", trip.file, "--json", **home)).documents[0]
    entries = [entry for section in document["branches"] for entry in section["entries"]]
    assert [entry["tool"] for entry in entries if entry["entry"] == "undone"] == ["pay", "book"]


async def test_what_an_undo_was_given_is_told_as_soon_as_it_is_done(trip: Trip, workspace: Workspace) -> None:
    session = await trip.session(workspace, compensation=True)
    await session.send("Book my trip.")
    tree = session.tree
    undos = [
        entry for at in tree.path(session.head) for entry in entries_of(tree, at) if isinstance(entry, UndoneEntry)
    ]
    assert undos == [entry for entry in transcript(tree, session.head) if isinstance(entry, UndoneEntry)]
    assert any(entry.arguments for entry in undos)


async def test_a_wrong_declaration_is_refused_only_when_compensation_is_on(trip: Trip, workspace: Workspace) -> None:
    wrong = trip.folder / "wrong_tools.py"
    wrong.write_text(WRONG, encoding="utf-8")
    session = await trip.session(workspace)
    session.trust(session.fingerprint(wrong))
    await session.add_tools(wrong)
    with pytest.raises(UndoRefusedError, match="free is declared to undo hold, but its parameters are others"):
        session.change_setup(compensation=True)
    assert not session.state.setup.compensation
    good = [tool for tool in session.state.setup.tools if tool.source != wrong.name]
    session.change_setup(tools=tuple(good), compensation=True)
    with pytest.raises(UndoRefusedError):
        await session.add_tools(wrong)
    assert [tool.name for tool in session.state.setup.tools] == [tool.name for tool in good]
    session.change_setup(compensation=False)
    await session.add_tools(wrong)


async def test_the_person_runs_gives_or_skips_each_undo_and_nothing_else_goes_on_meanwhile(
    trip: Trip, workspace: Workspace
) -> None:
    session = await trip.session(workspace, compensation=True, stops=Stops())
    await session.send("Book my trip.")
    while not isinstance(session.due, UndoCalls):
        await session.run()
    pay, book = session.due.calls
    with pytest.raises(EditRefusedError, match="to be undone first"):
        session.add_message(settled(session.state)[0])
    with pytest.raises(EditRefusedError, match="to be undone first"):
        session.edit_message(0, None)
    session.mock(pay, "paid back by hand")
    await session.run_call(book)
    assert [(event.source, event.is_error) for event in _undone(session)] == [("mock", False), ("ran", False)]
    session.step_back()
    assert session.due == UndoCalls((book,), "fly")
    session.skip_undo(book, "It stays.")
    assert [(event.source, event.told) for event in _undone(session)][1:] == [("by_hand", "It stays.")]


async def test_a_session_that_was_killed_in_an_undo_opens_with_the_question_whether_it_happened(
    trip: Trip, workspace: Workspace
) -> None:
    (trip.folder / "hold").touch()
    session = await trip.session(workspace, compensation=True)
    moving = spawn(session.send("Book my trip."), name="trip")
    await until(lambda: any(line.startswith("cancel") for line in trip.log()))
    copy = trip.folder / "killed.tcsession"
    copy.write_bytes(trip.file.read_bytes())
    again = workspace.open(copy)
    assert isinstance(again.due, Uncertain)
    assert (again.due.undo, again.standing is not None and again.standing.what) == (True, "uncertain_undo")
    assert again.due.call is not None
    again.mock(again.due.call, "cancelled after all")
    assert (await again.run_to_end()).reason == "finished"
    assert [event.source for event in _undone(again)] == ["ran", "by_hand"]
    await session.cancel()
    await asyncio.gather(moving, return_exceptions=True)
    (trip.folder / "hold").unlink()


async def test_a_file_of_format_1_is_raised_when_the_first_undo_begins(trip: Trip, workspace: Workspace) -> None:
    session = await trip.session(workspace, stops=Stops(before_request=True, before_call=False))
    await session.send("Book my trip.")
    await workspace.close_session(session)
    lines = trip.file.read_bytes().splitlines(keepends=True)
    header = json.loads(lines[0])
    del header["format"]
    trip.file.write_bytes(json.dumps(header, separators=(",", ":")).encode() + b"\n" + b"".join(lines[1:]))
    again = workspace.open(trip.file)
    again.change_setup(compensation=True, stops=Stops(before_call=False))
    assert session_file.read(trip.file).header.format == 1
    assert (await again.run()).reason == "finished"
    assert len(_undone(again)) == 2
    await workspace.close_session(again)
    opened = session_file.read(trip.file)
    assert (opened.header.format, opened.damage) == (session_file.FORMAT, ())
