"""A loop that gets nowhere is named where it stands, and the same when the file is read again."""

import json

import pytest

from studio.cli.check import main as check_command
from studio.session.nodes import NodeId
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.shop import NO_STOPS, Shop, say, to_the_end

pytestmark = [pytest.mark.anyio, pytest.mark.promise("F10")]

AGAIN = says("", ("note", '{"text": "a"}'))
FAILS = says("", ("fail", "{}"))


async def played(shop: Shop, workspace: Workspace, server: ChatServer) -> OpenedSession:
    """A session along the server's answers, to its end."""
    session = await shop.session(
        workspace, shop.folder / "loop.tcsession", responder=shop.live(workspace, server.url), stops=NO_STOPS
    )
    say(session, "go")
    await to_the_end(session)
    return session


def seen(session: OpenedSession) -> list[tuple[str, str, int]]:
    return [(found.code, found.severity, found.count) for found in session.loop_findings()]


async def test_the_same_call_again_is_named_with_its_calls_and_rounds(
    shop: Shop, workspace: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    with ChatServer(AGAIN, AGAIN, AGAIN, AGAIN, says("Done.")) as server:
        session = await played(shop, workspace, server)
        assert seen(session) == [("repeated_call", "warning", 4), ("growth", "warning", 3)]
        first = session.loop_findings()[0]
        assert first.round == 4
        assert all(session.tree.kind(NodeId(key[0])) == "reply" for key in first.calls)
        told = session.loop_findings()
        await workspace.close_session(session)
    assert workspace.open(session.path).loop_findings() == told
    assert check_command([str(session.path), "--json"]) == 0
    (branch,) = json.loads(capsys.readouterr().out)["files"][0]["branches"]
    assert [(one["code"], one["round"]) for one in branch["loops"]] == [("repeated_call", 4), ("growth", 4)]


async def test_an_error_met_with_the_same_arguments_is_named_and_a_new_message_begins_anew(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(FAILS, FAILS, says("Sorry."), FAILS, says("Sorry.")) as server:
        session = await played(shop, workspace, server)
        assert seen(session) == [("same_after_error", "hint", 2)]
        say(session, "once more")
        await to_the_end(session)
        assert seen(session) == [("same_after_error", "hint", 2)]


async def test_it_is_seen_as_soon_as_the_call_is_asked_and_gone_again_when_one_goes_back(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(AGAIN, AGAIN, says("Done.")) as server:
        session = await shop.session(workspace, responder=shop.live(workspace, server.url), stops=NO_STOPS)
        say(session, "go")
        await session.step_round()
        assert seen(session) == []
        before = session.head
        await session.step()
        assert seen(session) == [("repeated_call", "hint", 2)]
        session.rewind(before)
        assert seen(session) == []
