"""The demo's script: its story, and the turns that a person can give it by editing, rejecting and mocking."""

import json

import pytest

from studio import paths
from studio.messages.message import Message, user
from studio.messages.parts import Call, Result
from studio.messages.reply import ChatReply
from studio.messages.request import ChatRequest
from studio.responders.responder import Asked, Closed
from studio.responders.script import Script, read_script
from studio.responders.scripted import ScriptedResponder

pytestmark = pytest.mark.anyio

DEMO = paths.resources() / "demo"
ORDER = json.dumps({"order_id": "48213", "total": 129.9, "currency": "EUR", "items": [{"price": 89.9}]})
MISFIT = "issue_refund was not run, its arguments do not fit:\n- amount: must be a number"
TOO_MUCH = "ValueError: amount must not be more than the order's total of 129.90"


@pytest.fixture(scope="module")
def script() -> Script:
    """The script, without its pauses."""
    return read_script((DEMO / "refund_script.json").read_bytes()).model_copy(update={"pace": 0})


class Story:
    """Plays the loop: `reply` is the last one, `history` what was said."""

    def __init__(self, script: Script) -> None:
        self._responder = ScriptedResponder(script)
        message = json.loads((DEMO / "refund_demo.json").read_bytes())["message"]
        self.history: list[Message] = [user(message)]
        self.reply = ChatReply()

    async def ask(self) -> "Story":
        asked = Asked(ChatRequest("demo-model", self.history), lambda: b"")
        told = [item async for item in self._responder.answer(asked)]
        assert isinstance(told[-1], Closed)
        self.reply = told[-1].reply
        return self

    async def give(self, *results: tuple[str, bool], edited: dict[str, object] | None = None) -> "Story":
        """Answer the calls with (text, is error); `edited` are the arguments that the person gave the first call."""
        calls = list(self.reply.calls)
        if edited is not None:
            calls[0] = Call(calls[0].name, json.dumps(edited), calls[0].id)
        self.history.append(Message("assistant", tuple(calls)))
        self.history.append(
            Message(
                "tool",
                tuple(
                    Result(call.id, text, call.name, is_error=bad)
                    for call, (text, bad) in zip(calls, results, strict=True)
                ),
            )
        )
        return await self.ask()

    @property
    def call(self) -> tuple[str, dict[str, object]]:
        (call,) = self.reply.calls
        return call.name, json.loads(call.arguments)


async def begun(script: Script) -> Story:
    story = await Story(script).ask()
    assert [call.name for call in story.reply.calls] == ["get_order", "search_policy"]
    return await story.give((ORDER, False), ("{}", False))


async def test_the_first_refund_does_not_fit_the_second_is_too_much_the_third_is_right(script: Script) -> None:
    story = await begun(script)
    name, arguments = story.call
    assert (name, arguments["amount"], arguments["currency"]) == ("issue_refund", "89.90", "eur")
    await story.give((MISFIT, True))
    assert story.call[1]["amount"] == 189.9
    await story.give((TOO_MUCH, True))
    assert (story.call[1]["amount"], story.call[1]["currency"]) == (89.9, "EUR")
    await story.give(('{"refund_id": "R-1"}', False))
    assert story.call == ("notify_customer", {"channel": "email", "template": "refund_ok"})
    await story.give(('{"sent": true}', False))
    assert "89.9 EUR were paid back (refund R-1)" in story.reply.text
    assert story.reply.calls == ()


async def test_a_person_who_corrects_the_arguments_comes_straight_to_the_customer(script: Script) -> None:
    story = await begun(script)
    fixed = {"order_id": "48213", "amount": 42.5, "currency": "EUR", "reason": "cup", "notify": True}
    await story.give(('{"refund_id": "R-2"}', False), edited=fixed)
    assert story.call[0] == "notify_customer"
    await story.give(('{"sent": true}', False))
    assert "42.5 EUR were paid back (refund R-2)" in story.reply.text
    assert "已退款 42.5 EUR" in story.reply.text


async def test_an_edited_order_shows_in_the_amount(script: Script) -> None:
    story = await Story(script).ask()
    await story.give((ORDER.replace("89.9", "12.5"), False), ("{}", False))
    await story.give((TOO_MUCH, True))
    assert story.call[1]["amount"] == 12.5


async def test_a_rejected_refund_ends_the_story_with_the_reason(script: Script) -> None:
    story = await begun(script)
    await story.give(("The user rejected this call of issue_refund; it was not run. Reason: too much money", True))
    assert "No money was paid back" in story.reply.text
    assert "too much money" in story.reply.text
    assert story.reply.calls == ()


async def test_an_order_that_cannot_be_found_and_a_customer_who_cannot_be_told_are_said(script: Script) -> None:
    story = await Story(script).ask()
    await story.give(("LookupError: there is no order 48213", True), ("{}", False))
    assert "could not be looked up: LookupError" in story.reply.text
    story = await begun(script)
    await story.give(('{"refund_id": "R-3"}', False))
    await story.give(("TimeoutError: no mail server", True))
    assert "could not be told: TimeoutError" in story.reply.text


async def test_any_other_request_gets_an_answer_too(script: Script) -> None:
    story = Story(script)
    story.history = [user("What is the weather like?")]
    await story.ask()
    assert "I am a script" in story.reply.text
    story.history = [Message("assistant", (Call("open_ticket", "{}", "x"),)), Message("tool", (Result("x", "{}"),))]
    await story.ask()
    assert "no answer to this turn" in story.reply.text
