"""npm's server-everything over stdio and over streamable HTTP: all its tools in a loop, what it asks answered, what it offers read."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from studio.cli import call
from studio.session.events import ResultRecorded, ServerAsked
from studio.session.mcp_servers import McpServer, StreamableHttp, Way
from studio.session.server_view import Answer
from studio.session.setup import Setup
from studio.workspace.changes import Change, ToolProgress
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow import everything
from tests.flow.asked import running
from tests.flow.chat_server import ChatServer, says
from tests.flow.shop import NO_STOPS, Shop, say
from tests.not_proven import NOT_PROVEN

pytestmark = [
    pytest.mark.skipif(bool(everything.why_not()), reason=NOT_PROVEN + everything.why_not()),
]

ADDRESS = "https://login.example.com/start"
ALL: dict[str, dict[str, Any]] = {
    "echo": {"message": "hello"},
    "get-sum": {"a": 2, "b": 3.5},
    "get-env": {},
    "get-tiny-image": {},
    "get-annotated-message": {"messageType": "error", "includeImage": True},
    "get-resource-links": {"count": 2},
    "get-resource-reference": {"resourceType": "Blob", "resourceId": 1},
    "get-structured-content": {"location": "Chicago"},
    "gzip-file-as-resource": {"name": "a.gz", "data": "data:text/plain,hello", "outputType": "resource"},
    "toggle-simulated-logging": {},
    "toggle-subscriber-updates": {},
    "trigger-long-running-operation": {"duration": 0.2, "steps": 2},
    "trigger-elicitation-request": {},
    "trigger-url-elicitation": {"url": ADDRESS, "message": "Sign in."},
    "trigger-sampling-request": {"prompt": "Name a colour.", "maxTokens": 9},
    "simulate-research-query": {"topic": "sleep"},
}
FORM = {"name": "Ann", "check": True, "email": "ann@example.com", "integer": 7, "untitledSingleSelectEnum": "Ross"}
FORM |= {"untitledMultipleSelectEnum": ["Piano"], "titledSingleSelectEnum": "hero-2"}
FORM |= {"titledMultipleSelectEnum": ["fish-1", "fish-3"], "legacyTitledEnum": "pet-1"}


@pytest.fixture(scope="module")
def over_http() -> Iterator[StreamableHttp]:
    """One process for all tests."""
    with everything.by_http() as way:
        yield way


@pytest.fixture(params=["stdio", "http"])
def way(request: pytest.FixtureRequest, over_http: StreamableHttp) -> Way:
    """Both ways to it."""
    return everything.by_stdio() if request.param == "stdio" else over_http


def with_everything(shop: Shop, workspace: Workspace, model: ChatServer, way: Way) -> OpenedSession:
    setup = Setup(responder=shop.live(workspace, model.url), stops=NO_STOPS)
    session = workspace.new("Everything", setup=setup, path=shop.folder / "everything.tcsession")
    session.put_server(McpServer("everything", way))
    session.trust_server("everything", for_good=False)
    return session


@pytest.mark.anyio
@pytest.mark.promise("E2")
@pytest.mark.promise("E3")
@pytest.mark.promise("E4")
async def test_all_its_tools_run_in_a_loop_and_what_it_asks_is_answered(
    shop: Shop, workspace: Workspace, way: Way
) -> None:
    calls = says("", *((name, json.dumps(arguments)) for name, arguments in ALL.items()))
    with ChatServer(calls, says("Blue."), says("That was all.")) as model:
        session = with_everything(shop, workspace, model, way)
        progress = progress_of(session)
        await session.start_server("everything")
        await session.refresh_server("everything")
        assert {tool.name for tool in session.state.setup.tools} == set(ALL)
        say(session, "Try everything.")
        async with running(session) as turn:
            await answer_all(session, turn)
            assert (await turn.stop()).reason == "finished"
            assert session.servers[0].phase == "ready"
        first, asked, last = model.requests
        assert [tool["function"]["name"] for tool in first["tools"]] == [
            tool.name for tool in session.state.setup.tools
        ]
        assert ("Name a colour." in json.dumps(asked["messages"]), asked["max_tokens"]) == (True, 9)
        told = {
            message["tool_call_id"]: message["content"] for message in last["messages"] if message["role"] == "tool"
        }
    check_results(session)
    assert len(told) == len(ALL)
    assert [event.action for event in session.tree.events(session.head) if isinstance(event, ServerAsked)] == [
        "accept"
    ] * 3
    assert len(progress) >= 2


async def answer_all(session: OpenedSession, turn: Any) -> None:
    """The form, the address and the model's answer, in the order of their calls."""
    form = await turn.question()
    assert (form.what, "name" in form.schema["properties"]) == ("form", True)
    session.answer_question(form.number, Answer(action="accept", content=FORM))
    url = await turn.question()
    assert (url.what, url.url, url.message) == ("url", ADDRESS, "Sign in.")
    session.answer_question(url.number, Answer(action="accept"))
    sampling = await turn.question()
    assert sampling.what == "sampling"
    assert "You are a helpful test server." in session.sampling_request(sampling.number).body
    await session.answer_sampling(sampling.number)


