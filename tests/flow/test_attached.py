"""Files that go along with a message: read once, kept in the session, sent as chosen, replayed without the file."""

import pytest

from studio.engine.edits import EditRefusedError
from studio.messages.passage import Passage
from studio.problems import StudioError
from studio.session.events import RequestSent
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.shop import NO_STOPS, Shop, say, to_the_end

pytestmark = [pytest.mark.anyio, pytest.mark.promise("D5")]


def _sent(session: OpenedSession) -> list[bytes]:
    tree = session.tree
    return [tree.body(event.id) for event in tree.events(session.head) if isinstance(event, RequestSent)]


async def test_files_go_along_with_what_is_said_and_a_replay_needs_none_of_them(
    shop: Shop, workspace: Workspace
) -> None:
    notes, terms = shop.folder / "notes.txt", shop.folder / "terms.txt"
    notes.write_text("alpha\nbeta\ngamma\n", encoding="utf-8")
    terms.write_text("Within 30 days.", encoding="utf-8")
    session = await shop.session(workspace, shop.folder / "attached.tcsession", stops=NO_STOPS)
    with pytest.raises(EditRefusedError, match="There is no message that is to be sent"):
        session.attach(notes)
    say(session, "two")
    once = session.attach(notes, (2, 3))
    assert once == Passage("notes.txt", "beta\ngamma", "lines 2-3")
    with pytest.raises(StudioError, match="is a folder"):
        session.attach(shop.folder)
    session.attach(terms, always=True)
    assert [passage.source for passage in session.state.messages.value.passages] == ["notes.txt", "terms.txt"]
    await to_the_end(session)
    await session.send("hello", passages=(session.passage_named(f"{notes}:1"),))
    await to_the_end(session)
    bodies = _sent(session)
    held = [tuple(word in body for word in (b"alpha", b"gamma", b"30 days")) for body in bodies]
    assert held == [(False, True, True), (False, False, True), (True, False, True)]
    await workspace.close_session(session)
    for file in (notes, terms):
        file.unlink()
    replay = workspace.replay(session.path)
    assert (await to_the_end(replay)).reason == "finished"
    assert (replay.difference, _sent(replay)) == (None, bodies)
