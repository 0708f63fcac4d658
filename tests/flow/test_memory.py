"""A memory leaves old messages out of requests and nothing out of the session; passages go along as chosen."""

import json
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from studio.cli.memory_options import memory
from studio.dialects import roster
from studio.engine.compose import Composer
from studio.messages.message import user
from studio.messages.passage import Passage
from studio.messages.reply import ProviderError
from studio.messages.tokens import calibrated
from studio.session.events import HistoryEdited, MessageAdded, RequestSent
from studio.session.memory import Memory
from studio.session.nodes import NodeId
from studio.session.state import settled
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.canned import Answers, Canned, Tools, reply
from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import studio
from tests.flow.shop import NO_STOPS, Shop, say, to_the_end

pytestmark = [pytest.mark.anyio, pytest.mark.promise("D5")]


def _sent(session: OpenedSession) -> list[tuple[RequestSent, dict[str, Any]]]:
    tree = session.tree
    return [
        (event, json.loads(tree.body(event.id)))
        for event in tree.events(session.head)
        if isinstance(event, RequestSent)
    ]


def _roles(body: dict[str, Any]) -> str:
    """The roles of a body's messages, a letter each."""
    return "".join(message["role"][0] for message in body["messages"])


async def test_a_memory_leaves_old_messages_out_of_requests_and_nothing_out_of_the_session(
    shop: Shop, workspace: Workspace
) -> None:
    path = shop.folder / "memory.tcsession"
    session = await shop.session(workspace, path, stops=NO_STOPS, system="You help.", memory=Memory("messages", 3))
    for text in ("hello one", "two", "hello three"):
        say(session, text)
        await to_the_end(session)
    told = _sent(session)
    # The call and its two results are one group; they go along whole or not at all.
    assert [_roles(body) for _, body in told] == ["su", "suau", "suatt", "su"]
    assert [event.left_out for event, _ in told] == [(), (), ((0, 2),), ((0, 6),)]
    assert [event.count for event, _ in told] == [1, 3, 3, 1]
    assert [session.left_out_of(event.id) for event, _ in told] == [event.left_out for event, _ in told]
    texts = [message.text for message in settled(session.state) if message.role == "user"]
    assert texts == ["hello one", "two", "hello three"]
    await workspace.close_session(session)
    again = workspace.open(path)
    assert [(event.left_out, body) for event, body in _sent(again)] == [(event.left_out, body) for event, body in told]
    assert list(settled(again.state)) == list(settled(session.state))
    replay = workspace.replay(path)
    assert (await to_the_end(replay)).reason == "finished"
    assert replay.difference is None
    assert [replay.tree.body(event.id) for event, _ in _sent(replay)] == [again.tree.body(e.id) for e, _ in told]
    await workspace.close_session(again)


async def test_a_change_of_memory_counts_from_the_next_request_and_an_edit_under_it_leaves_the_rest(
    shop: Shop, workspace: Workspace
) -> None:
    session = await shop.session(workspace, shop.folder / "edit.tcsession", stops=NO_STOPS)
    for text in ("hello one", "hello again"):
        say(session, text)
        await to_the_end(session)
    say(session, "hello three")
    assert (session.left_out, len(json.loads(session.request_json())["messages"])) == ((), 5)
    session.change_setup(memory=Memory("messages", 3))
    assert session.left_out == ((0, 2),)
    text = session.request_json()
    session.edit_request_json(text)
    assert session.head == NodeId(session.tree.last)
    before, head = list(settled(session.state)), session.head
    session.edit_request_json(text.replace("hello again", "hello anew"))
    event = session.tree.event(session.head)
    assert (session.tree.parent(session.head), event) == (
        head,
        HistoryEdited(event.id, None, event.t, 2, 1, (user("hello anew"),)),
    )
    assert list(settled(session.state)) == [*before[:2], user("hello anew"), *before[3:]]
    assert session.left_out == ((0, 2),)
    session.change_setup(memory=Memory("tokens", 1))
    await to_the_end(session)
    assert _roles(_sent(session)[-1][1]) == "u"
    await workspace.close_session(session)


async def test_passages_go_along_until_the_model_replies_or_always_and_a_retry_carries_them_again() -> None:
    answers = (
        ProviderError("http", "busy", 503),
        reply("", ("add", '{"a":1,"b":2}')),
        reply("Three."),
        reply("Bye."),
    )
    canned = Canned(Answers(*answers), Tools(add=lambda a, b: a + b), stops=NO_STOPS)
    passages = (Passage("rules.md", "PAY WITHIN 30 DAYS", "lines 3-4"), Passage("prices.csv", "CUP,12", always=True))
    canned.journal.append(MessageAdded(message=replace(user("What do I pay?"), passages=passages)))
    await canned.stepper.go("end")
    await canned.stepper.go("end")
    canned.say("Thanks.")
    await canned.stepper.go("end")
    held = [(b"30 DAYS" in body, b"CUP,12" in body) for body in canned.bodies()]
    assert held == [(True, True), (True, True), (False, True), (False, True)]
    events = [event for event in canned.journal.tree.events(canned.journal.head) if isinstance(event, RequestSent)]
    assert [event.passages for event in events] == [2, 2, 1, 1]
    text = json.loads(canned.bodies()[0])["messages"][0]["content"][1]["text"]
    assert text.startswith("Use what follows, from the files rules.md and prices.csv.")
    assert 'source="rules.md" place="lines 3-4"' in text
    assert settled(canned.journal.state)[0].passages == passages
    assert canned.reopened().bodies() == canned.bodies()


