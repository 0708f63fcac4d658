"""A long session is read in a thread: whoever waits does other things, and finds it read."""

import asyncio
from pathlib import Path

import pytest

from studio.present.made_rows import made_rows
from studio.store.session_error import SessionFileError
from studio.tasks import spawn
from studio.workspace import workspace as room
from studio.workspace.workspace import Workspace
from tests.bench import rounds

pytestmark = pytest.mark.anyio
ROUNDS = 150


@pytest.fixture
def long_file(tmp_path: Path) -> Path:
    path = tmp_path / "long.tcsession"
    rounds.run(path, ROUNDS)
    assert path.stat().st_size > room.LONG
    return path


async def test_the_loop_goes_round_while_a_long_session_is_read(tmp_path: Path, long_file: Path) -> None:
    workspace, turns, over = Workspace(tmp_path / "data", tmp_path / "config"), 0, False

    async def count() -> None:
        nonlocal turns
        while not over:
            turns += 1
            await asyncio.sleep(0)

    counting = spawn(count(), name="count")
    session = await workspace.open_aside(long_file)
    over = True
    await counting
    assert turns > 10
    assert session.state.rounds == ROUNDS
    assert session.history_problems() == ()
    assert await workspace.open_aside(long_file) is session
    await workspace.close()


async def test_two_who_open_the_same_long_file_get_the_same_session(tmp_path: Path, long_file: Path) -> None:
    workspace = Workspace(tmp_path / "data", tmp_path / "config")
    first, second = await asyncio.gather(workspace.open_aside(long_file), workspace.open_aside(long_file))
    assert first is second
    assert workspace.open_sessions == [first]
    await workspace.close()


async def test_a_long_file_that_is_no_session_is_refused_with_its_sentence(tmp_path: Path) -> None:
    workspace, path = Workspace(tmp_path / "data", tmp_path / "config"), tmp_path / "notes.tcsession"
    path.write_text("no session\n" * 30_000, encoding="utf-8")
    with pytest.raises(SessionFileError, match="is not a session file"):
        await workspace.open_aside(path)
    assert workspace.open_sessions == []
    await workspace.close()


async def test_closing_the_workspace_waits_for_what_is_being_read_and_closes_it(
    tmp_path: Path, long_file: Path
) -> None:
    workspace = Workspace(tmp_path / "data", tmp_path / "config")
    opening = spawn(workspace.open_aside(long_file), name="open")
    await asyncio.sleep(0)
    await workspace.close()
    session = await opening
    assert session.journal.read_only == "The session is closed."
    assert workspace.open_sessions == []


async def test_a_file_that_is_open_is_found_by_each_of_its_names(tmp_path: Path, long_file: Path) -> None:
    workspace = Workspace(tmp_path / "data", tmp_path / "config")
    session = await workspace.open_aside(long_file)
    link = tmp_path / "link.tcsession"
    link.symlink_to(long_file)
    (tmp_path / "sub").mkdir()
    for name in (link, tmp_path / "sub" / ".." / long_file.name):
        assert await workspace.open_aside(name) is session
        assert workspace.open(name) is session
    await workspace.close()


async def test_the_rows_of_a_long_session_are_read_with_it_and_taken_once(tmp_path: Path, long_file: Path) -> None:
    workspace = Workspace(tmp_path / "data", tmp_path / "config")
    session = await workspace.open_aside(long_file)
    rows = session.take_rows()
    assert rows is not None
    assert (rows.rounds, rows.head) == (ROUNDS, session.head)
    assert list(rows) == list(made_rows(session.journal))
    assert session.take_rows() is None
    await workspace.close()


async def test_rows_that_were_read_are_not_taken_once_something_has_happened(tmp_path: Path, long_file: Path) -> None:
    workspace = Workspace(tmp_path / "data", tmp_path / "config")
    session = await workspace.open_aside(long_file)
    session.change_setup(system="Other rules.")
    assert session.take_rows() is None
    await workspace.close()
