"""Tests of the side file that holds the bytes of a running reply."""

from pathlib import Path

from studio.store.half_reply import HalfReply, beside, take


def test_the_bytes_of_a_running_reply_are_found_again_once(tmp_path: Path) -> None:
    session = tmp_path / "a.tcsession"
    half = HalfReply(lambda: session)
    half.add(b"one")
    half.add(b"two")
    assert take(session) == b"onetwo"
    assert take(session) == b""
    half.drop()


def test_a_reply_that_has_its_event_leaves_no_side_file(tmp_path: Path) -> None:
    session = tmp_path / "a.tcsession"
    half = HalfReply(lambda: session)
    half.add(b"one")
    half.drop()
    half.drop()
    assert list(tmp_path.iterdir()) == []


def test_the_next_reply_begins_anew_beside_the_session_where_it_is_now(tmp_path: Path) -> None:
    where = [tmp_path / "a.tcsession"]
    half = HalfReply(lambda: where[0])
    half.add(b"one")
    half.drop()
    where[0] = tmp_path / "b.tcsession"
    half.add(b"two")
    assert take(tmp_path / "a.tcsession") == b""
    assert take(tmp_path / "b.tcsession") == b"two"
    half.drop()


def test_a_folder_that_cannot_be_written_does_not_end_the_reply(tmp_path: Path) -> None:
    session = tmp_path / "missing" / "a.tcsession"
    half = HalfReply(lambda: session)
    half.add(b"one")
    half.drop()
    assert not beside(session).exists()