@pytest.mark.parametrize("dialect", roster.NAMES)
async def test_a_windowed_request_is_valid_in_every_format(dialect: str) -> None:
    rounds = [reply("", ("add", f'{{"a":{n},"b":1}}'), ("add", f'{{"a":{n},"b":2}}')) for n in range(5)]
    canned = Canned(Answers(reply("Hi."), *rounds, reply("Done.")), Tools(add=lambda a, b: a + b), stops=NO_STOPS)
    for text in ("hello", "add"):
        canned.say(text)
        await canned.stepper.go("end")
    canned.say("and now?")
    tree, composer = canned.journal.tree, Composer(roster.make(dialect))
    for node in tree.path(canned.journal.head):
        state = tree.state(node)
        for most in range(1, 9) if not state.open or all(call.result for call in state.open.calls) else ():
            windowed = replace(state, setup=replace(state.setup, memory=Memory("messages", most)), memo=None)
            composed = composer.compose(windowed)
            body = json.loads(composed.sent.join())
            if len(settled(state)):
                _is_valid(body["input" if dialect == "openai_responses" else "messages"], dialect)


def _is_valid(items: list[dict[str, Any]], dialect: str) -> None:
    """The first item is the user's, and each result answers a call that stands before it."""
    assert items[0]["role"] == "user"
    asked: list[Any] = []
    for item in items:
        blocks = item["content"] if isinstance(item.get("content"), list) else []
        asked += [call.get("id", call["function"]["name"]) for call in item.get("tool_calls", ())]
        asked += [block["id"] for block in blocks if block["type"] == "tool_use"]
        asked += [item["call_id"]] if item.get("type") == "function_call" else []
        answered = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        answered += [item["call_id"]] if item.get("type") == "function_call_output" else []
        if item.get("role") == "tool":
            answered.append(item.get("tool_call_id", item.get("tool_name")))
        for id in answered:
            assert id in asked
            asked.remove(id)


async def test_the_tokens_of_the_next_request_are_told_by_parts_and_fit_what_the_provider_reported(
    shop: Shop, workspace: Workspace
) -> None:
    session = await shop.session(workspace, stops=NO_STOPS, system="You help.", memory=Memory("messages", 1))
    session.add_message(replace(user("What do I pay?"), passages=(Passage("rules.md", "Pay within 30 days. " * 20),)))
    before = session.next_tokens()
    assert before.passages > before.messages > 0
    assert before.tools > before.system > 0
    assert (before.total, before.factor) == (before.system + before.tools + before.messages + before.passages, 1.0)
    await session.run()
    assert session.state.open is not None
    assert session.state.open.reply.usage is not None
    reported = session.state.open.reply.usage.input
    assert reported == before.total, "a scripted model counts as it is counted here"
    session.add_message(user("And then?"))
    now = session.next_tokens()
    assert now.factor == pytest.approx(calibrated(before.total, reported))
    assert now.tools == round(before.tools * now.factor)
    assert (now.passages, session.left_out) == (0, ((0, 2),))
    assert now.messages < before.messages
    await workspace.close_session(session)


def test_the_command_line_carries_only_the_last_messages(tmp_path: Path) -> None:
    tools = tmp_path / "adding.py"
    tools.write_text('def add(a: int, b: int) -> int:\n    """Add."""\n    return a + b\n', encoding="utf-8")
    rounds = [says("", ("add", f'{{"a": {n}, "b": 1}}')) for n in range(3)]
    with ChatServer(*rounds, says("Done.")) as server:
        options = ("--base-url", server.url, "--model", "tiny", "--tools", tools, "--memory", "messages:2")
        made = studio("run", "--prompt", "Add.", *options, "--save", tmp_path / "s.tcsession")
        assert made.code == 0, made.err
        assert [_roles(body) for body in server.requests] == ["u", "uat", "uat", "uat"]
    assert [memory(text) for text in ("all", "tokens:400")] == [Memory(), Memory("tokens", 400)]
    for text in ("some", "messages", "messages:0", "tokens:-1", "all:3"):
        with pytest.raises(ArgumentTypeError, match="wants all, messages:N or tokens:N"):
            memory(text)
