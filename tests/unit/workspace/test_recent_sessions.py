"""What the start page offers: pinned first, twenty beside them, known at once from the ends of long files."""

from pathlib import Path

import pytest

from studio.messages.message import user
from studio.messages.reply import ChatReply
from studio.session.events import MessageAdded, ReplyReceived
from studio.session.journal import Journal
from studio.session.nodes import NodeId
from studio.session.notes import Closed, Opened, Stopped, Titled
from studio.session.tree import Tree
from studio.store import session_file, shelf
from studio.store.settings import SettingsFile
from studio.workspace.recent_sessions import MOST, RecentSessions, kept

pytestmark = [pytest.mark.anyio, pytest.mark.promise("H2")]


def _session(path: Path, title: str, *, filler: int = 0, closed: bool = True) -> Path:
    sink = session_file.create(path, session_file.new_header("before"))
    journal = Journal(Tree(), sink, lambda: 0)
    journal.note(Opened())
    journal.note(Titled(title))
    journal.append(MessageAdded(message=user("x" * filler)))
    journal.append(ReplyReceived(reply=ChatReply()))
    journal.note(Stopped(NodeId(2), "finished"))
    if closed:
        journal.note(Closed())
    sink.close()
    return path


def _recent(folder: Path, *paths: Path) -> RecentSessions:
    settings = SettingsFile(folder / "config")
    settings.values.recent = [str(path) for path in paths]
    return RecentSessions(settings, folder, set)


def test_pinned_ones_stand_first_and_are_never_pushed_off(tmp_path: Path) -> None:
    one, two, three = (_session(tmp_path / f"{name}.tcsession", name) for name in ("one", "two", "three"))
    recent = _recent(tmp_path, one, two, three)
    recent.pin(three, on=True)
    assert [found.title for found in recent.now()] == ["three", "one", "two"]
    assert [found.pinned for found in recent.now()] == [True, False, False]
    again = SettingsFile(tmp_path / "config")
    assert again.values.pinned == [str(three)]
    recent.pin(three, on=False)
    assert [found.title for found in recent.now()] == ["one", "two", "three"]
    many = [str(at) for at in range(MOST + 5)]
    assert kept(many, {"24"}) == [*many[:MOST], "24"]


def test_one_that_is_forgotten_is_pinned_no_more_and_its_file_stays(tmp_path: Path) -> None:
    one = _session(tmp_path / "one.tcsession", "one")
    recent = _recent(tmp_path, one)
    recent.pin(one, on=True)
    recent.forget(one)
    assert recent.now() == []
    assert SettingsFile(tmp_path / "config").values.pinned == []
    assert one.exists()


def test_a_file_that_is_gone_is_missing(tmp_path: Path) -> None:
    recent = _recent(tmp_path, tmp_path / "gone.tcsession")
    assert [(found.title, found.missing) for found in recent.now()] == [("gone", True)]


async def test_of_a_long_file_the_ends_are_known_at_once_and_the_rest_later(tmp_path: Path) -> None:
    long = _session(tmp_path / "long.tcsession", "Named early", filler=400_000)
    recent = _recent(tmp_path, long)
    first = recent.now()[0]
    assert (first.title, first.rounds, first.open) == ("Named early", None, False)
    assert first.stopped == Stopped(NodeId(2), "finished")
    assert [found.rounds for found in await recent.whole()] == [1]
    assert [found.rounds for found in recent.now()] == [1]
    with long.open("ab") as file:
        file.write(b'{"kind":"title","title":"Later"}\n')
    assert (recent.now()[0].title, recent.now()[0].rounds) == ("Later", None)


def test_the_ends_of_a_long_file_say_whether_it_was_closed_and_whether_its_last_line_is_cut(tmp_path: Path) -> None:
    long = _session(tmp_path / "long.tcsession", "T", filler=400_000, closed=False)
    found = shelf.glance(long)
    assert found is not None
    assert (found.open, found.cut) == (True, False)
    with long.open("ab") as file:
        file.write(b'{"kind":"rep')
    found = shelf.glance(long)
    assert found is not None
    assert found.cut


async def test_at_once_names_are_known_without_reading_and_all_that_was_read_before(tmp_path: Path) -> None:
    one, gone = _session(tmp_path / "one.tcsession", "told inside"), tmp_path / "gone.tcsession"
    recent = _recent(tmp_path, one, gone)
    first = recent.at_once()
    assert [(found.title, found.unread, found.missing) for found in first] == [
        ("one", True, False),
        ("gone", True, True),
    ]
    await recent.whole()
    again = recent.at_once()[0]
    assert (again.title, again.unread, again.rounds) == ("told inside", False, 1)
