"""What the provider would refuse is left out before it is sent, and said."""

import json
from typing import Any

from studio.dialects.openai_responses import OpenAIResponses
from studio.dialects.openai_responses_store import sendable
from studio.messages.message import Message, user
from studio.messages.remark import Remark

DIALECT = OpenAIResponses()
NOT_KEPT: dict[str, Any] = {"store": False}
BARE = {"type": "reasoning", "id": "rs_1", "summary": []}
SEALED = {"type": "reasoning", "id": "rs_2", "summary": [], "encrypted_content": "E"}
CALL = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "f", "arguments": "{}"}
SAID = {
    "type": "message",
    "id": "msg_1",
    "role": "assistant",
    "status": "completed",
    "content": [{"type": "output_text", "text": "a"}],
}


def said(*items: Any) -> Message:
    return DIALECT.read_reply(json.dumps({"output": items}).encode()).message


def items(message: Message | None) -> list[Any]:
    assert message is not None
    return list(json.loads(b"[" + DIALECT.write_message(message) + b"]"))


def without_id(item: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in item.items() if key != "id"}


def test_reasoning_that_nobody_keeps_is_left_out_and_what_follows_forgets_its_id() -> None:
    message, remarks = sendable(NOT_KEPT, said(BARE, CALL, SAID), 4)
    assert items(message) == [without_id(CALL), without_id(SAID)]
    assert remarks == (Remark("reasoning_not_stored", "rs_1", 4),)


def test_sealed_or_stored_reasoning_goes_back_as_it_came() -> None:
    for params, message in (
        (NOT_KEPT, said(SEALED, CALL)),
        ({}, said(BARE, CALL)),
        ({"store": True}, said(BARE, CALL)),
    ):
        assert sendable(params, message) == (message, ())


def test_items_behind_reasoning_that_stays_keep_their_ids() -> None:
    message, _ = sendable(NOT_KEPT, said(BARE, CALL, SEALED, SAID))
    assert items(message) == [without_id(CALL), SEALED, SAID]


def test_reasoning_at_which_a_reply_broke_off_is_left_out() -> None:
    message, remarks = sendable({}, said(SAID, SEALED))
    assert items(message) == [SAID]
    assert [remark.code for remark in remarks] == ["reasoning_leads_nowhere"]
    assert sendable({}, said(BARE))[0] is None


def test_other_messages_pass_as_they_are() -> None:
    assert sendable(NOT_KEPT, user("hi")) == (user("hi"), ())
