"""One request asked natively, as text and in JSON mode: three branches, side by side, and the head where it was."""

import json

import pytest

from studio.engine.edits import EditRefusedError
from studio.messages.message import user
from studio.messages.toolspec import ToolSpec
from studio.session.nodes import NodeId
from studio.session.setup import ResponderChoice, Setup, Stops
from studio.workspace.opened import OpenedSession
from studio.workspace.profiles import read_profile
from studio.workspace.send_as import Told, send_as, ways
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, fails, says

pytestmark = pytest.mark.anyio
WEATHER = ToolSpec("get_weather", "The weather.", {"type": "object", "properties": {"city": {"type": "string"}}})


def opened(workspace: Workspace, url: str, model: str = "tiny") -> OpenedSession:
    profile = read_profile({"name": "near", "base_url": url, "model": model})
    workspace.save_profile(profile)
    session = workspace.new(setup=Setup(responder=workspace.choice(profile), tools=(WEATHER,)))
    session.add_message(user("Weather in Oslo?"))
    return session


def stands(session: OpenedSession) -> tuple[str, NodeId | None]:
    """What would be sent, and on which branch."""
    return session.request_json(), session.branch.start if session.branch is not None else None


async def test_the_session_goes_on_as_if_nothing_was_asked(workspace: Workspace) -> None:
    with ChatServer(*[says("Hello.")] * 4) as server:
        session = opened(workspace, server.url)
        (main,) = session.branches
        await send_as(session, ways(session.state.setup))
        await session.step()
        assert session.branch is not None
        assert session.branch.start == main.start
        assert [branch.name for branch in session.branches if branch.start != main.start] == ["native", "text", "json"]
        await workspace.close_session(session)


async def test_each_way_is_a_branch_with_its_own_reply(workspace: Workspace) -> None:
    printed = 'Action: get_weather\nAction Input: {"city": "Oslo"}\n'
    in_json = '{"name": "get_weather", "arguments": {"city": "Oslo"}}'
    with ChatServer(says("", ("get_weather", '{"city": "Oslo"}')), says(printed), says(in_json)) as server:
        session = opened(workspace, server.url)
        place, heard = stands(session), list[Told]()
        told = await send_as(session, ways(session.state.setup), heard.append)
        assert stands(session) == place
        assert list(told) == heard
        calls = [
            [(call.name, json.loads(call.arguments), call.form) for call in one.reply.calls]
            for one in told
            if one.reply
        ]
        assert calls == [[("get_weather", {"city": "Oslo"}, form)] for form in ("function", "text", "text")]
        native, text, in_json_mode = server.requests
        assert "tools" in native
        assert "tools" not in text
        assert in_json_mode["response_format"] == {"type": "json_object"}
        assert "get_weather" in text["messages"][0]["content"]
        await workspace.close_session(session)


async def test_one_way_that_fails_does_not_keep_the_others_from_being_asked(workspace: Workspace) -> None:
    with ChatServer(fails(400, "tiny does not support tools"), says("Hello."), says("{}")) as server:
        session = opened(workspace, server.url)
        told = await send_as(session, ways(session.state.setup))
        assert [one.error is not None for one in told] == [True, False, False]
        assert len(server.requests) == 3
        await workspace.close_session(session)


async def test_what_a_dialect_cannot_say_is_said_and_not_sent(workspace: Workspace) -> None:
    choice = ResponderChoice("live", dialect="anthropic_messages", model_name="claude-x")
    _, text, in_json = ways(Setup(responder=choice, tools=(WEATHER,)), form="hermes")
    assert (text.form, text.refused) == ("hermes", "")
    assert in_json.refused


async def test_nothing_is_asked_where_no_request_is_due(workspace: Workspace) -> None:
    session = workspace.new(setup=Setup(responder=ResponderChoice("live", model_name="m")))
    with pytest.raises(EditRefusedError):
        await send_as(session, ways(session.state.setup))
    await workspace.close_session(session)


async def at_a_second_request(workspace: Workspace, url: str) -> OpenedSession:
    """A session that has a reply with a call and its result, and has made all its round trips."""
    session = opened(workspace, url)
    session.change_setup(max_round_trips=1, stops=Stops(before_call=False))
    await session.step()
    assert session.state.open is not None
    session.mock(session.state.open.calls[0].key, "sunny")
    return session


async def test_a_limit_of_round_trips_does_not_stand_between_the_person_and_one_request(workspace: Workspace) -> None:
    first = says("Before.", ("get_weather", '{"city": "Oslo"}'))
    with ChatServer(first, says("One."), says("Two."), says("{}")) as server:
        session = await at_a_second_request(workspace, server.url)
        told = await send_as(session, ways(session.state.setup))
        assert [one.reply.text for one in told if one.reply] == ["One.", "Two.", "{}"]
        assert (await session.run()).reason == "limit"
        await workspace.close_session(session)


async def test_where_nobody_answers_the_reply_before_is_not_told_as_the_answer(workspace: Workspace) -> None:
    with ChatServer(says("Before.", ("get_weather", '{"city": "Oslo"}'))) as server:
        session = await at_a_second_request(workspace, server.url)
        workspace.remove_profile("near")
        place = stands(session)
        told = await send_as(session, ways(session.state.setup))
        assert {(one.node, one.reply, one.sentence) for one in told} == {
            (None, None, "No model is chosen. Choose a model profile, or make one.")
        }
        assert (stands(session), len(server.requests)) == (place, 1)
        await workspace.close_session(session)
