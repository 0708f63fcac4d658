"""Tests of the session file: created, locked, appended to, read again, damaged."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from studio.messages.message import user
from studio.session.events import Header, MessageAdded
from studio.session.journal import Journal
from studio.session.lines import encode
from studio.session.nodes import NodeId
from studio.session.notes import HeadMoved, Titled
from studio.session.tree import Tree
from studio.store import session_file
from studio.store.lines import Damage
from studio.store.session_error import SessionFileError
from tests.unit.store.session_files import lines_of, raw, said, written

HEADER = Header("ab", "2026-01-01T00:00:00+00:00")


def _message(node: int, parent: int | None = None) -> MessageAdded:
    return MessageAdded(
        id=NodeId(node), parent=NodeId(parent) if parent is not None else None, message=user(f"m{node}")
    )


def test_what_was_appended_is_read_again(tmp_path: Path) -> None:
    opened = session_file.read(written(tmp_path / "a.tcsession"))
    assert (said(opened), opened.head, opened.damage, opened.newer) == (["m0", "m1", "m2"], 3, (), False)
    assert (opened.header.title, opened.header.format) == ("T", session_file.FORMAT)


def test_each_line_is_with_the_system_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.tcsession"
    sink = session_file.create(path, HEADER)
    sink.write(b'{"kind":"title","title":"x"}')
    assert len(lines_of(path)) == 2
    sink.close()


def test_a_file_that_exists_is_never_overwritten_by_a_new_session(tmp_path: Path) -> None:
    path = written(tmp_path / "a.tcsession")
    before = path.read_bytes()
    with pytest.raises(SessionFileError, match="exists already"):
        session_file.create(path, HEADER)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SessionFileError, match="cannot be made"):
        session_file.create(tmp_path / "file" / "a.tcsession", HEADER)


def test_a_name_that_can_be_none_is_said(tmp_path: Path) -> None:
    with pytest.raises(SessionFileError, match="cannot be made: File name too long"):
        session_file.create(tmp_path / ("x" * 300), HEADER)
    with pytest.raises(SessionFileError, match="that is no name of a file"):
        session_file.read(tmp_path / "a\0b")


def test_a_second_writer_is_refused_and_may_read(tmp_path: Path) -> None:
    path = tmp_path / "a.tcsession"
    sink = session_file.create(path, HEADER)
    with pytest.raises(SessionFileError, match="open in another window"):
        session_file.resume(session_file.read(path))
    sink.close()
    session_file.resume(session_file.read(path)).close()


def test_a_file_that_grew_between_reading_and_locking_is_not_written(tmp_path: Path) -> None:
    path = written(tmp_path / "a.tcsession")
    opened = session_file.read(path)
    other = session_file.resume(session_file.read(path))
    other.write(encode(_message(4)))
    other.close()
    with pytest.raises(SessionFileError, match="changed while it was opened"):
        session_file.resume(opened)


def test_a_newer_format_is_read_and_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.tcsession"
    path.write_bytes(raw(Header("ab", "2030-01-01T00:00:00+00:00", format=session_file.FORMAT + 1), _message(1)))
    opened = session_file.read(path)
    assert (said(opened), opened.newer) == (["m1"], True)
    with pytest.raises(SessionFileError, match="newer version"):
        session_file.resume(opened)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"\x89PNG\r\n\x1a\n\x00\x00" * 50,
        b'{"messages": []}\n',
        b"[1, 2]\n",
        b"plain words\nand more\n",
        encode(_message(1)),
    ],
)
def test_what_is_no_session_is_said_to_be_none(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.tcsession"
    path.write_bytes(data)
    with pytest.raises(SessionFileError, match="not a session file"):
        session_file.read(path)


def test_utf16_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.tcsession"
    path.write_bytes(raw(HEADER).decode().encode("utf-16"))
    with pytest.raises(SessionFileError, match="not UTF-8"):
        session_file.read(path)


def test_a_file_that_is_not_there_or_is_a_folder_is_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "a.tcsession"):
        with pytest.raises(SessionFileError, match="cannot be read"):
            session_file.read(path)


def test_a_cut_last_line_is_reported_and_kept_beside_the_file_when_it_is_gone_on_with(tmp_path: Path) -> None:
    path = written(tmp_path / "a.tcsession")
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"kind":"mess')
    opened = session_file.read(path)
    assert (opened.damage, said(opened)) == ((Damage("torn_tail", 5),), ["m0", "m1", "m2"])
    assert path.read_bytes() != whole
    sink = session_file.resume(opened)
    sink.write(encode(_message(4)))
    sink.close()
    assert path.read_bytes() == whole + encode(_message(4)) + b"\n"
    assert (tmp_path / "a.tcsession.cut").read_bytes() == b'{"kind":"mess\n'


def test_a_whole_last_line_without_its_end_gets_one(tmp_path: Path) -> None:
    path = written(tmp_path / "a.tcsession")
    path.write_bytes(path.read_bytes()[:-1])
    sink = session_file.resume(session_file.read(path))
    sink.write(encode(_message(4)))
    sink.close()
    assert said(session_file.read(path)) == ["m0", "m1", "m2", "m4"]


def test_under_a_bad_line_hangs_a_branch_marked_gap_and_the_head_is_the_last_whole_node(tmp_path: Path) -> None:
    path = tmp_path / "a.tcsession"
    path.write_bytes(
        raw(HEADER, _message(1), _message(2), b"garbage", _message(4), _message(5), _message(6, 2), _message(7, 5))
    )
    opened = session_file.read(path)
    assert opened.damage == (Damage("bad_line", 4),)
    assert (opened.head, said(opened)) == (6, ["m1", "m2", "m6"])
    assert [(branch.start, branch.tip, branch.gap) for branch in opened.tree.branches()] == [
        (1, 6, False),
        (4, 7, True),
    ]


def test_the_head_is_where_it_was_moved_last(tmp_path: Path) -> None:
    path = tmp_path / "a.tcsession"
    path.write_bytes(raw(HEADER, _message(1), _message(2), encode(HeadMoved(NodeId(1))), encode(Titled("T"))))
    opened = session_file.read(path)
    assert (opened.head, opened.notes) == (1, (HeadMoved(NodeId(1)), Titled("T")))


def test_a_line_with_an_id_that_was_there_already_is_reported_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.tcsession"
    path.write_bytes(raw(HEADER, _message(1), _message(2), _message(1), encode(HeadMoved(NodeId(2)))))
    opened = session_file.read(path)
    assert (opened.damage, said(opened)) == ((Damage("bad_line", 4),), ["m1", "m2"])


@pytest.mark.parametrize(
    "line",
    [
        b'{"kind":"message","id":%s}' % (b"9" * 5000),
        b'{"kind":"message","id":%s}' % (b"9" * 18),  # the next event's would be too long to be read again
        b'{"kind":"message","id":-1}',
        b'{"kind":"message","t":5}',
        b'{"kind":"title","title":7}',
        b'{"kind":"head","at":"x"}',
        encode(HEADER),
    ],
)
def test_a_line_of_a_known_kind_that_is_of_no_use_is_reported(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "a.tcsession"
    path.write_bytes(raw(HEADER, _message(1), line, b'{"kind":"watch","of":"later"}', _message(2)))
    opened = session_file.read(path)
    assert (said(opened), opened.damage) == (["m1", "m2"], (Damage("bad_line", 3),))


@pytest.mark.parametrize("parent", [b"-1", b"9" * 5000, b'"1"', b"1.0"])
def test_under_a_parent_that_is_no_id_hangs_a_gap(tmp_path: Path, parent: bytes) -> None:
    path = tmp_path / "a.tcsession"
    odd = encode(_message(2, 0)).replace(b'"parent":0', b'"parent":' + parent)
    path.write_bytes(raw(HEADER, _message(1), odd))
    opened = session_file.read(path)
    assert [branch.gap for branch in opened.tree.branches()] == [False, True]
    assert opened.head == 1


def test_a_circle_of_parents_does_not_hang(tmp_path: Path) -> None:
    path = tmp_path / "a.tcsession"
    path.write_bytes(raw(HEADER, _message(1), _message(2, 3), _message(3, 2), _message(4, 4)))
    opened = session_file.read(path)
    assert (opened.head, len(opened.tree)) == (1, 4)


def test_a_head_that_is_not_there_falls_back_to_the_newest_whole_node(tmp_path: Path) -> None:
    path = tmp_path / "a.tcsession"
    path.write_bytes(raw(HEADER, _message(1), _message(10**15, 1), encode(HeadMoved(NodeId(77)))))
    assert session_file.read(path).head == 10**15


def test_a_break_near_the_beginning_of_a_long_file_is_opened_in_one_pass(tmp_path: Path) -> None:
    path = tmp_path / "a.tcsession"
    path.write_bytes(raw(HEADER, _message(1), b"garbage", *(_message(node) for node in range(3, 4_000))))
    opened = session_file.read(path)
    assert (opened.head, len(opened.tree.branches())) == (1, 2)


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from studio.store import session_file
from studio.store.session_error import SessionFileError
path = Path(sys.argv[1])
sink = session_file.create(path, session_file.new_header("T"))
resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 40, resource.RLIM_INFINITY))
sink.write(b'{"kind":"title","title":"a"}')
for line in (b'{"kind":"title","title":"' + b"x" * 500 + b'"}', b'{"kind":"title"}'):
    try:
        sink.write(line)
    except SessionFileError as error:
        print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
sink.write(b'{"kind":"title","title":"b"}')
sink.close()
"""


