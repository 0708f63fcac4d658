"""What a person writes about a session stands in its file, in what show prints and in what is written out; no model reads it."""

import json

import pytest

from studio.cli.show import main as show_command
from studio.present.labels import english
from studio.present.story import story
from studio.present.story_markdown import story_markdown
from studio.problems import StudioError
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.shop import NO_STOPS, Shop, say

pytestmark = [pytest.mark.anyio, pytest.mark.promise("H2")]


async def test_notes_are_kept_and_shown_and_not_sent(
    shop: Shop, workspace: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    with ChatServer(says("Done.")) as server:
        session = await shop.session(workspace, responder=shop.live(workspace, server.url), stops=NO_STOPS)
        head = session.head
        session.set_notes("  Look at round 3.\nAsk Ann.  ")
        assert session.head == head, "it is no step"
        say(session, "two")
        await session.run()
        assert "Ann" not in json.dumps(server.requests)
        markdown = story_markdown(story(session.tree, session.head), english, "t", session.notes_text)
        assert markdown.startswith("# t\n\n> Look at round 3.\n> Ask Ann.\n")
        path = session.path
        await workspace.close_session(session)
    again = workspace.open(path)
    assert again.notes_text == "Look at round 3.\nAsk Ann."
    show_command([str(path)])
    assert "Ask Ann." in capsys.readouterr().out
    show_command([str(path), "--json"])
    assert json.loads(capsys.readouterr().out)["notes"] == "Look at round 3.\nAsk Ann."
    again.set_notes("")
    assert again.notes_text == ""
    await workspace.close_session(again)
    assert workspace.open(path).notes_text == ""


async def test_a_session_that_is_only_read_takes_none(shop: Shop, workspace: Workspace) -> None:
    session = await shop.session(workspace)
    say(session, "two")
    looked = workspace.look(session.path)
    with pytest.raises(StudioError):
        looked.set_notes("x")
