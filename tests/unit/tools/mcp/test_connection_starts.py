"""The beginning and the end of a connection, to servers that are right, old, silent, or dead."""

import asyncio

import pytest
from msgspec.structs import replace

from studio.tasks import spawn
from studio.tools.mcp.server_error import ServerError
from tests.unit.tools.mcp.scripted import CONTEXT, Host, Json, Script, connected, never, text, until

pytestmark = pytest.mark.anyio


async def test_a_server_of_the_handshake_era_is_ready_with_what_it_says_of_itself() -> None:
    script, host = Script(), Host()
    async with connected(script, host) as made:
        assert (made.phase, made.pid, made.title, made.version) == ("ready", 4711, "scripted", "1")
        assert made.protocol == "2025-11-25"
        assert made.unused == ("logging", "odd")
        assert [each.own_name for each in made.listed] == ["look"]
        assert host.told == ["state", "lists", "state"]
    assert made.phase == "stopped"


@pytest.mark.parametrize(
    "discover",
    [
        {"result": {"what": "is this"}},
        {"result": {"supportedVersions": []}},
        {"error": {"code": -32600, "message": "Invalid request"}},
        {"error": {"code": 0, "message": ""}},
    ],
)
async def test_nonsense_about_the_newer_protocol_is_taken_for_the_older_one(discover: Json) -> None:
    async with connected(Script(server__discover=lambda _: discover)) as made:
        assert (made.phase, made.protocol) == ("ready", "2025-11-25")


async def test_a_server_that_hangs_up_when_it_is_asked_for_its_era_is_started_again_as_an_old_one() -> None:
    script = Script()
    script.on["server/discover"] = lambda _: script.lives[-1].die()
    async with connected(script) as made:
        assert (made.phase, len(script.lives)) == ("ready", 2)
        assert [each.text for each in made.messages if each.kind == "state"]
        await made.restart()
        assert (made.phase, len(script.lives)) == ("ready", 3)


async def test_a_server_that_ends_at_once_says_how_and_what_it_wrote_last() -> None:
    script = Script()
    script.on["server/discover"] = script.on["initialize"] = lambda _: script.lives[-1].die()
    async with connected(script, start=False) as made:
        with pytest.raises(ServerError) as error:
            await made.start()
        assert (error.value.sentence, error.value.help) == (
            "The server scripted ended: exit code 3.",
            "its last words",
        )
        assert (made.phase, made.why) == ("failed", "The server scripted ended: exit code 3.\nits last words")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"error": {"code": -5, "message": "no key"}}, "answered with the error -5, no key"),
        ({"result": {"protocolVersion": "1999-01-01", "capabilities": {}, "serverInfo": {}}}, "does not know"),
        ({"result": {}}, "does not know"),
    ],
)
async def test_a_handshake_that_goes_wrong_is_told(answer: Json, words: str) -> None:
    async with connected(Script(initialize=lambda _: answer), start=False) as made:
        with pytest.raises(ServerError, match=words):
            await made.start()
        assert made.phase == "failed"


async def test_a_server_that_is_not_ready_in_its_time_is_ended() -> None:
    script = Script(initialize=never)
    async with connected(script, start=False, seconds=0.05) as made:
        with pytest.raises(ServerError, match=r"was not ready within 0\.05 seconds"):
            await made.start()
        assert (made.phase, script.lives[0].running) == ("failed", False)
        script.on["initialize"] = Script().on["initialize"]
        made.server = replace(made.server, start_seconds=30.0)
        await made.start()
        assert made.phase == "ready"


async def test_a_start_that_is_cancelled_leaves_nothing() -> None:
    script = Script(initialize=never)
    async with connected(script, start=False) as made:
        starting = spawn(made.start(), name="start")
        await until(lambda: bool(script.asked("initialize")))
        starting.cancel()
        await asyncio.wait((starting,))
        assert (made.phase, script.lives[0].running, starting.cancelled()) == ("stopped", False, True)


async def test_closing_ends_a_start_under_way_for_whoever_waits() -> None:
    script = Script(initialize=never)
    async with connected(script, start=False) as made:
        call = spawn(made.call("look", {}, CONTEXT), name="call")
        await until(lambda: bool(script.asked("initialize")))
        await made.close()
        outcome = await call
        assert (outcome.status, made.phase) == ("error", "stopped")
        assert "was stopped while it started" in outcome.text


async def test_several_who_need_it_start_it_once() -> None:
    script = Script(tools__call=lambda _: text("seen"))
    async with connected(script, start=False) as made:
        outcomes = await asyncio.gather(*(made.call("look", {}, CONTEXT) for _ in range(5)))
        assert [each.text for each in outcomes] == ["seen"] * 5
        assert len(script.lives) == 1
