"""What an MCP server wants of a model: shown, approved, sent, kept and counted; or written by hand, or declined. With a real server."""

import asyncio
import json
from pathlib import Path

import pytest

from studio.engine.edits import EditRefusedError
from studio.present.exchanges import all_exchanges, body_of, event_log, round_exchanges
from studio.present.rows import Rows
from studio.present.story import story
from studio.present.story_values import Spent
from studio.problems import StudioError
from studio.responders.profiles import Profile
from studio.session.policies import Limits
from studio.session.server_view import Answer
from studio.session.setup import ResponderChoice
from studio.tasks import spawn
from studio.workspace.asked_by_servers import SamplingError
from studio.workspace.services import NotReadyError
from studio.workspace.workspace import Workspace
from tests.flow.asked import calls, events, form, running, sampling, told_server, with_server
from tests.flow.chat_server import ChatServer, fails, says
from tests.flow.shop import Shop

pytestmark = pytest.mark.anyio

BLUE = {**says("Blue."), "usage": {"prompt_tokens": 7, "completion_tokens": 2}}


@pytest.mark.promise("E4")
async def test_what_a_server_wants_of_a_model_is_sent_only_when_approved_exactly_as_shown_and_kept_with_its_exchange(
    shop: Shop, workspace: Workspace
) -> None:
    asked = sampling(systemPrompt="Be short.", temperature=0.2, stopSequences=["!"])
    with ChatServer(calls(asked), BLUE, says("It is blue.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            number = (await turn.question()).number
            shown = session.sampling_request(number)
            assert (shown.profile, shown.model_name, shown.max_tokens) == ("here", "shop", 9)
            assert (shown.system, shown.messages[0].text) == ("Be short.", "Name a colour.")
            assert len(chat.requests) == 1
            await session.answer_sampling(number)
            await turn.stop()
        assert json.loads(shown.body) == chat.requests[1]
        assert chat.requests[1] == {
            "model": "shop",
            "messages": [
                {"role": "system", "content": "Be short."},
                {"role": "user", "content": "Name a colour."},
            ],
            "max_tokens": 9,
            "temperature": 0.2,
            "stop": ["!"],
            "stream": False,
        }
        given = json.loads(told_server(chat)[0])
        assert given == {
            "role": "assistant",
            "content": {"type": "text", "text": "Blue."},
            "model": "tiny",
            "stopReason": "endTurn",
        }


async def test_the_exchange_of_a_model_that_a_server_asked_is_kept_and_shown_in_the_round_of_its_call(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(calls(sampling()), BLUE, says("It is blue.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            number = (await turn.question()).number
            shown = session.sampling_request(number)
            await session.answer_sampling(number)
            await turn.stop()
    again = workspace.open(session.path)
    (event,) = events(again)
    assert event.reply is not None
    assert event.exchange is not None
    assert (event.sent, event.reply.text, event.exchange.status) == (shown.body, "Blue.", 200)
    mine = next(one for one in all_exchanges(again.tree) if one.asked is not None)
    assert body_of(again.tree, mine).decode() == shown.body
    log = event_log(again.tree, mine)
    assert log is not None
    assert log.defects == []
    beside = [one.asked is not None for one in round_exchanges(again.tree, event.id, again.head)]
    assert beside == [False, True]


async def test_the_tokens_of_a_model_that_a_server_asked_are_counted_in_and_limited(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(calls(sampling()), BLUE, says("Never sent.")) as chat:
        session = with_server(shop, workspace, chat, limits=Limits(tokens=8))
        async with running(session) as turn:
            await session.answer_sampling((await turn.question()).number)
            stop = await turn.stop()
        assert (stop.reason, len(chat.requests)) == ("limit", 2)
    assert (session.state.input_tokens, session.state.output_tokens) == (7, 2)
    told = story(session.tree, session.head)
    assert (told.sampling, told.tokens) == (Spent(7, 2), Spent(7, 2))
    rows = Rows(session.tree, session.head)
    row = next(row for row in map(rows.row, range(len(rows))) if row.kind == "asked")
    assert (row.tokens_in, row.tokens_out, row.mocked) == (7, 2, False)


async def test_the_person_can_write_the_answer_in_the_models_place_or_decline(shop: Shop, workspace: Workspace) -> None:
    with ChatServer(calls(sampling(), sampling()), says("I see.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            session.write_sampling((await turn.question()).number, "Red, I say.")
            second = (await turn.questions())[0]
            with pytest.raises(EditRefusedError):
                session.answer_question(second.number, Answer(action="accept"))
            session.answer_question(second.number, Answer(action="decline"))
            await turn.stop()
        written, declined = map(json.loads, told_server(chat))
        assert (written["content"]["text"], written["model"]) == ("Red, I say.", "human")
        assert declined["code"] == -1
        assert len(chat.requests) == 2
    assert [(each.action, each.sent, each.exchange) for each in events(session)] == [
        ("accept", "", None),
        ("decline", "", None),
    ]


async def test_another_profile_can_answer_and_one_that_fails_leaves_the_question_open(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(calls(sampling())) as chat, ChatServer(fails(401, "no key"), BLUE) as other:
        workspace.world.lend(Profile(name="other", base_url=other.url, model="small", params={"seed": 1}))
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            number = (await turn.question()).number
            with pytest.raises(NotReadyError, match="no profile named third"):
                session.sampling_request(number, "third")
            with pytest.raises(SamplingError, match="no key"):
                await session.answer_sampling(number, "other")
            assert [each.number for each in session.questions] == [number]
            await session.answer_sampling(number, "other")
            await turn.stop()
        assert [each["model"] for each in other.requests] == ["small", "small"]
        assert (other.requests[1]["seed"], len(chat.requests)) == (1, 2)
    assert [each.action for each in events(session)] == ["accept"]


async def test_a_model_that_is_asked_for_nothing_any_more_is_stopped(shop: Shop, workspace: Workspace) -> None:
    reached = asyncio.Event()

    async def never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        reached.set()
        await reader.read()
        writer.close()

    slow = await asyncio.start_server(never, "127.0.0.1", 0)
    port = slow.sockets[0].getsockname()[1]
    with ChatServer(calls(sampling()), says("Well.")) as chat:
        workspace.world.lend(Profile(name="slow", base_url=f"http://127.0.0.1:{port}/v1", model="slow"))
        session = with_server(shop, workspace, chat)

        async def goes_away(number: int) -> None:
            with pytest.raises(EditRefusedError, match="Nobody asks this any more"):
                await session.answer_sampling(number, "slow")

        async with running(session) as turn:
            number = (await turn.question()).number
            asking = spawn(goes_away(number), name="answer")
            await reached.wait()
            with pytest.raises(EditRefusedError, match="answering this already"):
                await session.answer_sampling(number)
            session.answer_question(number, Answer(action="decline"))
            await asking
            await turn.stop()
    slow.close()
    await slow.wait_closed()
    (event,) = events(session)
    assert (event.action, json.loads(event.sent)["model"]) == ("decline", "slow")


async def test_what_was_approved_is_sent_to_nobody_else_when_the_settings_change_meanwhile(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(calls(sampling())) as chat, ChatServer(BLUE, says("Well.")) as other:
        there = Profile(name="other", base_url=other.url, model="shop")
        workspace.world.lend(there)
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            number = (await turn.question()).number
            shown = session.sampling_request(number)
            session.change_setup(responder=workspace.choice(there))
            assert session.sampling_request(number).body == shown.body
            with pytest.raises(EditRefusedError, match="not what was shown"):
                await session.answer_sampling(number, approved=shown)
            assert (len(chat.requests), other.requests, len(session.questions)) == (1, [], 1)
            await session.answer_sampling(number, approved=session.sampling_request(number))
            await turn.stop()
        assert len(other.requests) == 2


async def test_a_session_without_a_model_says_who_could_answer(
    shop: Shop, workspace: Workspace, tmp_path: Path
) -> None:
    with ChatServer(calls(sampling()), says("Well.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            number = (await turn.question()).number
            session.change_setup(responder=ResponderChoice())
            with pytest.raises(NotReadyError, match="No model is chosen"):
                session.sampling_request(number)
            session.model_mode = "recorded"
            session.change_setup(responder=shop.live(workspace, chat.url))
            with pytest.raises(NotReadyError, match="This replay asks no model"):
                await session.answer_sampling(number)
            session.model_mode = "live"
            session.answer_question(number, Answer(action="decline"))
            await turn.stop()


async def test_only_what_is_for_a_model_is_given_to_one(shop: Shop, workspace: Workspace) -> None:
    with ChatServer(calls(form()), says("Well.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            number = (await turn.question()).number
            for refused in (session.sampling_request, lambda at: session.write_sampling(at, "x")):
                with pytest.raises(StudioError, match="not for a model"):
                    refused(number)
            session.answer_question(number, Answer(action="cancel"))
            await turn.stop()


async def test_a_replay_of_a_sampling_sends_nothing(shop: Shop, workspace: Workspace, tmp_path: Path) -> None:
    with ChatServer(calls(sampling()), BLUE, says("It is blue.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            await session.answer_sampling((await turn.question()).number)
            await turn.stop()
        again = workspace.replay(session.path, into=tmp_path / "again.tcsession")
        async with running(again) as turn:
            await turn.stop()
        assert (again.answer(), events(again), len(chat.requests)) == (("It is blue.",), [], 3)
