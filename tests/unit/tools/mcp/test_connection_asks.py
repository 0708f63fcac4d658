"""A connection to a server that asks while it works: the question, its answer, and the clock meanwhile."""

import asyncio
from typing import Any

import pytest

from studio.session.server_view import Answer, Question
from studio.tasks import spawn
from studio.tools.mcp.asked import MOST_OPEN
from tests.unit.tools.mcp.scripted import CONTEXT, Host, Json, Script, connected, never, text, until

pytestmark = pytest.mark.anyio


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


async def test_of_very_many_questions_at_once_the_person_gets_a_hundred_and_the_server_hears_of_the_rest() -> None:
    async def thinks(_: Question) -> Answer:
        await asyncio.Event().wait()
        raise AssertionError

    script, host = Script(), Host()
    host.answer = thinks
    async with connected(script, host):
        for number in range(MOST_OPEN + 20):
            script.says({"id": f"q{number}", **FORM})
        await until(lambda: sum("error" in each for each in script.heard) == 20)
        assert len(host.questions) == MOST_OPEN


async def test_roots_are_not_offered() -> None:
    script = Script(tools__call=None)
    script.on["tools/call"] = _asks(script, {"method": "roots/list"})
    async with connected(script) as made:
        assert "not supported" in (await made.call("look", {}, CONTEXT)).text
        assert "roots" not in script.asked("initialize")[0]["params"]["capabilities"]
        assert {"elicitation", "sampling"} <= set(script.asked("initialize")[0]["params"]["capabilities"])
