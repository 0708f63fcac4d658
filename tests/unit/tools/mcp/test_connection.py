"""A connection to servers that are right, odd, old, silent, or dead: its state, its lists, its calls, its end."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from studio.session.events import NodeId
from studio.session.server_view import Answer, Question
from studio.tasks import spawn
from studio.tools.mcp.server_error import ServerError
from studio.tools.tool import CallContext, Outcome
from tests.unit.tools.mcp.scripted import Host, Json, Script, connected, initialized, until

pytestmark = pytest.mark.anyio

CONTEXT = CallContext("call_1", key=(NodeId(7), 0))


def text(words: str) -> Json:
    """The answer of a tool that says `words`."""
    return {"result": {"content": [{"type": "text", "text": words}]}}


def names(made: Any) -> list[str]:
    """The tools that it lists."""
    return [each.own_name for each in made.listed]


async def never(_: Any) -> None:
    """No answer."""
    await asyncio.Event().wait()


# ---- beginnings


async def test_a_server_of_the_handshake_era_is_ready_with_what_it_says_of_itself() -> None:
    script, host = Script(), Host()
    async with connected(script, host) as made:
        assert (made.phase, made.pid, made.title, made.version) == ("ready", 4711, "scripted", "1")
        assert made.protocol == "2025-11-25"
        assert made.unused == ("logging", "odd")
        assert names(made) == ["look"]
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


# ---- lists


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
        assert (running.cancelled(), went_on) == (True, False)
        await until(lambda: bool(script.asked("notifications/cancelled")))


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


async def test_secrets_are_blanked_in_all_that_a_server_gives() -> None:
    script = Script(
        tools__call=lambda _: {"result": {"content": [{"type": "x-key", "k": "s3cr3t-key"}], "isError": True}}
    )
    script.tools = [{"name": "look", "description": "with s3cr3t-key"}]
    async with connected(script, secrets=("s3cr3t-key",)) as made:
        assert "s3cr3t-key" not in str(made.listed[0].value)
        assert "s3cr3t-key" not in str(await made.call("look", {}, CONTEXT))


# ---- questions


def _asks(script: Script, what: Json) -> Any:
    """A tool that asks the client while it works, and gives what it was answered."""

    async def work(_: Json) -> Json:
        count = len(script.heard)
        script.says({"id": "q1", **what})
        await until(lambda: any(each.get("id") == "q1" for each in script.heard[count:]))
        answered = next(each for each in script.heard[count:] if each.get("id") == "q1")
        return text(str(answered.get("result") or answered.get("error")))

    return work


FORM: Json = {
    "method": "elicitation/create",
    "params": {"message": "How big?", "requestedSchema": {"type": "object", "properties": {"n": {"type": "integer"}}}},
}


async def test_a_question_comes_with_its_call_and_its_answer_goes_back() -> None:
    script, host = Script(), Host()
    script.on["tools/call"] = _asks(script, FORM)

    async def answer(question: Question) -> Answer:
        return Answer(action="accept", content={"n": 3})

    host.answer = answer
    async with connected(script, host) as made:
        assert "'content': {'n': 3}" in (await made.call("look", {}, CONTEXT)).text
    (question,) = host.questions
    assert (question.what, question.server, question.message, question.call) == ("form", "scripted", "How big?", (7, 0))
    assert question.schema == FORM["params"]["requestedSchema"]


async def test_the_clock_of_a_call_stands_still_while_its_server_waits_for_the_person() -> None:
    script, host = Script(), Host()
    script.on["tools/call"] = _asks(script, FORM)
    stood: list[bool] = []

    async with connected(script, host) as made:

        async def answer(question: Question) -> Answer:
            hanging = spawn(never(None), name="hanging")
            waiting = spawn(made._calls.patience.wait(hanging, 0.0), name="waiting")
            for _ in range(20):
                await asyncio.sleep(0)
            stood.append(not waiting.done())
            hanging.cancel()
            await waiting
            return Answer(action="decline")

        host.answer = answer
        assert "decline" in (await made.call("look", {}, CONTEXT)).text
        assert stood == [True]


async def test_a_cancelled_call_lets_go_of_nothing_that_waits_for_the_person() -> None:
    """The older protocol does not say for which call a question is: it stays open until the server takes it back."""
    script, host = Script(), Host()
    script.on["tools/call"] = _asks(script, FORM)
    gone: list[str] = []

    async def wait(question: Question) -> Answer:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            gone.append("taken back")
            raise
        raise AssertionError

    host.answer = wait
    async with connected(script, host) as made:
        call = spawn(made.call("look", {}, CONTEXT), name="call")
        await until(lambda: bool(host.questions))
        script.says({"method": "notifications/cancelled", "params": {"requestId": "q1"}})
        await until(lambda: bool(gone))
        call.cancel()
        await asyncio.wait((call,))


async def test_roots_are_not_offered() -> None:
    script = Script(tools__call=None)
    script.on["tools/call"] = _asks(script, {"method": "roots/list"})
    async with connected(script) as made:
        assert "not supported" in (await made.call("look", {}, CONTEXT)).text
        assert "roots" not in script.asked("initialize")[0]["params"]["capabilities"]
        assert {"elicitation", "sampling"} <= set(script.asked("initialize")[0]["params"]["capabilities"])
