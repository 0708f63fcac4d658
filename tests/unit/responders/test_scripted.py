"""The scripted responder: which rule answers, what its words quote, and how it is streamed."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from studio.messages.assemble import Assembly
from studio.messages.message import Message, user
from studio.messages.parts import Call, Result
from studio.messages.request import ChatRequest
from studio.messages.tokens import message_tokens, text_tokens, tool_tokens
from studio.messages.toolspec import ToolSpec
from studio.responders.responder import Asked, Closed, Failed, Opened, Responder
from studio.responders.script import Script, ScriptError, read_script
from studio.responders.scripted import ScriptedResponder

pytestmark = pytest.mark.anyio

SCRIPT = read_script(
    """{"rules": [
      {"after": "user", "says": "refund", "parts": [
        {"text": "Let me look."},
        {"call": "get_order", "arguments": {"id": "A1"}},
        {"call": "get_customer", "arguments": "{\\"id\\": \\"C7\\"}"}]},
      {"after": ["get_order", "get_customer"], "parts": [
        {"call": "issue_refund", "arguments": {
          "amount": "${get_order.result.total}", "note": "for ${get_customer.result.name}, ${get_order.args.id}",
          "lost": "${get_order.result.colour}"}}]},
      {"after": ["issue_refund"], "error": true, "parts": [{"text": "It failed: ${issue_refund.result}"}]},
      {"after": ["issue_refund"], "error": false, "parts": [
        {"text": "Refunded $$${issue_refund.args.amount} of $5 (${issue_refund.result.state})."}]}
    ]}"""
)


async def tell(responder: Responder, messages: Sequence[Message], *, stream: bool = True) -> list[Any]:
    asked = Asked(ChatRequest("demo", messages), lambda: b"", stream)
    return [told async for told in responder.answer(asked)]


def calls(*made: Call) -> Message:
    return Message("assistant", made)


def results(*made: Result) -> Message:
    return Message("tool", made)


FIRST = (
    user("Please REFUND my order"),
    calls(Call("get_order", '{"id":"A1"}', "1"), Call("get_customer", '{"id":"C7"}', "2")),
    results(Result("1", '{"total": 48.5}', name="get_order"), Result("2", '{"name": "Ana"}')),
)


async def test_the_first_rule_that_fits_answers_with_text_and_calls() -> None:
    told = await tell(ScriptedResponder(SCRIPT), FIRST[:1])
    assert isinstance(told[0], Opened)
    reply = told[-1].reply
    assert reply.text == "Let me look."
    assert [(call.name, call.arguments) for call in reply.calls] == [
        ("get_order", '{"id": "A1"}'),
        ("get_customer", '{"id": "C7"}'),
    ]
    assert len({call.id for call in reply.calls}) == 2
    assert reply.finish == "tool_calls"


async def test_a_whole_placeholder_becomes_the_value_and_a_missing_one_says_so_in_words() -> None:
    told = await tell(ScriptedResponder(SCRIPT), FIRST)
    (call,) = told[-1].reply.calls
    assert call.arguments == '{"amount": 48.5, "note": "for Ana, A1", "lost": "(get_order gave no colour)"}'


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (Result("3", '{"state":"done"}', name="issue_refund"), "Refunded $20 of $5 (done)."),
        (Result("3", "no money", name="issue_refund", is_error=True), "It failed: no money"),
    ],
)
async def test_an_error_among_the_results_chooses_another_rule(result: Result, text: str) -> None:
    edited = calls(Call("issue_refund", '{"amount": 20}', "3"))
    told = await tell(ScriptedResponder(SCRIPT), (*FIRST, edited, results(result)))
    assert told[-1].reply.text == text


async def test_an_edited_argument_shows_in_the_answer() -> None:
    script = read_script(
        '{"rules": [{"after": ["pay"], "parts": [{"text": "Paid ${pay.args.amount} to ${pay.args.to.0}"}]}]}'
    )
    edited = calls(Call("pay", '{"amount": 20, "to": ["Bo"]}', "3"))
    told = await tell(ScriptedResponder(script), (user("x"), edited, results(Result("3", "ok", name="pay"))))
    assert told[-1].reply.text == "Paid 20 to Bo"


@pytest.mark.parametrize("notice", ['[What ran: pay({"n": 1})]', "My own words,\n\n{in two parts}", "[1]\n\n[2"])
async def test_a_result_is_read_behind_the_notice_of_a_changed_call(notice: str) -> None:
    script = read_script(
        '{"rules": [{"after": ["pay"], "parts": [{"text": "${pay.result.id} ${pay.result.no} ${pay.args.to} ${ask.args}"}]}]}'
    )
    given = results(Result("3", f'{notice}\n\n{{"id": "R-1"}}', name="pay"))
    told = await tell(ScriptedResponder(script), (user("x"), calls(Call("pay", "{}", "3")), given))
    assert told[-1].reply.text == "R-1 (pay gave no no) (pay was called without to) (ask was not called)"


async def test_the_same_request_gets_the_same_reply_again() -> None:
    responder = ScriptedResponder(SCRIPT)
    first = await tell(responder, FIRST)
    await tell(responder, FIRST[:1])
    assert await tell(responder, FIRST) == first


async def test_usage_grows_with_the_history_and_forgets_what_was_dropped() -> None:
    responder = ScriptedResponder(SCRIPT)
    short = (await tell(responder, FIRST[:1]))[-1].reply.usage.input
    long = (await tell(responder, FIRST))[-1].reply.usage.input
    assert long > short
    assert (await tell(responder, FIRST[:1]))[-1].reply.usage.input == short


async def test_usage_is_what_is_estimated_of_the_same_request_so_that_figures_add_up() -> None:
    tool = ToolSpec("pay", "Pays.", {"type": "object", "properties": {"id": {"type": "string"}}})
    asked = Asked(ChatRequest("m", FIRST, "Be short.", (tool,)), lambda: b"", stream=False)
    told: list[Any] = [each async for each in ScriptedResponder(SCRIPT).answer(asked)]
    reply = told[-1].reply
    assert reply.usage.input == 4 + text_tokens("Be short.") + tool_tokens(tool) + sum(map(message_tokens, FIRST))
    assert reply.usage.output == message_tokens(Message("assistant", reply.parts))


async def test_a_pace_streams_words_that_join_to_the_reply() -> None:
    script = Script(rules=SCRIPT.rules, pace=0.01)
    told = await tell(ScriptedResponder(script), FIRST[:1])
    assembly = Assembly()
    for delta in told[1:-1]:
        assembly.feed(delta)
    assert assembly.reply().parts == told[-1].reply.parts
    assert [delta[1] for delta in told[1:4]] == ["Let ", "me ", "look."]


async def test_an_unstreamed_request_gets_no_deltas() -> None:
    told = await tell(ScriptedResponder(SCRIPT), FIRST[:1], stream=False)
    assert [type(one) for one in told] == [Opened, Closed]


async def test_a_slow_script_can_be_cancelled() -> None:
    script = Script(rules=SCRIPT.rules, pace=3_600_000)
    task = asyncio.get_running_loop().create_task(tell(ScriptedResponder(script), FIRST[:1]))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 5)


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        ((user("Hello there"),), 'no reply to "Hello there"'),
        ((*FIRST[:2], results(Result("1", "x", is_error=True))), "after the results of get_order with an error"),
        ((), "without messages"),
    ],
)
async def test_a_request_without_a_rule_is_missed_with_a_sentence(messages: tuple[Message, ...], words: str) -> None:
    (failed,) = await tell(ScriptedResponder(SCRIPT), messages)
    assert isinstance(failed, Failed)
    assert failed.error.kind == "missed"
    assert words in failed.error.message


@pytest.mark.parametrize(
    ("text", "place"),
    [("{", "script"), ('{"rules": [{"parts": []}]}', "rules.0.parts"), ('{"rules": [{"afer": "user"}]}', "rules.0")],
)
async def test_a_script_that_cannot_be_read_names_the_place(text: str, place: str) -> None:
    with pytest.raises(ScriptError) as raised:
        read_script(text)
    assert place in str(raised.value)
