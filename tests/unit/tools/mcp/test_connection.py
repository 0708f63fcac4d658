"""A connection to servers that are right, odd, silent, or dead: its lists and its calls."""

import asyncio
from typing import Any

import pytest

from studio.tasks import spawn
from studio.tools.mcp.server_error import ServerError
from studio.tools.tool import CallContext, Outcome
from tests.unit.tools.mcp.scripted import CONTEXT, Host, Json, Script, connected, initialized, never, text, until

pytestmark = pytest.mark.anyio


def names(made: Any) -> list[str]:
    """The tools that it lists."""
    return [each.own_name for each in made.listed]


@pytest.mark.promise("E2")
async def test_tools_of_all_pages_and_of_odd_form_are_taken() -> None:
    pages: dict[str, Json] = {
        "": {"tools": [{"name": "none"}, {"name": ""}, {"name": 5}, 5], "nextCursor": "b"},
        "b": {"tools": [{"name": "odd", "inputSchema": True}, {"name": "none"}], "ttlMs": 1e9},
    }
    script = Script(tools__list=lambda asked: {"result": pages[asked.get("params", {}).get("cursor", "")]})
    async with connected(script) as made:
        assert names(made) == ["none", "odd"]
        assert made.listed[1].value == {"name": "odd", "inputSchema": True}


@pytest.mark.promise("E2")
async def test_a_changed_list_is_learned_before_settled_returns() -> None:
    script, host = Script(), Host()
    async with connected(script, host) as made:
        script.tools.append({"name": "more"})
        script.says({"method": "notifications/tools/list_changed"})
        await until(lambda: made._learning is not None)
        await made.settled()
        assert names(made) == ["look", "more"]
        assert host.told.count("lists") == 2


async def test_a_list_that_cannot_be_had_again_stays_as_it_was() -> None:
    script = Script()
    async with connected(script) as made:
        script.on["tools/list"] = lambda _: {"error": {"code": -1, "message": "busy"}}
        with pytest.raises(ServerError, match=r"scripted answered with the error -1, busy, to tools/list"):
            await made.refresh()
        assert (names(made), made.phase) == (["look"], "ready")


async def test_a_list_without_end_is_told() -> None:
    script = Script(tools__list=lambda _: {"result": {"tools": [], "nextCursor": "again"}})
    async with connected(script, start=False) as made:
        with pytest.raises(ServerError, match="has no end"):
            await made.start()


async def test_a_server_without_tools_is_not_asked_for_them() -> None:
    script = Script(initialize=lambda asked: {"result": initialized(asked, prompts={})})
    async with connected(script) as made:
        assert (made.listed, script.asked("tools/list")) == ((), [])
        assert (await made.resources(), script.asked("resources/list")) == ((), [])


# ---- calls


@pytest.mark.promise("E3")
async def test_the_server_gets_its_own_name_and_exactly_the_arguments() -> None:
    script = Script(tools__call=lambda _: text("seen"))
    async with connected(script) as made:
        await made.call("look", {}, CONTEXT)
        await made.call("look.at/it", {"a": None, "b": {"c": [None]}}, CONTEXT)
        assert [each["params"] for each in script.asked("tools/call")] == [
            {"name": "look", "arguments": {}},
            {"name": "look.at/it", "arguments": {"a": None, "b": {"c": [None]}}},
        ]


@pytest.mark.promise("E3")
async def test_content_of_an_unknown_kind_is_kept_and_told() -> None:
    odd = {"type": "hologram", "depth": 3}
    script = Script(tools__call=lambda _: {"result": {"content": [odd], "structuredContent": [1]}})
    async with connected(script) as made:
        outcome = await made.call("look", {}, CONTEXT)
        assert (outcome.status, outcome.parts, outcome.structured) == ("ok", (odd,), [1])
        assert "hologram" in outcome.text


async def test_a_server_that_dies_in_a_call_is_told_and_the_next_call_starts_it_anew() -> None:
    script, host = Script(), Host()
    script.on["tools/call"] = lambda _: script.lives[-1].die()
    async with connected(script, host) as made:
        outcome = await made.call("look", {}, CONTEXT)
        assert (outcome.status, outcome.detail) == ("died", "its last words")
        assert "ended: exit code 3" in outcome.text
        assert (made.phase, made.why) == ("failed", "The server scripted ended: exit code 3.\nits last words")
        script.on["tools/call"] = lambda _: text("back")
        assert (await made.call("look", {}, CONTEXT)).text == "back"
        assert (made.phase, len(script.lives)) == ("ready", 2)


@pytest.mark.promise("E3")
async def test_a_call_that_takes_too_long_is_cancelled_at_the_server_and_told() -> None:
    script = Script(tools__call=never)
    async with connected(script) as made:
        outcome = await made.call("look", {}, CallContext("call_1", seconds=0.05))
        assert outcome.status == "timeout"
        assert "no result within 0.05 seconds" in outcome.text
        await until(lambda: bool(script.asked("notifications/cancelled")))
        (sent,) = script.asked("tools/call")
        assert script.asked("notifications/cancelled")[0]["params"]["requestId"] == sent["id"]
        script.on["tools/call"] = lambda _: text("seen")
        assert (await made.call("look", {}, CONTEXT)).text == "seen"


