"""A session in every wire format over a real socket, and one that goes from format to format and back."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from studio.dialects import roster
from studio.messages.message import user
from studio.messages.parts import Call, Reasoning, Text
from studio.messages.reply import ChatReply, Usage
from studio.responders.profiles import Profile
from studio.session.events import RequestSent, SetupChanged
from studio.session.nodes import NodeId
from studio.session.setup import Setup, Stops
from studio.workspace.opened import OpenedSession
from studio.workspace.profiles import read_profile
from studio.workspace.workspace import Workspace
from tests.flow.dialect_server import DialectServer
from tests.flow.shop import Shop

pytestmark = pytest.mark.anyio

NOTES = (Call("note", '{"text":"a"}', "call_1"), Call("note", '{"text":"b"}', "call_2"))
ASKS = ChatReply((Text("Two notes."), *NOTES), "tool_calls", Usage(10, 5))
DONE = ChatReply((Text("Both are kept."),), "stop", Usage(20, 5))
FINISH = {"anthropic_messages": ("tool_use", "end_turn"), "openai_responses": ("completed", "completed")}
NO_STOPS = Stops(before_call=False)


async def begun(shop: Shop, workspace: Workspace, url: str, dialect: str, **members: object) -> OpenedSession:
    workspace.save_profile(
        read_profile({"name": dialect, "dialect": dialect, "base_url": url, "model": "m", **members})
    )
    session = workspace.new(setup=Setup(responder=workspace.choice(profile(workspace, dialect)), stops=NO_STOPS))
    session.trust(session.fingerprint(shop.tools), for_good=False)
    await session.add_tools(shop.tools)
    return session


def profile(workspace: Workspace, name: str) -> Profile:
    return next(each for each in workspace.profiles if each.name == name)


def finished(reply: ChatReply, dialect: str) -> ChatReply:
    """The reply with the finish reason of the format."""
    asks, done = FINISH.get(dialect, ("tool_calls", "stop"))
    return replace(reply, finish=asks if reply.calls else done)


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("dialect", roster.NAMES)
async def test_a_tool_loop_goes_to_its_end_in_every_format(
    shop: Shop, workspace: Workspace, dialect: str, stream: bool
) -> None:
    with DialectServer(finished(ASKS, dialect), finished(DONE, dialect)) as server:
        session = await begun(shop, workspace, server.url, dialect, stream=stream)
        stop = await session.send("Keep a and b.")
        assert stop.reason == "finished", session.state.failed
        assert [name for name, _, _ in server.requests] == [dialect, dialect]
        assert session.state.open is not None
        assert session.state.open.reply.text == "Both are kept."
        second = roster.make(dialect).read_request(session.tree.body(_requests(session)[-1]))
        assert [message.role for message in second.messages] == ["user", "assistant", "tool"]
        assert [result.text for result in second.messages[2].results] == ["noted a", "noted b"]
        assert [call.name for call in second.messages[1].calls] == ["note", "note"]
        assert (session.state.input_tokens, session.state.output_tokens) == (30, 10)
        await workspace.close_session(session)


def _requests(session: OpenedSession) -> list[NodeId]:
    return [event.id for event in session.tree.events(session.head) if isinstance(event, RequestSent)]


async def test_a_session_goes_on_in_every_other_format_and_says_what_could_not_cross(
    shop: Shop, workspace: Workspace, tmp_path: Path
) -> None:
    thought = ChatReply((Reasoning("Two notes are needed.", "c2lnbmVk"), *NOTES), "tool_use", Usage(10, 5))
    order = ("anthropic_messages", "openai_chat", "openai_responses", "ollama_chat", "anthropic_messages")
    with DialectServer(thought, *(finished(DONE, name) for name in order)) as server:
        session = await begun(shop, workspace, server.url, order[0])
        session.change_setup(params={"max_tokens": 900, "temperature": 0.5})
        assert (await session.send("Keep a and b.")).reason == "finished", session.state.failed
        for name in order[1:]:
            value = {"name": name, "dialect": name, "base_url": server.url, "model": "m"}
            workspace.save_profile(read_profile(value))
            session.use_responder(workspace.choice(profile(workspace, name)), {})
            assert (await session.send(f"And in {name}?")).reason == "finished", session.state.failed
        sent = [session.tree.event(node) for node in _requests(session)]
        codes = [[remark.code for remark in event.remarks] for event in sent if isinstance(event, RequestSent)]
        assert codes == [[], [], ["reasoning_left_out"], [], [], []]
        kept = server.bodies()
        assert "c2lnbmVk" in str(kept[1])
        assert all("c2lnbmVk" not in str(body) for body in kept[2:5])
        assert "c2lnbmVk" in str(kept[5])
        assert [body.get("max_tokens", body.get("max_output_tokens")) for body in kept] == [
            900,
            900,
            900,
            900,
            None,
            900,
        ]
        assert kept[4]["options"] == {"temperature": 0.5, "num_predict": 900}
        for event in sent:
            assert isinstance(event, RequestSent)
            roster.make(session.tree.state(event.id).setup.responder.dialect).read_request(session.tree.body(event.id))
        await workspace.close_session(session)


async def test_a_provider_that_takes_no_tools_is_told_them_as_text_when_the_profile_says_automatic(
    shop: Shop, workspace: Workspace
) -> None:
    refused = (400, {"error": "m does not support tools"})
    printed = '```json\n{"name": "note", "arguments": {"text": "a"}}\n```'
    with DialectServer(refused, ChatReply((Text(printed),), "stop"), DONE) as server:
        session = await begun(shop, workspace, server.url, "ollama_chat", calls="auto")
        assert (await session.send("Keep a.")).reason == "finished", session.state.failed
        native, as_text, answered = server.bodies()
        assert "tools" in native
        assert "tools" not in as_text
        assert "note" in as_text["messages"][0]["content"]
        assert "noted a" in answered["messages"][-1]["content"]
        assert answered["messages"][-2]["content"] == printed
        setups = [event for event in session.tree.events(session.head) if isinstance(event, SetupChanged)]
        assert [remark.code for event in setups if event.automatic for remark in event.remarks] == ["tools_refused"]
        session.add_message(user("And now?"))
        await workspace.close_session(session)