NO_ROOM = """
import resource, sys
from pathlib import Path
from studio.store import session_file
from studio.store.session_error import SessionFileError
resource.setrlimit(resource.RLIMIT_FSIZE, (10, resource.RLIM_INFINITY))
try:
    session_file.create(Path(sys.argv[1]), session_file.new_header("T"))
except SessionFileError as error:
    print(error)
"""


def test_a_session_that_the_disk_has_no_room_for_leaves_no_empty_file(tmp_path: Path) -> None:
    run = [sys.executable, "-c", NO_ROOM, str(tmp_path / "a.tcsession")]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60, check=True)
    assert "could not be written: File too large." in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_line_that_the_disk_has_no_room_for_leaves_no_fragment(tmp_path: Path) -> None:
    assert resource.RLIM_INFINITY
    path = tmp_path / "a.tcsession"
    run = [sys.executable, "-c", FULL_DISK, str(path)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.count("a.tcsession could not be written: File too large. Save the session elsewhere.") == 2
    assert lines_of(path)[1:] == [b'{"kind":"title","title":"a"}', b'{"kind":"title","title":"b"}']
    assert session_file.read(path).damage == ()


@pytest.mark.skipif(sys.platform == "win32", reason="there an open file cannot be deleted")
@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_was_deleted_or_replaced_takes_no_line_and_can_be_saved_elsewhere(
    tmp_path: Path, replaced: bool
) -> None:
    sink = session_file.create(tmp_path / "a.tcsession", HEADER)
    other = written(tmp_path / "other.tcsession")
    if replaced:
        other.replace(sink.path)
    else:
        sink.path.unlink()
    with pytest.raises(SessionFileError, match="it was deleted or replaced"):
        sink.write(b'{"kind":"title","title":"x"}')
    sink.copy_to(tmp_path / "b.tcsession")
    sink.move_to(tmp_path / "b.tcsession")
    sink.write(b'{"kind":"title","title":"x"}')
    sink.close()
    assert len(lines_of(tmp_path / "b.tcsession")) == 2


def test_a_closed_file_takes_no_line(tmp_path: Path) -> None:
    sink = session_file.create(tmp_path / "a.tcsession", HEADER)
    sink.close()
    with pytest.raises(SessionFileError, match="could not be written: it is closed"):
        sink.write(b"{}")


def test_a_session_goes_on_in_its_copy_and_the_old_file_stays_as_it_was(tmp_path: Path) -> None:
    old, new = tmp_path / "a.tcsession", tmp_path / "b.tcsession"
    sink = session_file.create(old, HEADER)
    journal = Journal(Tree(), sink, lambda: 0)
    journal.append(MessageAdded(message=user("one")))
    new.write_bytes(old.read_bytes())
    sink.move_to(new)
    journal.append(MessageAdded(message=user("two")))
    assert (said(session_file.read(old)), said(session_file.read(new))) == (["one"], ["one", "two"])
    session_file.resume(session_file.read(old)).close()
    with pytest.raises(SessionFileError, match="cannot be written"):
        sink.move_to(tmp_path / "missing" / "c.tcsession")
    journal.append(MessageAdded(message=user("three")))
    sink.close()
    assert said(session_file.read(new)) == ["one", "two", "three"]


def test_a_copy_is_whole_or_not_there_and_writing_goes_on_at_the_end(tmp_path: Path) -> None:
    path, copy = tmp_path / "a.tcsession", tmp_path / "new" / "b.tcsession"
    sink = session_file.create(path, HEADER)
    sink.write(encode(_message(1)))
    sink.copy_to(copy)
    (tmp_path / "in the way").touch()
    with pytest.raises(SessionFileError, match="cannot be written"):
        sink.copy_to(tmp_path / "in the way" / "c.tcsession")
    sink.write(encode(_message(2)))
    sink.close()
    assert (said(session_file.read(copy)), said(session_file.read(path))) == (["m1"], ["m1", "m2"])
    assert [each.name for each in copy.parent.iterdir()] == ["b.tcsession"]
