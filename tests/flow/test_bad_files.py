"""Bad input: broken, cut, foreign, huge and binary session files, second writers, newer formats: each with its sentence."""

from pathlib import Path

import pytest

from studio.problems import StudioError
from studio.session.events import MessageAdded
from studio.session.journal import ReadOnlyError
from studio.session.lines import LineError, encode
from studio.session.nodes import NodeId
from studio.store import session_file
from studio.store.session_error import SessionFileError
from studio.store.session_file import FORMAT
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.command_line import studio
from tests.flow.shop import NO_STOPS, Shop, say, to_the_end, told

pytestmark = pytest.mark.anyio


@pytest.fixture
async def path(shop: Shop, workspace: Workspace) -> Path:
    """A whole session of one round with two calls and its answer; closed."""
    session = await shop.session(workspace, shop.folder / "s.tcsession", stops=NO_STOPS)
    say(session, "two")
    await to_the_end(session)
    await workspace.close_session(session)
    return session.path


def _lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def _put(path: Path, *lines: bytes) -> None:
    path.write_bytes(b"".join(lines))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            b"",
            "x.tcsession is not a session file. Session files end in .tcsession and begin with a line of kind session.",
        ),
        (bytes(range(256)) * 40, "x.tcsession is not a session file."),
        (b'{"messages": [{"role": "user"}]}', "x.tcsession is not a session file."),
        ('{"kind":"session"}\n'.encode("utf-16"), "x.tcsession is not UTF-8. Save it as UTF-8 and open it again."),
    ],
    ids=["empty", "binary", "foreign", "utf-16"],
)
async def test_what_is_no_session_is_said_and_left_as_it_is(
    workspace: Workspace, tmp_path: Path, data: bytes, sentence: str
) -> None:
    path = tmp_path / "x.tcsession"
    path.write_bytes(data)
    with pytest.raises(SessionFileError) as caught:
        workspace.open(path)
    assert str(caught.value).startswith(sentence)
    assert path.read_bytes() == data
    assert workspace.open_sessions == []


async def test_a_cut_last_line_is_said_and_the_session_goes_on_before_it(workspace: Workspace, path: Path) -> None:
    lines = _lines(path)
    reply = max(at for at, line in enumerate(lines) if line.startswith(b'{"kind":"reply"'))
    _put(path, *lines[:reply], lines[reply][:40])
    session = workspace.open(path)
    assert session.damage == (f"The last line ({reply + 1}) was cut while it was written. It is kept beside the file.",)
    assert (await session.send_again()).reason == "finished"
    await workspace.close_session(session)
    assert workspace.open(path).damage == ()


def _broken(path: Path, kind: bytes, to: bytes) -> int:
    """Make the first line of that kind unreadable; its number."""
    lines = _lines(path)
    at = next(at for at, line in enumerate(lines) if line.startswith(b'{"kind":"%s"' % kind))
    lines[at] = to
    _put(path, *lines)
    return at + 1


@pytest.mark.parametrize("to", [b"garbage\n", b'{"kind":"reply","id":4,"reply":7}\n', b'{"kind":"hologram","id":4}\n'])
async def test_what_hangs_under_a_broken_line_is_a_branch_of_its_own_and_the_session_goes_on_before_it(
    workspace: Workspace, path: Path, to: bytes
) -> None:
    reply = next(node for node in range(1, 9) if f'"kind":"reply","id":{node}'.encode() in b"".join(_lines(path)))
    number = _broken(path, b"reply", to.replace(b'"id":4', b'"id":%d' % reply))
    session = workspace.open(path)
    assert session.damage == (f"Line {number} is not readable. What hangs under it is shown as a branch of its own.",)
    assert [branch.gap for branch in session.branches] == [False, True]
    assert session.tree.kind(session.head) == "request"
    with pytest.raises(StudioError, match="missing in the file"):
        session.rewind(session.branches[1].tip)
    assert (await session.send_again()).place == "before_call"
    assert (await to_the_end(session)).reason == "finished"
    await workspace.close_session(session)
    assert len(workspace.open(path).branches) == 3


async def test_a_line_of_another_branch_that_cannot_be_read_does_not_trap_the_head(
    workspace: Workspace, path: Path
) -> None:
    session = workspace.open(path)
    reply = next(node for node in session.tree.path(session.head) if session.tree.kind(node) == "reply")
    session.fork(reply)
    head = session.head
    await workspace.close_session(session)
    _broken(path, b"result", b'{"kind":"result","id":%d,"call":"x"}\n' % (reply + 2))
    again = workspace.open(path)
    assert again.head == head
    with pytest.raises(LineError):
        again.rewind(again.branches[0].tip)
    with pytest.raises(SessionFileError, match="cannot be replayed: a line of it is not readable"):
        workspace.replay(path, branch="main")
    assert again.head == head
    assert (await to_the_end(again)).reason == "finished"


