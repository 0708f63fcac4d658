"""Tools of MCP servers in the loop: taken in, kept fresh, named, called, replayed; over servers in memory."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from studio.engine.edits import EditRefusedError
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.events import RequestSent, ResultRecorded, SetupChanged
from studio.session.mcp_servers import KeptCall
from studio.session.notes import Stopped
from studio.session.policies import ToolChoices
from studio.session.setup import Stops
from studio.session.toolbox import ToolGroup, ToolSource
from studio.tasks import spawn
from studio.tools.tool import Outcome
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.canned import Gate
from tests.flow.mcp_fake import Fakes, FakeServer, phases, say, served, server, told_model, tools
from tests.flow.shop import NO_STOPS

pytestmark = pytest.mark.anyio

Make = Callable[..., OpenedSession]


@pytest.fixture
def fakes() -> Fakes:
    """Two servers, each with a tool `look`."""
    return Fakes(a=FakeServer("look", "look_more"), b=FakeServer("look"))


@pytest.fixture
def make(fakes: Fakes, workspace: Workspace, tmp_path: Path) -> Make:
    """Makes a session with servers."""
    return lambda *servers, **members: served(workspace, tmp_path, fakes, *servers, **members)


async def turn(session: OpenedSession, text: str = "hello") -> Stopped:
    """A message, and on to the end."""
    say(session, text)
    return await session.run()


def result(session: OpenedSession) -> ResultRecorded:
    """The last result."""
    return [each for each in session.tree.events(session.head) if isinstance(each, ResultRecorded)][-1]


def remarks(session: OpenedSession) -> list[tuple[str, str]]:
    """What was remarked on the settings, in order."""
    changes = [each for each in session.tree.events(session.head) if isinstance(each, SetupChanged)]
    return [(remark.code, remark.subject) for change in changes for remark in change.remarks]


def bodies(session: OpenedSession) -> list[bytes]:
    """The requests of the path, as they were sent."""
    sent = [each.id for each in session.tree.events(session.head) if isinstance(each, RequestSent)]
    return [session.tree.body(each) for each in sent]


async def test_servers_of_a_run_start_at_once_and_one_that_fails_is_told_once(make: Make, fakes: Fakes) -> None:
    first, second = Gate(), Gate()
    fakes.servers["a"].gate, fakes.servers["b"].gate = first, second
    fakes.servers["b"].fails = "b cannot be started"
    session = make(server("a"), server("b"))
    running = spawn(turn(session), name="t")
    await asyncio.gather(first.reached.wait(), second.reached.wait())
    first.open.set()
    second.open.set()
    assert (await running).reason == "finished"
    assert phases(session) == {"a": "ready", "b": "failed"}
    assert remarks(session) == [("server_failed", "b: b cannot be started")]
    await turn(session)
    assert (len(remarks(session)), fakes.servers["b"].starts) == (1, 1)


async def test_a_needed_server_that_fails_stops_the_run_before_anything_is_sent(make: Make, fakes: Fakes) -> None:
    fakes.servers["a"].fails = "a did not start"
    session = make(server("a", needed=True))
    stop = await turn(session)
    assert (stop.reason, stop.what, stop.text, bodies(session)) == (
        "exception",
        "server_missing",
        "a did not start",
        [],
    )
    assert session.standing == stop
    assert (await session.run()).what == "server_missing"
    fakes.servers["a"].fails = ""
    assert (await session.run()).reason == "finished"
    assert tools(session) == ["look", "look_more"]


async def test_a_needed_server_that_nobody_trusts_stops_the_run(make: Make) -> None:
    session = make(server("a", needed=True), trust=False)
    stop = await turn(session)
    assert (stop.what, "trust it" in stop.text) == ("server_missing", True)
    session.put_server(server("a", needed=False), was="a")
    assert session.standing is not None
    assert session.standing.what != "server_missing"


async def test_a_run_can_be_stopped_while_servers_start(make: Make, fakes: Fakes) -> None:
    gate = fakes.servers["a"].gate = Gate()
    session = make(server("a"))
    running = spawn(turn(session), name="t")
    await gate.reached.wait()
    await session.cancel()
    assert ((await running).what, phases(session), bodies(session)) == ("stopped", {"a": "stopped"}, [])


async def test_a_call_reaches_the_server_by_its_own_name_and_starts_it_when_it_does_not_run(
    make: Make, fakes: Fakes
) -> None:
    session = make(server("b", prefix="b_"), stops=Stops(before_call=True))
    stop = await turn(session, "call b_look!")
    assert (stop.place, fakes.servers["b"].calls) == ("before_call", [])
    await session.stop_server("b")
    assert (phases(session), tools(session)) == ({"b": "stopped"}, ["b_look"])
    await session.run()
    assert (phases(session), fakes.servers["b"].starts) == ({"b": "ready"}, 2)
    assert (fakes.servers["b"].calls, result(session).text) == ([("look", {"text": "hi"})], "look did it")


async def test_a_call_of_a_server_that_is_not_trusted_any_more_is_refused_with_what_to_do(
    make: Make, fakes: Fakes
) -> None:
    session = make(server("a"), stops=Stops(before_call=True))
    await turn(session, "call look!")
    changed = replace(server("a"), way=replace(server("b").way))
    session.put_server(changed, was="a")
    with pytest.raises(Exception, match=r"The MCP server a is not trusted yet.*mock the call"):
        await session.run()
    assert fakes.servers["a"].calls == []


async def test_a_server_that_cannot_be_started_for_a_call_gives_an_error_that_the_model_reads(
    make: Make, fakes: Fakes
) -> None:
    session = make(server("a"), stops=Stops(before_call=True))
    await turn(session, "call look!")
    fakes.servers["a"].dies()
    fakes.servers["a"].fails = "a is broken now"
    await session.run()
    assert (result(session).status, "a is broken now" in result(session).text) == ("error", True)


async def test_a_server_that_dies_in_a_call_is_there_again_for_the_next_one(make: Make, fakes: Fakes) -> None:
    fake = fakes.servers["a"]

    def die(name: str, arguments: dict[str, Any]) -> Outcome:
        fake.dies()
        return Outcome("died", "The server ended.")

    fake.does, usual = die, fake.does
    session = make(server("a"))
    await turn(session, "call look!")
    assert (result(session).status, phases(session), session.servers[0].why) == (
        "died",
        {"a": "failed"},
        "it ended with exit code 3",
    )
    fake.does = usual
    await turn(session, "call look_more!")
    assert (result(session).text, fake.starts, phases(session)) == ("look_more did it", 2, {"a": "ready"})


async def test_a_changed_list_is_taken_at_once_when_nothing_is_under_way(make: Make, fakes: Fakes) -> None:
    session = make(server("a"))
    await turn(session)
    fakes.servers["a"].lists("new", "look")
    await asyncio.sleep(0)
    assert tools(session) == ["look", "new"]
    assert remarks(session) == [("server_listed", "a")]
    fakes.servers["a"].lists("new", "look")
    assert len(remarks(session)) == 1


async def test_a_list_that_changes_in_mid_round_waits_for_the_calls_and_holds_for_the_next_request(
    make: Make, fakes: Fakes
) -> None:
    session = make(server("a"), stops=Stops(before_call=True))
    await turn(session, "call look!")
    fakes.servers["a"].lists("other")
    await asyncio.sleep(0)
    assert tools(session) == ["look", "look_more"]
    await session.run()
    assert (result(session).text, tools(session)) == ("look did it", ["other"])
    assert (b'"look_more"' in bodies(session)[0], b'"other"' in bodies(session)[0]) == (True, False)
    assert b'"other"' in bodies(session)[1]


async def test_a_change_that_was_only_told_of_is_waited_for(make: Make, fakes: Fakes) -> None:
    session = make(server("a"))
    await turn(session)
    fakes.servers["a"].late.append(["late"])
    await turn(session)
    assert b'"late"' in bodies(session)[-1]


async def test_the_stop_before_a_request_shows_the_list_as_it_will_be_sent(make: Make) -> None:
    session = make(server("a"), stops=Stops(before_request=True))
    stop = await turn(session)
    assert (stop.place, tools(session)) == ("before_request", ["look", "look_more"])
    shown = session.request_json()
    await session.run()
    assert bodies(session)[0].decode() == shown


async def test_what_was_chosen_for_tools_outlives_a_changed_list(make: Make, fakes: Fakes) -> None:
    session = make(server("a"), tools=(ToolSpec("mine"),))
    await turn(session)
    session.rename_tool("look_more", "see")
    session.change_setup(
        tools=(*session.state.setup.tools, ToolSpec("last")),
        off=("look",),
        pinned=("see",),
        choices={"see": ToolChoices(seconds=3)},
        groups=(ToolGroup("seeing", ("see",)),),
    )
    fakes.servers["a"].lists("first", "look", "look_more")
    await asyncio.sleep(0)
    setup = session.state.setup
    assert tools(session) == ["mine", "look", "see", "first", "last"]
    assert (setup.off, setup.pinned, setup.groups[0].tools) == (("look",), ("see",), ("see",))
    assert setup.chosen("see").seconds == 3
    fakes.servers["a"].lists("look_more")
    await asyncio.sleep(0)
    assert tools(session) == ["mine", "see", "last"]


async def test_tools_of_one_name_are_told_apart_and_each_server_gets_its_own(make: Make, fakes: Fakes) -> None:
    fakes.servers["other"] = FakeServer("look")
    session = make(server("a"), server("other"))
    await turn(session, "call other_look!")
    assert tools(session) == ["look", "look_more", "other_look"]
    assert (fakes.servers["a"].calls, fakes.servers["other"].calls) == ([], [("look", {"text": "hi"})])
    session.remove_server("a")
    assert tools(session) == ["other_look"]
    await turn(session)
    assert tools(session) == ["other_look"]


async def test_a_filter_takes_and_leaves_by_the_servers_own_names(make: Make) -> None:
    session = make(server("a", only=("look*",), without=("look",), prefix="x_"))
    await turn(session)
    assert tools(session) == ["x_look_more"]
    assert [(tool.own_name, tool.spec is None) for tool in session.server_tools("a")] == [
        ("look", True),
        ("look_more", False),
    ]
    assert (session.servers[0].tools, session.servers[0].left) == (1, 1)
    session.put_server(server("a", prefix="x_"), was="a")
    assert tools(session) == ["x_look_more", "x_look"]


async def test_what_is_sent_of_a_server_is_shown_though_it_was_learned_elsewhere_that_it_is_gone(
    make: Make, fakes: Fakes
) -> None:
    session = make(server("a"))
    await turn(session)
    before = session.head
    fakes.servers["a"].lists("look")
    await asyncio.sleep(0)
    await session.stop_server("a")
    session.rewind(before)
    await turn(session)
    assert b'"look_more"' in bodies(session)[-1]
    shown = [tool.spec.name for tool in session.server_tools("a") if tool.spec is not None]
    assert (shown, session.servers[0].tools) == (["look", "look_more"], 2)


async def test_another_prefix_renames_everywhere_but_not_what_a_person_named(make: Make) -> None:
    session = make(server("a", prefix="x_"))
    await turn(session)
    session.rename_tool("x_look_more", "mine")
    kept = (KeptCall("again", "x_look"),)
    session.change_setup(off=("x_look",), pinned=("x_look", "mine"), kept_calls=kept)
    session.put_server(server("a", prefix="y_"), was="a")
    setup = session.state.setup
    assert setup.kept_calls == (KeptCall("again", "y_look"),)
    assert (tools(session), setup.off, setup.pinned) == (["y_look", "mine"], ("y_look",), ("y_look", "mine"))


async def test_a_server_is_not_changed_under_an_open_call(make: Make) -> None:
    session = make(server("a"), stops=Stops(before_call=True))
    await turn(session, "call look!")
    verbs: list[Callable[[], None]] = [
        lambda: session.remove_server("a"),
        lambda: session.put_server(server("a", prefix="x_"), was="a"),
        lambda: session.put_server(server("a", without=("look",)), was="a"),
    ]
    for verb in verbs:
        with pytest.raises(EditRefusedError, match="A call of look is open"):
            verb()
    session.put_server(server("a", without=("look_more",)), was="a")
    assert tools(session) == ["look"]


async def test_a_tool_that_destroys_asks_first_and_one_that_only_reads_does_not(make: Make, fakes: Fakes) -> None:
    fakes.servers["a"] = FakeServer(
        {"name": "wipe", "annotations": {"destructiveHint": True}},
        {"name": "look", "annotations": {"destructiveHint": True, "readOnlyHint": True}},
        {"name": "echo"},
    )
    session = make(server("a"))
    for name, reason in (("look", "finished"), ("echo", "finished"), ("wipe", "approval")):
        assert (await turn(session, f"call {name}!")).reason == reason
    assert [each for each, _ in fakes.servers["a"].calls] == ["look", "echo"]


async def test_what_a_tool_says_of_itself_never_reaches_the_model(make: Make, fakes: Fakes) -> None:
    said = {
        "title": "Looker",
        "annotations": {"readOnlyHint": True},
        "_meta": {"x": 1},
        "outputSchema": {"type": "object"},
    }
    fakes.servers["a"] = FakeServer({"name": "look", **said})
    session = make(server("a"))
    await turn(session)
    assert not any(word in bodies(session)[0] for word in (b"Looker", b"annotations", b"_meta", b"outputSchema"))
    (tool,) = session.server_tools("a")
    assert (tool.title, tool.read_only, tool.destructive) == ("Looker", True, None)


async def test_a_source_may_name_tools_of_servers(make: Make, tmp_path: Path) -> None:
    file = tmp_path / "source.py"
    file.write_text("def fitting(message: str, history: list) -> list:\n    return ['look_more']\n", encoding="utf-8")
    session = make(server("a"), sources=(ToolSource("fitting", str(file), "fitting", ("look", "look_more")),))
    session.trust(session.fingerprint(file), for_good=False)
    await turn(session)
    assert (b'"look_more"' in bodies(session)[0], b'"look"' in bodies(session)[0]) == (True, False)


async def test_an_agent_uses_the_servers_of_the_session(make: Make, fakes: Fakes, tmp_path: Path) -> None:
    agent = ToolSpec("echo", "Asks.", {"type": "object", "properties": {"text": {"type": "string"}}})
    inner = told_model(tmp_path)
    session = make(
        server("a"), tools=(agent,), executors={"echo": Agent(prompt="call look!", tools=("look",), responder=inner)}
    )
    say(session, "call echo!")
    await session.step()
    await session.step_into()
    with pytest.raises(EditRefusedError, match="An agent is at work"):
        session.remove_server("a")
    assert (await session.run()).reason == "finished"
    assert fakes.servers["a"].calls == [("look", {"text": "hi"})]
    assert result(session).text == "It said: look did it"
    assert [b'"look_more"' in body for body in bodies(session)] == [True, False, False, True]


async def test_a_replay_needs_no_server_and_sends_the_same_bytes(
    make: Make, fakes: Fakes, workspace: Workspace
) -> None:
    fakes.servers["b"].fails = "b cannot be started"
    session = make(server("a", prefix="a_"), server("b"), stops=NO_STOPS)
    fakes.servers["a"].tools = [{"name": "look"}, {"name": "more", "description": "More."}]
    session.put_server(server("a"), was="a")
    await turn(session, "call look!")
    fakes.servers["a"].lists("look", "echo")
    await turn(session, "call echo!")
    fakes.servers["a"].late.append(["gone", "look"])
    await turn(session, "call gone!")
    session.put_server(server("a", prefix="new_"), was="a")
    await turn(session)
    recorded = bodies(session)
    assert len(recorded) == 7
    await workspace.close_session(session)
    started = {name: fake.starts for name, fake in fakes.servers.items()}
    again = workspace.replay(session.path)
    stop = await again.run()
    while stop.reason not in ("finished", "waiting", "exception") or not again._wired.replay.over:  # type: ignore[union-attr]
        stop = await again.run()
    assert (again.difference, again.unused_calls, bodies(again)) == (None, (), recorded)
    assert remarks(again) == remarks(session)
    assert {name: fake.starts for name, fake in fakes.servers.items()} == started