def check_results(session: OpenedSession) -> None:
    """What the model reads, and every part beside it."""
    found = results(session)
    texts = {name: result.text for name, result in found.items()}
    assert (texts["echo"], texts["get-sum"]) == ("Echo: hello", "The sum of 2 and 3.5 is 5.5.")
    assert len(found["get-tiny-image"].media) == 1
    assert found["get-annotated-message"].parts[0]["annotations"]["priority"] == 1
    links = [part for part in found["get-resource-links"].parts if part["type"] == "resource_link"]
    assert len(links) == 2
    blob = next(part for part in found["get-resource-reference"].parts if part["type"] == "resource")
    assert "blob" in blob["resource"]
    assert (
        found["get-structured-content"].structured["temperature"]
        == json.loads(texts["get-structured-content"])["temperature"]
    )
    assert found["gzip-file-as-resource"].parts[0]["resource"]["mimeType"] == "application/gzip"
    assert '"name": "Ann"' in texts["trigger-elicitation-request"]
    assert "Blue." in texts["trigger-sampling-request"]
    failed = {name: result.text for name, result in found.items() if result.is_error}
    assert failed.keys() == {"simulate-research-query"}, "it can only run as a task, and says so"
    assert "task" in failed["simulate-research-query"]


def results(session: OpenedSession) -> dict[str, ResultRecorded]:
    """The results by the name of their tool."""
    events = session.tree.events(session.head)
    made = [event for event in events if isinstance(event, ResultRecorded)]
    return dict(zip(ALL, made, strict=True))


def progress_of(session: OpenedSession) -> list[ToolProgress]:
    """All progress from now on."""
    heard: list[ToolProgress] = []

    def take(change: Change) -> None:
        if isinstance(change, ToolProgress):
            heard.append(change)

    session.subscribe(take)
    return heard


@pytest.mark.anyio
@pytest.mark.promise("E4")
async def test_its_resources_and_prompts_are_listed_and_read(
    shop: Shop, workspace: Workspace, over_http: StreamableHttp
) -> None:
    with ChatServer() as model:
        session = with_everything(shop, workspace, model, over_http)
        await session.start_server("everything")
        resources = await session.server_resources("everything")
        assert any(resource.template for resource in resources)
        (read,) = await session.read_resource("everything", "demo://resource/dynamic/text/1")
        assert "Resource 1" in (read.text or "")
        prompts = {prompt.name: prompt for prompt in await session.server_prompts("everything")}
        assert [each.required for each in prompts["args-prompt"].arguments] == [True, False]
        given = await session.get_prompt("everything", "args-prompt", {"city": "Oslo", "state": ""})
        session.insert_prompt(given)
        assert "What's weather in Oslo?" in json.dumps([message.text for message in session.state.messages])
        await workspace.close_session(session)


@pytest.mark.promise("E7")
def test_the_command_line_calls_it_over_http(over_http: StreamableHttp, capsys: pytest.CaptureFixture[str]) -> None:
    assert call.main(["--mcp-url", over_http.url, "get-sum", '{"a": "2", "b": 3}']) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == ("The sum of 2 and 3 is 5.\n", 'a: "2" → 2\n')
    assert call.main(["--mcp-url", over_http.url, "trigger-elicitation-request", "--answer", json.dumps(FORM)]) == 0
    assert '"name": "Ann"' in capsys.readouterr().out