async def test_a_newer_format_opens_for_reading_only(workspace: Workspace, path: Path) -> None:
    header, *rest = _lines(path)
    now, newer = b'"format":%d' % FORMAT, b'"format":%d,"beauty":9' % (FORMAT + 1)
    assert now in header
    _put(path, header.replace(now, newer), *rest)
    before = _lines(path)
    session = workspace.open(path)
    assert session.read_only == "s.tcsession was written by a newer version. It is open for reading only."
    assert len(told(session)) > 5
    await _takes_nothing(session)
    await workspace.close_session(session)
    assert _lines(path) == before


async def _takes_nothing(session: OpenedSession) -> None:
    with pytest.raises(ReadOnlyError):
        await session.run()
    with pytest.raises(ReadOnlyError):
        say(session, "x")
    with pytest.raises(SessionFileError, match="reading only"):
        await session.save_as(session.path.with_name("copy.tcsession"))


async def test_a_second_program_reads_and_says_who_writes(shop: Shop, workspace: Workspace, path: Path) -> None:
    first, second = workspace.open(path), shop.workspace()
    other = second.open(path)
    assert other.read_only.startswith("s.tcsession is open in another window.")
    assert told(other) == told(first)
    await _takes_nothing(other)
    say(first, "hello")
    assert (await to_the_end(first)).reason == "finished"
    await second.close()
    await workspace.close()
    third = shop.workspace()
    assert third.open(path).read_only == ""
    await third.close()


async def test_a_folder_and_a_file_that_is_not_there_are_named(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "folder.tcsession"
    path.mkdir()
    with pytest.raises(SessionFileError, match="cannot be read"):
        workspace.open(path)
    with pytest.raises(SessionFileError, match="cannot be read"):
        workspace.open(tmp_path / "missing.tcsession")


async def test_fifty_megabytes_open_and_go_on(shop: Shop, workspace: Workspace) -> None:
    session = await shop.session(workspace, shop.folder / "huge.tcsession", stops=NO_STOPS)
    say(session, "two")
    await to_the_end(session)
    for at in range(50):
        say(session, f"{at} " + "x" * 1_000_000)
    await workspace.close_session(session)
    assert session.path.stat().st_size > 50_000_000
    again = workspace.open(session.path)
    assert (again.damage, again.head) == ((), session.head)
    again.rewind(again.tree.path(again.head)[-51])
    say(again, "hello")
    assert (await to_the_end(again)).reason == "finished"


async def test_a_huge_line_of_rubbish_is_no_session(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "x.tcsession"
    path.write_bytes(b"[" * 50_000_000)
    with pytest.raises(SessionFileError, match="not a session file"):
        workspace.open(path)


async def test_a_session_left_by_a_killed_program_is_offered_and_can_be_left_closed(
    shop: Shop, workspace: Workspace
) -> None:
    path = workspace.world.sessions / "lost.tcsession"
    sink = session_file.create(path, session_file.new_header("Lost"))
    sink.write(b'{"kind":"opened"}')
    sink.write(encode(MessageAdded(id=NodeId(1))))
    sink.close()
    assert [left.title for left in workspace.left_open()] == ["Lost"]
    workspace.leave_closed(path)
    assert workspace.left_open() == []


async def test_a_failed_write_is_shown_as_not_saved(shop: Shop, workspace: Workspace) -> None:
    session = await shop.session(workspace, stops=NO_STOPS)
    assert session._sink is not None
    session._sink.close()
    with pytest.raises(SessionFileError, match="could not be written"):
        say(session, "x")
    assert "could not be written" in session.saved
    session._sink = None


@pytest.mark.parametrize("command", [("check",), ("show",), ("replay",), ("export", "--to", "x.md"), ("tools",)])
async def test_a_name_that_no_file_can_have_is_told_in_a_sentence(tmp_path: Path, command: tuple[str, ...]) -> None:
    name, *options = command
    ran = studio(name, tmp_path / ("n" * 300), *options)
    assert (ran.code, "Traceback" in ran.err) in {(2, False), (3, False)}, ran.err
    assert "File name too long" in ran.err
