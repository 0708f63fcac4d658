"""Tests of the shelf: sessions in one line, and those left open by a crash."""

from pathlib import Path

from studio.messages.message import user
from studio.messages.parts import Call, Text
from studio.messages.reply import ChatReply
from studio.session.events import CallEdited, MessageAdded, ReplyReceived
from studio.session.journal import Journal
from studio.session.nodes import NodeId
from studio.session.notes import Closed, Opened, Stopped, Titled
from studio.session.tree import Tree
from studio.store import session_file, shelf
from studio.store.session_file import SessionSink


def _open(path: Path, title: str = "T") -> tuple[Journal, SessionSink]:
    sink = session_file.create(path, session_file.new_header(title))
    journal = Journal(Tree(), sink, lambda: 0)
    journal.note(Opened())
    return journal, sink


def test_a_session_is_told_in_one_line_by_its_last_words(tmp_path: Path) -> None:
    journal, sink = _open(tmp_path / "a.tcsession")
    journal.append(MessageAdded(message=user("hi")))
    for _ in range(2):
        journal.append(ReplyReceived(reply=ChatReply()))
    for note in (
        Titled("old"),
        Titled("Refund 退款"),
        Stopped(NodeId(1), "step"),
        Stopped(NodeId(3), "finished"),
        Closed(),
    ):
        journal.note(note)
    sink.close()
    found = shelf.look(tmp_path / "a.tcsession")
    assert found is not None
    assert (found.title, found.rounds, found.open, found.missing) == ("Refund 退款", 2, False, False)
    assert found.stopped == Stopped(NodeId(3), "finished")


def test_a_session_without_a_title_has_the_name_of_its_file(tmp_path: Path) -> None:
    _, sink = _open(tmp_path / "a.tcsession", "")
    sink.close()
    found = shelf.look(tmp_path / "a.tcsession")
    assert found is not None
    assert (found.title, found.stopped, found.open) == ("a", None, True)


def test_what_is_gone_is_missing_and_what_is_no_session_is_nothing(tmp_path: Path) -> None:
    (tmp_path / "b.tcsession").write_bytes(b"\x00\x01")
    missing = shelf.look(tmp_path / "a.tcsession")
    assert missing is not None
    assert missing.missing
    assert shelf.look(tmp_path / "b.tcsession") is None


def test_only_sessions_that_were_not_closed_and_that_nobody_writes_were_left_open(tmp_path: Path) -> None:
    crashed, closed, running = (_open(tmp_path / f"{name}.tcsession") for name in ("crashed", "closed", "running"))
    crashed[1].close()
    closed[0].note(Closed())
    closed[1].close()
    (tmp_path / "other.tcsession").write_bytes(b"junk")
    assert [found.path.stem for found in shelf.left_open(tmp_path)] == ["crashed"]
    running[1].close()
    assert {found.path.stem for found in shelf.left_open(tmp_path)} == {"crashed", "running"}


def test_a_session_that_was_opened_again_after_closing_and_crashed_was_left_open(tmp_path: Path) -> None:
    journal, sink = _open(tmp_path / "a.tcsession")
    journal.note(Closed())
    journal.note(Opened())
    sink.close()
    assert len(shelf.left_open(tmp_path)) == 1


def test_what_was_left_open_is_found_however_much_came_after_its_opening(tmp_path: Path) -> None:
    """Of a file only the end is looked at first: it may hold neither note, or an old one."""
    journal, sink = _open(tmp_path / "long.tcsession")
    journal.append(MessageAdded(message=user("x" * 20_000)))
    sink.close()
    journal, sink = _open(tmp_path / "again.tcsession")
    journal.note(Closed())
    journal.note(Opened())
    journal.append(MessageAdded(message=user("x" * 20_000)))
    sink.close()
    journal, sink = _open(tmp_path / "closed.tcsession")
    journal.append(MessageAdded(message=user("x" * 20_000)))
    journal.note(Closed())
    sink.close()
    (tmp_path / "folder.tcsession").mkdir()
    assert {found.path.stem for found in shelf.left_open(tmp_path)} == {"long", "again"}


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert shelf.left_open(tmp_path / "missing") == []


def test_new_names_are_free_and_safe(tmp_path: Path) -> None:
    first = shelf.new_path(tmp_path, "Refund: ../../etc 退款")
    first.touch()
    second = shelf.new_path(tmp_path, "Refund: ../../etc 退款")
    assert first.parent == second.parent == tmp_path
    assert first != second
    assert first.suffix == ".tcsession"
    assert "退款" in first.name
    assert shelf.new_path(tmp_path, "").name.endswith("session.tcsession")


def test_a_stop_before_a_call_names_its_tool(tmp_path: Path) -> None:
    journal, sink = _open(tmp_path / "a.tcsession")
    journal.append(MessageAdded(message=user("hi")))
    reply = ChatReply((Text("I look."), Call("get_order", "{}"), Call("issue_refund", "{}")))
    journal.append(ReplyReceived(reply=reply))
    said = journal.head
    for at in range(12):  # ids that begin with the same digits are others
        journal.append(MessageAdded(message=user(str(at))))
    journal.note(Stopped(said, "breakpoint", "before_call", (said, 1)))
    assert _tool(tmp_path) == "issue_refund"
    journal.append(CallEdited(call=(said, 1), now=Call("open_ticket", "{}")))
    assert _tool(tmp_path) == "open_ticket"
    journal.note(Stopped(said, "breakpoint", "before_call", (said, 0)))
    assert _tool(tmp_path) == "get_order"
    journal.note(Stopped(said, "breakpoint", "before_call", (said, 7)))
    assert _tool(tmp_path) == ""
    journal.note(Stopped(said, "step"))
    assert _tool(tmp_path) == ""
    sink.close()


def _tool(folder: Path) -> str:
    found = shelf.look(folder / "a.tcsession")
    assert found is not None
    return found.tool
