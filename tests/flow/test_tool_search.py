"""The model finds more tools by a search, by words or by vectors; what was found is offered from then on and after a reopening."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from studio.engine.edits import EditRefusedError
from studio.problems import StudioError
from studio.responders.profiles import Profile
from studio.session.setup import ResponderChoice
from studio.session.toolbox import Added, ByHand, ToolGroup, ToolSearch
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import Answer, ChatServer, says
from tests.flow.command_line import studio
from tests.flow.embeddings_server import EmbeddingsServer
from tests.flow.shop import open_keys, say, to_the_end
from tests.flow.tools_agent import agent, calls, results

pytestmark = [pytest.mark.anyio, pytest.mark.promise("D2")]

SOURCE = '''
from toolcall import tool


def refund_order(order: int) -> str:
    """Pay an order back."""
    return f"Order {order} was paid back."


def cancel_order(order: int) -> str:
    """Stop an order before it is sent."""
    return "cancelled"


def weather(city: str) -> str:
    """The weather of tomorrow."""
    return "rain"


def order_secret() -> str:
    """What nobody may read of an order."""
    return "secret"


@tool(always_visible=True)
def ask_customer(text: str) -> str:
    """Ask the customer of an order."""
    return "yes"
'''
CLOSED = ToolGroup("closed", ("*_secret",), ByHand())
SEARCH = ToolSearch(on=True)


def offered(server: ChatServer) -> list[list[str]]:
    """The names of the tools of each request."""
    return [[tool["function"]["name"] for tool in request["tools"]] for request in server.requests]


def found(session: OpenedSession) -> list[tuple[str, ...]]:
    """The tools that each result brought."""
    return [each.adds.tools if each.adds is not None else () for each in results(session)]


async def test_the_model_searches_and_calls_what_it_found_and_a_reopened_session_still_has_it(tmp_path: Path) -> None:
    said = (
        calls("search_tools", query="pay back an ordr"),
        calls("refund_order", order=7),
        says("Done."),
        says("More."),
    )
    async with agent(tmp_path, SOURCE, *said, search=SEARCH, groups=(CLOSED,)) as (session, server):
        await to_the_end(session)
        first, second, _ = offered(server)
        assert first == ["search_tools", "ask_customer"]
        assert second == ["search_tools", "refund_order", "cancel_order", "ask_customer"]
        assert found(session) == [("refund_order", "cancel_order"), ()]
        searched, ran = (each.text for each in results(session))
        assert "- refund_order: Pay an order back.\n- cancel_order:" in searched
        assert ran == "Order 7 was paid back."
        workspace = Workspace(tmp_path / "data2", tmp_path / "config", {})
        path = session.path
        await session.close()
        workspace.world.lend(Profile(name="here", base_url=server.url, model="mine"))
        reopened = workspace.open(path)
        say(reopened, "Once more.")
        await to_the_end(reopened)
        await workspace.close()
        assert offered(server)[-1] == second
    assert studio("replay", path, "--check").code == 0


async def test_a_search_says_what_is_there_already_what_is_not_there_and_what_is_asked_wrongly(tmp_path: Path) -> None:
    wrong = says("", *(("search_tools", text) for text in ('{"query": " "}', '{"query": ["a"]}', '{"words": "a"}')))
    asked = [
        calls("search_tools", query=query) for query in ("weather", "Weather!", "customer", "secret", "qu" * 9_000)
    ]
    async with agent(tmp_path, SOURCE, *asked, wrong, says("Done."), search=SEARCH, groups=(CLOSED,)) as (
        session,
        server,
    ):
        await to_the_end(session)
        told = [each.text for each in results(session)]
        assert [each.is_error for each in results(session)] == [False] * 5 + [True] * 3
        assert told[0].startswith("Found 1 tool")
        assert told[1] == "No other tool fits “Weather!”. You have these already: weather."
        assert told[2] == "No other tool fits “customer”. You have these already: ask_customer."
        assert told[3].startswith("No tool fits “secret” among 2 more tools. Try other words")
        assert told[4].startswith(f"No tool fits “{'qu' * 500}” among 2 more tools.")
        assert "query is empty" in told[5]
        assert "query" in told[6]
        assert "words" in told[7]
        assert "order_secret" not in {name for names in offered(server) for name in names}


async def test_the_person_answers_a_search_by_hand_and_tries_one_without_effect(tmp_path: Path) -> None:
    search = ToolSearch(on=True, ranking="bm25", name="find_more", most=1)
    said = (calls("find_more", query="anything"), says("Done."))
    async with agent(tmp_path, SOURCE, *said, window=True, search=search, groups=(CLOSED,)) as (session, server):
        await session.step()
        before = session.head
        (best,) = await session.search_tools("stopp before sending")
        assert (best.name, best.words, session.head) == ("cancel_order", ("stop", "before"), before)
        assert len(await session.search_tools("order", ToolSearch(most=9))) == 2
        (key,) = open_keys(session)
        with pytest.raises(EditRefusedError, match="cannot find order_secret"):
            session.find_for(key, ["weather", "order_secret"])
        session.find_for(key, ["weather", "weather"])
        (given,) = results(session)
        assert (given.source, given.adds) == ("mock", Added(("weather",), query="anything"))
        await to_the_end(session)
        assert offered(server)[-1] == ["find_more", "weather", "ask_customer"]


@asynccontextmanager
async def by_vectors(folder: Path, url: str, *answers: Answer) -> AsyncIterator[tuple[OpenedSession, ChatServer]]:
    """An agent that searches by the vectors of the endpoint at `url`."""
    search = ToolSearch(
        on=True, ranking="vectors", most=1, embeddings=ResponderChoice(profile="near", model_name="tiny")
    )
    async with agent(folder, SOURCE, *answers, search=search, groups=(CLOSED,)) as (session, server):
        session._wired.world.lend(Profile(name="near", base_url=url, key_env="NEAR_KEY"))
        yield session, server


async def test_vectors_of_the_tools_are_asked_for_once_and_that_of_the_query_each_time(tmp_path: Path) -> None:
    said = (calls("search_tools", query="money"), calls("search_tools", query="money"), says("Done."))
    with EmbeddingsServer({"Pay": [1.0, 0.0], "money": [3.0, 0.3], "Stop": [0.0, 1.0], "weather": [-2.0, 0.1]}) as near:
        async with by_vectors(tmp_path, near.url, *said) as (session, _):
            await to_the_end(session)
            gone = ToolSearch(True, "vectors", embeddings=ResponderChoice(profile="gone", model_name="tiny"))
            with pytest.raises(StudioError, match="The profile gone, which gives the vectors, is not there"):
                await session.search_tools("money", gone)
        texts, *queries = near.inputs
        assert texts == [
            "refund_order: Pay an order back.",
            "cancel_order: Stop an order before it is sent.",
            "weather: The weather of tomorrow.",
        ]
        assert queries == [["money"], ["money"]]
        assert near.models == {"tiny"}
    assert found(session) == [("refund_order",), ("cancel_order",)]


async def test_an_endpoint_that_is_down_is_an_error_that_the_model_reads(tmp_path: Path) -> None:
    said = (calls("search_tools", query="money"), calls("search_tools", query="money"), says("Done."))
    with EmbeddingsServer({}) as near:
        async with by_vectors(tmp_path, near.url, *said) as (session, server):
            await session.step()
            await session.step()
            near.stop()
            await to_the_end(session)
    refused, gone = results(session)
    assert (refused.is_error, gone.is_error) == (True, True)
    assert "answered 500: no vector for that" in refused.text
    assert gone.text.startswith("The tool search failed: ")
    assert server.requests[-1]["messages"][-1]["content"] == gone.text


def test_the_command_line_lets_the_model_search_and_tries_a_search(tmp_path: Path) -> None:
    tools = tmp_path / "my_tools.py"
    tools.write_text(SOURCE, encoding="utf-8")
    run = ("run", "--prompt", "Go.", "--model", "tiny", "--tools", tools, "--save", tmp_path / "run.tcsession")
    with ChatServer(calls("search_tools", query="wether"), says("Done.")) as server:
        assert studio(*run, "--base-url", server.url, "--search", "--search-most", "1").code == 0
        assert offered(server) == [["search_tools", "ask_customer"], ["search_tools", "weather", "ask_customer"]]
        ran = studio(*run, "--base-url", server.url, "--search", "vectors")
    assert (ran.code, ran.err.splitlines()[0]) == (
        2,
        "The name of the model that makes vectors is missing. Add --embeddings-model NAME.",
    )
    tried = studio("tools", tools, "--search", "pay an ordr back", "--json")
    (document,) = tried.documents
    assert [(each["name"], each["score"]) for each in document["words"]] == [
        ("refund_order", 5),
        ("cancel_order", 3),
        ("order_secret", 3),
    ]
    assert document["bm25"][0]["name"] == "refund_order"
    assert "5.00  refund_order  (pay, order, back)" in studio("tools", tools, "--search", "pay an ordr back").out
