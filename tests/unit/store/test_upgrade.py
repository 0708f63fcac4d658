"""Tests of raising a session file of format 1 to the newer one: only when a line needs it, whole or not at all, under the lock."""

import json
import os
import stat
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from studio.messages.message import user
from studio.messages.parts import Call
from studio.session.agents import Agent
from studio.session.events import (
    AgentStarted,
    AttemptFailed,
    CallEdited,
    CallStarted,
    EditedTogether,
    Event,
    GroupsChosen,
    Header,
    MessageAdded,
    ResultRecorded,
    SetupChanged,
    SourceAsked,
    ToolsOffered,
    UndoEnded,
    UndoStarted,
)
from studio.session.lines import encode
from studio.session.nodes import NodeId
from studio.store import session_file
from studio.store.session_error import NotWrittenError, SessionFileError
from studio.store.upgrade import needs, raised
from tests.unit.store.session_files import lines_of, raw, said

OLD = b'{"kind":"session","id":"ab","created":"2030-01-01T00:00:00.000+00:00","title":"T","later":{"a":[1]}}'
SECOND = NodeId(2)
SINCE_2: tuple[Event, ...] = (AttemptFailed(id=SECOND), UndoStarted(id=SECOND), UndoEnded(id=SECOND))
SINCE_3: tuple[Event, ...] = (
    SourceAsked(id=SECOND),
    GroupsChosen(id=SECOND),
    ToolsOffered(id=SECOND),
    AgentStarted(id=SECOND),
    SetupChanged(id=SECOND, executors={"ask": Agent()}),
)
SINCE_4: tuple[Event, ...] = (EditedTogether(id=SECOND), CallEdited(id=SECOND, now=Call("a"), truth="keep"))
NEW_KINDS = SINCE_2 + SINCE_3 + SINCE_4


def _old(path: Path, header: bytes = OLD) -> Path:
    path.write_bytes(raw(header, MessageAdded(id=NodeId(1), message=user("m1"))))
    return path


def test_the_first_line_keeps_all_it_has_and_how_it_begins_and_ends() -> None:
    assert json.loads(raised(OLD + b"\n", 2)) == {**json.loads(OLD), "format": 2}
    odd = raised(b"\xef\xbb\xbf" + OLD + b"\r\n", 2)
    assert odd.startswith(b'\xef\xbb\xbf{"kind":"session",')
    assert odd.endswith(b'"format":2}\r\n')


@pytest.mark.parametrize("event", NEW_KINDS, ids=lambda event: type(event).__name__)
def test_a_line_of_a_new_kind_raises_an_old_file_before_it_is_written(tmp_path: Path, event: Event) -> None:
    path = _old(tmp_path / "a.tcsession")
    sink = session_file.resume(session_file.read(path))
    sink.write(encode(event))
    sink.write(encode(MessageAdded(id=NodeId(3), message=user("m3"))))
    sink.close()
    opened = session_file.read(path)
    assert (opened.header.format, opened.header.title, opened.damage) == (session_file.FORMAT, "T", ())
    assert json.loads(lines_of(path)[0])["later"] == {"a": [1]}
    assert said(opened) == ["m1", "m3"]
    assert [each.name for each in tmp_path.iterdir()] == ["a.tcsession"]


@pytest.mark.parametrize("event", SINCE_3, ids=lambda event: type(event).__name__)
def test_a_file_of_format_2_is_raised_by_the_kinds_that_came_after_it_alone(tmp_path: Path, event: Event) -> None:
    path = _old(tmp_path / "a.tcsession", raised(OLD, 2))
    sink = session_file.resume(session_file.read(path))
    sink.write(encode(UndoStarted(id=SECOND)))
    assert session_file.read(path).header.format == 2
    sink.write(encode(replace(event, id=NodeId(3))))
    sink.close()
    assert session_file.read(path).header.format == session_file.FORMAT