@pytest.mark.promise("E3")
async def test_a_cancelled_call_has_a_result_and_whoever_was_to_stop_stops() -> None:
    script = Script(tools__call=never)
    results: list[Outcome] = []
    went_on = False

    async def loop(made: Any) -> None:
        nonlocal went_on
        results.append(await made.call("look", {}, CONTEXT))
        await asyncio.sleep(0)
        went_on = True

    async with connected(script) as made:
        running = spawn(loop(made), name="loop")
        await until(lambda: bool(script.asked("tools/call")))
        running.cancel()
        await asyncio.wait((running,))
        assert [each.status for each in results] == ["cancelled"]
        assert "cancelled by the user" in results[0].text
        assert results[0].seconds > 0, "it tells how long it ran"
        assert (running.cancelled(), went_on) == (True, False)
        await until(lambda: bool(script.asked("notifications/cancelled")))


async def test_a_server_that_forgot_the_session_gets_another_one_and_the_call_once_more() -> None:
    script = Script()
    over = {"error": {"code": -32600, "message": "Session terminated"}}
    script.on["tools/call"] = lambda _: over if len(script.lives) == 1 else text("seen")
    async with connected(script) as made:
        assert (await made.call("look", {}, CONTEXT)).text == "seen"
        assert (made.phase, len(script.lives)) == ("ready", 2)
        script.on["tools/call"] = lambda _: over if len(script.lives) == 2 else text("seen")
        both = await asyncio.gather(*(made.call("look", {}, CONTEXT) for _ in range(2)))
        assert ([each.text for each in both], len(script.lives)) == (["seen", "seen"], 3)
        script.on["tools/call"] = lambda _: over
        assert "ended every session" in (await made.call("look", {}, CONTEXT)).text
        assert len(script.lives) == 4


async def test_a_call_that_is_cancelled_while_its_server_starts_was_not_run() -> None:
    script = Script(initialize=never)
    results: list[Outcome] = []

    async def loop(made: Any) -> None:
        results.append(await made.call("look", {}, CONTEXT))

    async with connected(script, start=False) as made:
        running = spawn(loop(made), name="loop")
        await until(lambda: bool(script.asked("initialize")))
        running.cancel()
        await asyncio.wait((running,))
        assert [(each.status, each.text) for each in results] == [
            ("cancelled", "look was not run: the call was cancelled by the user.")
        ]


async def test_stopping_the_server_ends_its_calls() -> None:
    script = Script(tools__call=never)
    async with connected(script) as made:
        call = spawn(made.call("look", {}, CONTEXT), name="call")
        await until(lambda: bool(script.asked("tools/call")))
        await made.close()
        outcome = await call
        assert (outcome.status, made.phase) == ("died", "stopped")
        assert "was stopped" in outcome.text


async def test_an_answer_twice_or_to_nobody_does_no_harm() -> None:
    script = Script()

    def twice(asked: Json) -> Json:
        script.says({"id": 999, **text("for nobody")})
        script.says({"id": asked["id"], **text("first")})
        return text("second")

    script.on["tools/call"] = twice
    async with connected(script) as made:
        assert [(await made.call("look", {}, CONTEXT)).text for _ in range(2)] == ["first", "first"]


async def test_an_id_that_comes_back_as_text_is_still_the_answer() -> None:
    script = Script()
    script.on["tools/call"] = lambda asked: script.says({"id": str(asked["id"]), **text("as text")})
    async with connected(script) as made:
        assert (await made.call("look", {}, CONTEXT)).text == "as text"


async def test_what_is_nested_too_deep_is_an_error_in_words() -> None:
    deep: Any = 1
    for _ in range(900):
        deep = {"a": deep}
    script = Script(tools__call=lambda _: {"result": {"content": [], "structuredContent": deep}})
    async with connected(script) as made:
        outcome = await made.call("look", {}, CONTEXT)
        assert (outcome.status, "nested too deep" in outcome.text) == ("error", True)
        script.on["tools/call"] = lambda _: {"error": {"code": -1, "message": "no", "data": deep}}
        assert (await made.call("look", {}, CONTEXT)).text == "MCP error -1: no"


async def test_secrets_are_blanked_in_all_that_a_server_gives() -> None:
    script = Script(
        tools__call=lambda _: {"result": {"content": [{"type": "x-key", "k": "s3cr3t-key"}], "isError": True}}
    )
    script.tools = [{"name": "look", "description": "with s3cr3t-key"}]
    script.on["initialize"] = lambda asked: {
        "result": initialized(asked, tools={}, experimental={"with s3cr3t-key": {}})
    }
    async with connected(script, secrets=("s3cr3t-key",)) as made:
        assert made.unused == ("with [redacted]",)
        assert "s3cr3t-key" not in str(made.listed[0].value)
        assert "s3cr3t-key" not in str(await made.call("look", {}, CONTEXT))
