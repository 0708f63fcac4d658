"""Calls of a real server's tools in a real session: what they give, their progress, how they are stopped; and calls by hand of any tool."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from studio.engine.edits import EditRefusedError
from studio.messages.parts import Image
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.events import ResultRecorded
from studio.session.executors import CommandLine
from studio.session.mcp_servers import KeptCall, McpServer, Stdio
from studio.session.server_view import Answer
from studio.session.setup import Setup
from studio.session.state import settled
from studio.tasks import spawn
from studio.workspace.changes import ToolProgress
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.mcp_fake import say, told_model, tools
from tests.flow.shop import NO_STOPS, Shop
from tests.flow.tools_process import until

pytestmark = pytest.mark.anyio

FRIENDLY = str(Path(__file__).parent / "mcp_servers" / "friendly.py")
NAMES = (
    "echo", "steps", "fails", "refuses", "must_visit", "structured", "unfit", "everything", "hang", "grow", "ask_form",
    "grown_1",
)  # fmt: skip


@asynccontextmanager
async def served(workspace: Workspace, folder: Path, *options: str) -> AsyncIterator[OpenedSession]:
    """A session with the friendly server, trusted, and a model that calls what it is told; closed at the end."""
    setup = Setup(responder=told_model(folder, *NAMES), stops=NO_STOPS)
    session = workspace.new("Calls", setup=setup, path=folder / "calls.tcsession")
    session.put_server(McpServer("friendly", Stdio(sys.executable, (FRIENDLY, *options))))
    session.trust_server("friendly", for_good=False)
    try:
        yield session
    finally:
        await workspace.close_session(session)


async def called(session: OpenedSession, name: str) -> ResultRecorded:
    """The result of the one call of a turn; a sensitive one is approved."""
    say(session, f"call {name}!")
    await session.run()
    while session.state.open is not None and (
        asks := [each for each in session.state.open.calls if each.status == "open"]
    ):
        await session.approve(asks[0].key)
        await session.run()
    return results(session)[-1]


def results(session: OpenedSession) -> list[ResultRecorded]:
    """All results, in order."""
    return [each for each in session.tree.events(session.head) if isinstance(each, ResultRecorded)]


@pytest.mark.promise("E2")
@pytest.mark.promise("E3")
@pytest.mark.parametrize("options", [(), ("--old",)], ids=["newer protocol", "older protocol"])
async def test_calls_give_every_part_fail_in_words_show_progress_are_stopped_and_find_tools_that_came_meanwhile(
    options: tuple[str, ...], workspace: Workspace, tmp_path: Path
) -> None:
    async with served(workspace, tmp_path, *options) as session:
        await _progress_is_shown(session)
        await _every_way_to_fail_is_a_result(session)
        await _every_part_is_kept(session)
        await _a_call_is_stopped_by_its_time_and_by_the_person(session)
        await _a_tool_that_came_meanwhile_is_offered(session)


async def _progress_is_shown(session: OpenedSession) -> None:
    told: list[ToolProgress] = []
    end = session.subscribe(lambda change: told.append(change) if isinstance(change, ToolProgress) else None)
    assert (await called(session, "echo")).text == '{"text": "hi"}'
    assert (await called(session, "steps")).text == "all steps done"
    assert [(each.fraction, each.text) for each in told] == [(0.25, "step 1"), (0.5, "step 2"), (1.0, "step 4")]
    end()


async def _every_way_to_fail_is_a_result(session: OpenedSession) -> None:
    failed = await called(session, "fails")
    assert (failed.status, failed.is_error) == ("error", True)
    assert (failed.text, failed.structured) == ("the vault is locked", {"code": 7})
    assert (await called(session, "refuses")).text == "MCP error -32050: not today"
    assert "https://login.example/start (Sign in)" in (await called(session, "must_visit")).text
    unfit = await called(session, "unfit")
    assert (unfit.status, json.loads(unfit.text)) == ("ok", {"celsius": "warm"})
    assert "celsius: must be a number" in unfit.detail


async def _every_part_is_kept(session: OpenedSession) -> None:
    structured = await called(session, "structured")
    assert (json.loads(structured.text), structured.structured) == ({"celsius": 21.5}, {"celsius": 21.5})
    every = await called(session, "everything")
    kinds = ["text", "image", "audio", "resource", "resource", "resource_link"]
    assert [each["type"] for each in every.parts] == kinds
    assert every.parts[1] == {"type": "image", "media": 0}
    (picture,) = every.media
    assert "[Resource note://1]\na note" in every.text
    in_the_result_and_in_the_request = session.path.read_bytes().count(picture.url.partition(",")[2].encode())
    assert in_the_result_and_in_the_request == 2


async def _a_call_is_stopped_by_its_time_and_by_the_person(session: OpenedSession) -> None:
    session.change_setup(call_seconds=0.2)
    late = await called(session, "hang")
    assert (late.status, late.is_error) == ("timeout", True)
    assert "no result within 0.2 seconds" in late.text
    session.change_setup(call_seconds=60.0)
    begun = asyncio.Event()
    end = session.subscribe(lambda change: begun.set() if isinstance(change, ToolProgress) else None)
    say(session, "call hang!")
    running = spawn(session.run(), name="run")
    await asyncio.wait_for(begun.wait(), 30)
    await session.cancel()
    end()
    assert (await running).reason == "pause"
    stopped = results(session)[-1]
    assert (stopped.status, stopped.is_error) == ("cancelled", True)
    assert "was cancelled by the user" in stopped.text
    messages = session.server_messages("friendly")
    assert len([each for each in messages if each.sent and each.method == "notifications/cancelled"]) == 2
    await until(lambda: "hang was cancelled" in _stderr(session))
    assert (await session.run()).reason == "finished"


async def _a_tool_that_came_meanwhile_is_offered(session: OpenedSession) -> None:
    grown = await called(session, "grow")
    assert (grown.text, tools(session)[-1]) == ("grown", "grown_1")
    assert [tool.name for tool in session.state.setup.tools if tool.sensitive] == ["grow"]
    assert (await called(session, "grown_1")).text == "grown_1 is there"
    assert session.server_tools("friendly")[0].title == "Says it again"


def _stderr(session: OpenedSession) -> str:
    return "".join(each.text for each in session.server_messages("friendly") if each.kind == "stderr")


# ---- by hand


@pytest.fixture
def commands() -> tuple[ToolSpec, CommandLine]:
    """A tool that is a command."""
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    return (
        ToolSpec("count", "Counts.", schema),
        CommandLine((sys.executable, "-c", "import sys; print(sys.argv)", "{n}")),
    )


@pytest.mark.promise("E3")
async def test_any_tool_is_called_by_hand_checked_as_a_models_call_is_and_its_result_put_into_the_session(
    shop: Shop, workspace: Workspace, commands: tuple[ToolSpec, CommandLine]
) -> None:
    session = await shop.session(workspace, stops=NO_STOPS)
    session.declare(*commands)
    session.trust_executor("count", for_good=False)
    session.put_server(McpServer("friendly", Stdio(sys.executable, (FRIENDLY,))))
    session.trust_server("friendly", for_good=False)
    await session.start_server("friendly")
    before = session.head

    assert (await session.call_by_hand("note", '{"text": "x"}')).outcome.text == "noted x"
    assert (await session.call_by_hand("wipe", "")).outcome.text == "wiped"
    counted = await session.call_by_hand("count", '{"n": "27"}')
    assert ("'27'" in counted.outcome.text, counted.arguments) == (True, '{"n": 27}')
    told: list[str] = []
    steps = await session.call_by_hand("steps", "  ", lambda _, text: told.append(text))
    assert (steps.arguments, steps.outcome.text, told) == ("{}", "all steps done", ["step 1", "step 2", "step 4"])
    every = await session.call_by_hand("everything", "{}")
    assert len(every.outcome.parts) == 6
    assert session.head == before
    assert [each.tool for each in session.made_calls] == ["everything", "steps", "count", "wipe", "note"]

    runs = (shop.folder / "runs.log").read_text()
    for wrong in ('{"text": "x"', '{"text": 5, "more": 1}', "[]", '"text"', "{}"):
        assert any(each.severity == "error" for each in session.check_by_hand("note", wrong))
        with pytest.raises(EditRefusedError, match="was not called"):
            await session.call_by_hand("note", wrong)
    assert (shop.folder / "runs.log").read_text() == runs
    assert len(session.made_calls) == 5

    session.put_result(every)
    message = settled(session.state).value
    assert message.text.startswith("I called everything with {}. It gave:\nlook:")
    assert isinstance(message.parts[1], Image)
    await workspace.close_session(session)


async def test_a_result_made_by_hand_answers_an_open_call(session: OpenedSession) -> None:
    assert session.state.open is not None
    first, second = session.state.open.calls
    made = await session.call_by_hand("note", '{"text": "by hand"}')
    session.put_result(made, first.key)
    recorded = results(session)[-1]
    assert (recorded.call, recorded.source, recorded.text, recorded.status) == (
        first.key,
        "by_hand",
        "noted by hand",
        "ok",
    )
    with pytest.raises(EditRefusedError, match="has its result already"):
        session.put_result(made, first.key)
    with pytest.raises(EditRefusedError, match="no result yet"):
        session.put_result(made)
    session.put_result(replace(made, outcome=replace(made.outcome, status="error")), second.key)
    assert results(session)[-1].is_error


async def test_a_call_is_kept_in_the_session_and_made_again(session: OpenedSession, workspace: Workspace) -> None:
    workspace.world.redactor.register("s3cr3t-key")
    session.keep_call(KeptCall("hello", "note", '{"text": "s3cr3t-key"}'))
    session.keep_call(KeptCall("other", "note", "{}"))
    session.keep_call(KeptCall("hello", "note", '{"text": "again"}'))
    assert [(each.name, each.arguments) for each in session.state.setup.kept_calls] == [
        ("hello", '{"text": "again"}'), ("other", "{}"),
    ]  # fmt: skip
    assert b"s3cr3t-key" not in session.path.read_bytes()
    kept = session.state.setup.kept_calls[0]
    assert (await session.call_by_hand(kept.tool, kept.arguments)).outcome.text == "noted again"
    session.drop_kept_call("other")
    assert [each.name for each in session.state.setup.kept_calls] == ["hello"]
    with pytest.raises(EditRefusedError, match="needs a name"):
        session.keep_call(KeptCall(" ", "note"))


async def test_an_agent_and_an_unknown_tool_are_refused_by_hand(session: OpenedSession) -> None:
    session.declare(ToolSpec("helper"), Agent())
    for name, words in (("helper", "is an agent"), ("nobody", "There is no tool")):
        with pytest.raises(EditRefusedError, match=words):
            await session.call_by_hand(name, "{}")


async def test_a_tool_that_waits_for_trust_is_not_run_by_hand(
    workspace: Workspace, tmp_path: Path, commands: tuple[ToolSpec, CommandLine]
) -> None:
    session = workspace.new("Untrusted", path=tmp_path / "untrusted.tcsession")
    session.declare(*commands)
    with pytest.raises(Exception, match="is not trusted yet"):
        await session.call_by_hand("count", '{"n": 1}')
    assert session.made_calls == ()


@pytest.mark.promise("E3")
async def test_a_call_by_hand_is_answered_and_cancelled_like_any_other(workspace: Workspace, tmp_path: Path) -> None:
    async with served(workspace, tmp_path) as session:
        await session.start_server("friendly")
        asking = spawn(session.call_by_hand("ask_form", "{}"), name="by hand")
        await until(lambda: bool(session.questions) or asking.done())
        (question,) = session.questions
        session.answer_question(question.number, Answer(action="accept", content={"size": 3}))
        assert (await asking).outcome.text == 'accept {"size": 3}'
        begun = asyncio.Event()
        hanging = spawn(session.call_by_hand("hang", "{}", lambda *_: begun.set()), name="by hand")
        await asyncio.wait_for(begun.wait(), 30)
        hanging.cancel()
        await asyncio.wait((hanging,))
        assert [each.outcome.status for each in session.made_calls] == ["cancelled", "ok"]
        await until(lambda: "hang was cancelled" in _stderr(session))
