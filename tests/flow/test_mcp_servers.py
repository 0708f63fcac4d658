"""MCP servers in a session: added, changed, trusted, started, stopped, ended; the state that is shown at each moment."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import pytest
from msgspec.structs import replace

from studio.engine.edits import EditRefusedError
from studio.problems import StudioError
from studio.session.mcp_servers import McpServer, Stdio, StreamableHttp
from studio.tasks import spawn
from studio.workspace.changes import ServerChanged
from studio.workspace.opened import OpenedSession
from studio.workspace.serving import ReadServers
from studio.workspace.workspace import Workspace
from tests.flow.canned import Gate
from tests.flow.mcp_fake import Fakes, FakeServer, phases, say, served, server, tools
from tests.flow.shop import Shop

pytestmark = pytest.mark.anyio


@pytest.fixture
def fake() -> FakeServer:
    """A server of two tools."""
    return FakeServer("look", {"name": "wipe", "annotations": {"destructiveHint": True}})


async def why_not(work: Awaitable[None]) -> str:
    """Why it could not be done; empty when it could."""
    try:
        await work
    except StudioError as error:
        return str(error)
    return ""


@pytest.fixture
def session(fake: FakeServer, workspace: Workspace, tmp_path: Path) -> OpenedSession:
    """A session with that server as `a`, trusted, not started."""
    return served(workspace, tmp_path, Fakes(a=fake, b=fake), server("a"))


async def test_adding_trusting_and_opening_start_nothing_and_a_run_does(
    session: OpenedSession, fake: FakeServer, workspace: Workspace
) -> None:
    assert (phases(session), fake.starts) == ({"a": "stopped"}, 0)
    await workspace.close_session(session)
    again = workspace.open(session.path)
    assert (phases(again), fake.starts) == ({"a": "stopped"}, 0)
    say(again)
    assert (await again.run()).reason == "finished"
    assert (phases(again), fake.starts, tools(again)) == ({"a": "ready"}, 1, ["look", "wipe"])


async def test_what_is_not_trusted_never_starts_and_says_what_to_do(
    fake: FakeServer, workspace: Workspace, tmp_path: Path
) -> None:
    session = served(workspace, tmp_path, Fakes(a=fake), server("a"), trust=False)
    assert (phases(session), session.untrusted_servers()) == ({"a": "untrusted"}, ("a",))
    say(session)
    await session.run()
    for verb in (session.start_server, session.restart_server, session.refresh_server):
        with pytest.raises(StudioError, match=r"not trusted yet.*Review it and trust it"):
            await verb("a")
    assert (fake.starts, fake.made) == (0, [])


async def test_trust_is_for_exactly_the_way_it_is_reached(session: OpenedSession, fake: FakeServer) -> None:
    await session.start_server("a")
    session.put_server(server("a", prefix="x_"), was="a")
    assert (phases(session), fake.running) == ({"a": "ready"}, 1)
    session.put_server(McpServer("a", Stdio("serve-a", ("--all",)), prefix="x_"), was="a")
    await asyncio.sleep(0)
    assert (phases(session), fake.running) == ({"a": "untrusted"}, 0)
    session.put_server(server("a"), was="a")
    assert phases(session) == {"a": "stopped"}


async def test_a_server_under_another_name_keeps_tools_and_trust(session: OpenedSession, fake: FakeServer) -> None:
    await session.start_server("a")
    session.change_setup(off=("wipe",))
    session.put_server(replace(server("a"), name="b"), was="a")
    await asyncio.sleep(0)
    assert (phases(session), fake.running, tools(session)) == ({"b": "stopped"}, 0, ["look", "wipe"])
    assert {tool.source for tool in session.state.setup.tools} == {"b"}
    await session.start_server("b")
    assert (tools(session), session.state.setup.off) == (["look", "wipe"], ("wipe",))


async def test_a_server_that_is_switched_off_ends_and_offers_nothing_until_it_is_on(
    session: OpenedSession, fake: FakeServer
) -> None:
    await session.start_server("a")
    session.put_server(server("a", on=False), was="a")
    await asyncio.sleep(0)
    assert (phases(session), fake.running, session.state.setup.sent_tools) == ({"a": "off"}, 0, ())
    assert str(session.why_not_offered("look")).endswith("its MCP server a is switched off")
    assert not session.can_offer("look")
    with pytest.raises(StudioError, match="switched off"):
        await session.start_server("a")
    session.put_server(server("a"), was="a")
    assert [tool.name for tool in session.state.setup.sent_tools] == ["look", "wipe"]


async def test_a_server_goes_with_its_tools_and_what_was_chosen_for_them(
    session: OpenedSession, fake: FakeServer
) -> None:
    await session.start_server("a")
    session.change_setup(off=("look",), pinned=("wipe",))
    session.remove_server("a")
    await asyncio.sleep(0)
    setup = session.state.setup
    assert (setup.servers, setup.tools, setup.off, setup.pinned, fake.running) == ((), (), (), (), 0)


async def test_a_server_ends_when_the_session_goes_to_where_it_has_none_or_reaches_it_otherwise(
    session: OpenedSession, fake: FakeServer
) -> None:
    session.put_server(server("b"))
    session.trust_server("b", for_good=False)
    await session.start_server("a")
    await session.start_server("b")
    while "b" in phases(session):
        session.undo()
    await asyncio.sleep(0.01)
    assert (phases(session), fake.running) == ({"a": "ready"}, 1)
    assert (session.server_messages("b"), session.server_tools("b")) == ((), ())
    session.redo()
    assert phases(session) == {"a": "ready", "b": "stopped"}
    session.put_server(McpServer("a", Stdio("serve-a", ("--all",))), was="a")
    session.trust_server("a", for_good=False)
    await session.start_server("a")
    session.undo()
    session.undo()
    await asyncio.sleep(0.01)
    assert (phases(session)["a"], fake.running) == ("stopped", 0)


async def test_servers_of_a_file_come_in_as_one_change_or_none_does(session: OpenedSession, fake: FakeServer) -> None:
    await session.start_server("a")
    before = len(session.tree)
    many = tuple(McpServer(f"s{at}", Stdio("serve", (str(at),))) for at in range(50))
    told: list[object] = []
    session.subscribe(told.append)
    again = McpServer("a", Stdio("serve-a", ("--all",)))
    keys = {(server.name, "KEY"): f"key-of-{server.name}-0123456789" for server in many}
    assert session.add_servers(ReadServers((*many, again), keys), for_good=False)[-1] == "a"
    await asyncio.sleep(0.01)
    assert (len(session.tree), len(session.servers), fake.running) == (before + 1, 51, 0)
    assert ServerChanged("s49", "state") in told
    with pytest.raises(EditRefusedError, match="no command"):
        session.add_servers(ReadServers((McpServer("fine", Stdio("x")), McpServer("not", Stdio("")))))
    assert len(session.servers) == 51
    session.undo()
    assert phases(session) == {"a": "stopped"}


async def test_what_cannot_be_a_server_is_refused(session: OpenedSession, shop: Shop) -> None:
    await shop_tools(session, shop)
    for wrong, said in (
        (server("a"), "is there already"),
        (server("shop_tools.py"), "not of a server"),
        (server(" "), "needs a name"),
        (McpServer("c", Stdio("x", env={"API_KEY": "sk-123"})), "is a secret"),
        (McpServer("c", StreamableHttp("ftp://x")), "has to begin with http"),
    ):
        with pytest.raises(EditRefusedError, match=said):
            session.put_server(wrong)
    with pytest.raises(EditRefusedError, match="no MCP server named"):
        session.put_server(server("c"), was="d")
    assert [each.name for each in session.state.setup.servers] == ["a"]


async def shop_tools(session: OpenedSession, shop: Shop) -> None:
    session.trust(session.fingerprint(shop.tools))
    await session.add_tools(shop.tools)


async def test_a_file_cannot_be_named_like_a_server(session: OpenedSession, shop: Shop) -> None:
    session.put_server(server("shop_tools.py"))
    session.trust(session.fingerprint(shop.tools))
    with pytest.raises(StudioError, match=r"An MCP server is named shop_tools\.py already"):
        await session.add_tools(shop.tools)
    (shop.folder / "a").write_text("{}", encoding="utf-8")
    with pytest.raises(StudioError, match="An MCP server is named a already"):
        session.import_tools(shop.folder / "a")


async def test_what_a_person_sees_before_trusting_holds_no_secret(workspace: Workspace, tmp_path: Path) -> None:
    workspace.world.server_secrets.keep("a", "TOKEN", "a-very-secret-token")
    way = Stdio("python3", ("-m", "my server"), {"TOKEN": "${TOKEN}", "MODE": "fast"}, "/tmp")
    session = served(workspace, tmp_path, Fakes(), McpServer("a", way), trust=False)
    shown = session.server_trust("a")
    assert (shown.kind, shown.command, shown.folder) == ("stdio", "python3 -m 'my server'", "/tmp")
    assert shown.env == (("TOKEN", "${TOKEN}"), ("MODE", "fast"))
    assert (shown.variables, shown.unset, shown.trusted) == (("TOKEN",), "", False)
    assert Path(shown.program).name.startswith("python3")


async def test_variables_are_filled_in_at_the_start_alone_and_stay_out_of_the_file(
    workspace: Workspace, tmp_path: Path
) -> None:
    fake = FakeServer("look")
    way = StreamableHttp("https://x.example/mcp", (("X-Key", "${KEY}"),), key_ring=True)
    session = served(workspace, tmp_path, Fakes(a=fake), McpServer("a", way))
    assert session.server_trust("a").unset == "KEY"
    with pytest.raises(StudioError, match=r"needs \$\{KEY\}, which holds nothing"):
        await session.start_server("a")
    assert (phases(session), session.servers[0].why[:12]) == ({"a": "failed"}, "The server a")
    workspace.world.server_secrets.keep("a", "KEY", "key-of-the-server")
    workspace.world.server_secrets.keep("a", "", "token-of-the-server")
    await session.start_server("a")
    (made,) = fake.made
    assert made.way == replace(way, headers=(("X-Key", "key-of-the-server"),))
    assert made.token == "token-of-the-server"
    say(session, "key-of-the-server and token-of-the-server")
    await session.run()
    assert b"of-the-server" not in session.path.read_bytes()


async def test_one_that_fails_says_why_and_starts_again_when_it_can(session: OpenedSession, fake: FakeServer) -> None:
    fake.fails = "a did not start: no such file"
    with pytest.raises(StudioError, match="no such file"):
        await session.start_server("a")
    assert (session.servers[0].phase, session.servers[0].why) == ("failed", fake.fails)
    fake.fails = ""
    await session.start_server("a")
    await session.start_server("a")
    assert (phases(session), fake.starts) == ({"a": "ready"}, 2)


async def test_several_wait_for_one_start_and_who_gives_up_first_does_not_end_it(
    session: OpenedSession, fake: FakeServer
) -> None:
    fake.gate = Gate()
    first, second = (spawn(why_not(session.start_server("a")), name="t") for _ in range(2))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait({first})
    assert phases(session) == {"a": "starting"}
    fake.gate.open.set()
    await second
    assert (first.cancelled(), phases(session), fake.starts) == (True, {"a": "ready"}, 1)


async def test_a_start_that_nobody_waits_for_any_more_is_given_up(session: OpenedSession, fake: FakeServer) -> None:
    fake.gate = Gate()
    only = spawn(why_not(session.start_server("a")), name="t")
    await fake.gate.reached.wait()
    only.cancel()
    await asyncio.wait({only})
    assert (phases(session), fake.running) == ({"a": "stopped"}, 0)


async def test_stopping_ends_a_start_that_is_under_way(session: OpenedSession, fake: FakeServer) -> None:
    fake.gate = Gate()
    waiting = spawn(why_not(session.start_server("a")), name="t")
    await fake.gate.reached.wait()
    await session.stop_server("a")
    assert "was stopped" in await waiting
    assert (phases(session), fake.running) == ({"a": "stopped"}, 0)


async def test_restarting_begins_anew_and_refreshing_asks_again(session: OpenedSession, fake: FakeServer) -> None:
    await session.start_server("a")
    fake.tools = [{"name": "look"}]
    await session.refresh_server("a")
    assert tools(session) == ["look"]
    fake.tools = [{"name": "look"}, {"name": "more"}]
    await session.restart_server("a")
    assert (tools(session), fake.starts, fake.running) == (["look", "more"], 2, 1)


async def test_closing_the_session_ends_every_server_also_one_that_is_starting(
    workspace: Workspace, tmp_path: Path
) -> None:
    fakes = Fakes(a=FakeServer("look"), b=FakeServer("more"))
    session = served(workspace, tmp_path, fakes, server("a"), server("b"))
    await session.start_server("a")
    gate = fakes.servers["b"].gate = Gate()
    starting = spawn(why_not(session.start_server("b")), name="t")
    await gate.reached.wait()
    await workspace.close_session(session)
    assert await starting
    assert [each.running for each in fakes.servers.values()] == [0, 0]
    with pytest.raises(StudioError, match="closed"):
        await session.start_server("a")


async def test_changes_are_told_once_for_many(session: OpenedSession, fake: FakeServer) -> None:
    told: list[ServerChanged] = []
    session.subscribe(lambda change: told.append(change) if isinstance(change, ServerChanged) else None)
    await session.start_server("a")
    for _ in range(50):
        fake.made[0].host.changed("messages")
        fake.made[0].host.changed("lists")
    await asyncio.sleep(0.15)
    assert told.count(ServerChanged("a", "messages")) == 1
    assert told.count(ServerChanged("a", "lists")) == 1


async def test_a_session_that_is_only_read_shows_servers_and_changes_nothing(
    session: OpenedSession, fake: FakeServer, shop: Shop
) -> None:
    other = shop.workspace()
    other.world.connect = Fakes(a=fake)
    reader = other.open(session.path)
    try:
        assert reader.read_only
        assert phases(reader) == {"a": "untrusted"}
        reader.trust_server("a", for_good=False)
        await reader.start_server("a")
        assert ([tool.own_name for tool in reader.server_tools("a")], tools(reader)) == (["look", "wipe"], [])
        with pytest.raises(StudioError):
            reader.remove_server("a")
        assert fake.running == 1
    finally:
        await other.close()
    assert fake.running == 0


async def test_a_key_that_was_corrected_is_used_from_the_next_start_on(workspace: Workspace, tmp_path: Path) -> None:
    fake = FakeServer("look")
    session = served(workspace, tmp_path, Fakes(a=fake), McpServer("a", Stdio("x", env={"KEY": "${KEY}"})))
    workspace.world.server_secrets.keep("a", "KEY", "the-wrong-key")
    await session.start_server("a")
    workspace.world.server_secrets.keep("a", "KEY", "the-right-key")
    await session.start_server("a")
    assert len(fake.made) == 1
    await session.restart_server("a")
    assert [made.way for made in fake.made] == [
        Stdio("x", env={"KEY": key}) for key in ("the-wrong-key", "the-right-key")
    ]
    assert (phases(session), fake.running) == ({"a": "ready"}, 1)