@pytest.mark.parametrize("event", SINCE_4, ids=lambda event: type(event).__name__)
def test_a_file_of_format_3_is_raised_by_the_kinds_that_came_after_it_alone(tmp_path: Path, event: Event) -> None:
    path = _old(tmp_path / "a.tcsession", raised(OLD, 3))
    sink = session_file.resume(session_file.read(path))
    sink.write(encode(SourceAsked(id=SECOND)))
    sink.write(encode(CallEdited(id=NodeId(3), now=Call("a"))))
    assert session_file.read(path).header.format == 3
    sink.write(encode(replace(event, id=NodeId(4))))
    sink.close()
    assert session_file.read(path).header.format == 4


@pytest.mark.parametrize(
    "event", [CallStarted(id=NodeId(2)), ResultRecorded(id=NodeId(2)), MessageAdded(id=NodeId(2), message=user("x"))]
)
def test_other_lines_leave_an_old_file_as_old_as_it_was(tmp_path: Path, event: Event) -> None:
    path = _old(tmp_path / "a.tcsession")
    sink = session_file.resume(session_file.read(path))
    sink.write(encode(event))
    sink.close()
    assert lines_of(path)[0] == OLD
    assert not needs(encode(event), 1)


def test_a_new_file_is_of_the_new_format_and_needs_no_raising(tmp_path: Path) -> None:
    sink = session_file.create(tmp_path / "a.tcsession", session_file.new_header())
    assert sink.format == session_file.FORMAT
    assert not needs(encode(NEW_KINDS[0]), sink.format)
    sink.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there the file has no lock for a moment")
def test_the_raised_file_is_locked_and_keeps_its_rights(tmp_path: Path) -> None:
    path = _old(tmp_path / "a.tcsession")
    path.chmod(0o640)
    sink = session_file.resume(session_file.read(path))
    sink.write(encode(NEW_KINDS[1]))
    with pytest.raises(SessionFileError, match="open in another window"):
        session_file.resume(session_file.read(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    sink.close()
    session_file.resume(session_file.read(path)).close()


@pytest.mark.skipif(sys.platform == "win32", reason="a folder takes files there whatever its rights")
def test_a_file_that_cannot_be_raised_stays_as_it_was_and_takes_the_line_later(tmp_path: Path) -> None:
    path = _old(tmp_path / "a.tcsession")
    sink = session_file.resume(session_file.read(path))
    before = path.read_bytes()
    blocked = tmp_path / f".a.tcsession.{os.getpid()}"
    blocked.mkdir()
    with pytest.raises(NotWrittenError):
        sink.write(encode(NEW_KINDS[1]))
    assert path.read_bytes() == before
    sink.write(encode(MessageAdded(id=NodeId(2), message=user("m2"))))
    blocked.rmdir()
    sink.write(encode(UndoStarted(id=NodeId(3))))
    sink.close()
    assert said(session_file.read(path)) == ["m1", "m2"]
    assert session_file.read(path).header.format == session_file.FORMAT


def test_a_session_goes_on_in_a_copy_of_an_old_file(tmp_path: Path) -> None:
    path = _old(tmp_path / "a.tcsession")
    sink = session_file.resume(session_file.read(path))
    sink.copy_to(tmp_path / "b.tcsession")
    sink.move_to(tmp_path / "b.tcsession")
    sink.write(encode(NEW_KINDS[2]))
    sink.close()
    formats = [session_file.read(tmp_path / name).header.format for name in ("a.tcsession", "b.tcsession")]
    assert formats == [1, session_file.FORMAT]


def test_a_header_made_for_an_older_format_is_raised_too(tmp_path: Path) -> None:
    sink = session_file.create(tmp_path / "a.tcsession", Header("ab", "2030-01-01T00:00:00+00:00"))
    sink.write(encode(UndoStarted(id=NodeId(1))))
    sink.close()
    assert session_file.read(tmp_path / "a.tcsession").header.format == session_file.FORMAT
