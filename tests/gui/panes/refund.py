"""A refund session for the pane tests and pictures: three rounds, the last one stopped before a sensitive call."""

import json
from typing import Any

from studio.messages.message import Message
from studio.messages.parts import Call, Text
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.messages.toolspec import ToolSpec
from studio.session.events import MessageAdded
from studio.session.nodes import CallKey
from studio.session.notes import Stopped
from studio.session.setup import ResponderChoice, Setup
from tests.gui.panes.memory_session import MemorySession

REFUND: dict[str, Any] = {
    "type": "object",
    "properties": {
        "order_id": {"type": "string", "description": "The order's number."},
        "amount": {"type": "number", "minimum": 0, "description": "What is paid back, in the order's currency."},
        "currency": {"type": "string", "enum": ["EUR", "USD", "CNY"]},
        "reason": {"type": "string"},
        "notify": {"type": "boolean", "description": "Tell the customer by mail."},
    },
    "required": ["order_id", "amount", "currency"],
    "additionalProperties": False,
}
TOOLS = (
    ToolSpec("get_order", "One order.", {"type": "object", "properties": {"order_id": {"type": "string"}}}, "py"),
    ToolSpec(
        "search_policy", "The shop's rules.", {"type": "object", "properties": {"query": {"type": "string"}}}, "py"
    ),
    ToolSpec("get_customer", "A customer.", {"type": "object", "properties": {"id": {"type": "string"}}}, "py"),
    ToolSpec("issue_refund", "Pays money back.", REFUND, "py", sensitive=True),
    ToolSpec("notify_customer", "Writes to the customer.", {"type": "object", "properties": {}}, "py"),
    ToolSpec("refund_batch", "Many refunds.", {"type": "object", "properties": {}}, "py", sensitive=True),
)
SYSTEM = "You settle refund requests for an online shop. Look up the order before you decide. Never refund twice."
QUESTION = "订单 48213 到货时杯子碎了，请帮我退款。\nOrder 48213 arrived with a broken cup. Please refund it."
BAD = '{"order_id":"48213","amount":"89.90","currency":"eur","reason":"杯子破损 damaged cup","notify":true}'
REPLIES: list[ChatReply | ProviderError] = [
    ChatReply((Call("get_order", '{"order_id":"48213"}', "call_a81f"),), "tool_calls", Usage(1204, 38)),
    ChatReply(
        (
            Call("search_policy", '{"query":"refund damaged item"}', "call_b01"),
            Call("get_customer", '{"id":"C-1907"}', "call_b02"),
        ),
        "tool_calls",
        Usage(1318, 71),
    ),
    ChatReply(
        (
            Text("The cup is covered by the policy. I will refund the damaged item and tell the customer."),
            Call("issue_refund", BAD, "call_7Qm2ZxT9"),
            Call("notify_customer", '{"channel":"email","template":"refund_ok"}', "call_p0W4kLs1"),
        ),
        "tool_calls",
        Usage(1803, 96),
    ),
    ChatReply((Text("The refund of 89.90 EUR is on its way."),), "stop", Usage(1950, 12)),
]
ORDER = json.dumps({"order_id": "48213", "status": "delivered", "total": 129.9, "currency": "EUR", "items": 3})
POLICY = "Damaged goods: refund the damaged item, not the shipping, within 30 days of delivery. A photo is not needed."
SETUP = Setup(
    ResponderChoice("live", "OpenAI", model_name="gpt-4o-mini"),
    SYSTEM,
    {"temperature": 0.2, "tool_choice": "auto", "max_tokens": 1024},
    TOOLS,
    ("refund_batch",),
    coercion="off",
)


def new_session(*replies: ChatReply | ProviderError) -> MemorySession:
    """A session with its setup and no message."""
    return MemorySession(SETUP, list(replies) or REPLIES)


def asked_session(*replies: ChatReply | ProviderError) -> MemorySession:
    """A session with its first message, the request to be sent next."""
    session = new_session(*replies)
    session.journal.append(MessageAdded(message=Message("user", (Text(QUESTION),))))
    return session


def paused_session() -> tuple[MemorySession, CallKey, CallKey]:
    """Stopped for approval before `issue_refund`, whose arguments have two problems; and the keys of the two calls."""
    session = asked_session()
    session.results = {"get_order": ORDER, "search_policy": POLICY}
    _finish_round(session, 0)
    session.request()
    session.answer()
    first, second = keys(session)
    run(session.run_call(first))
    session.edit_result(first, POLICY.replace(" A photo is not needed.", ""))
    session.mock(second, '{"tier": "gold"}')
    session.request()
    session.answer()
    refund, notify = keys(session)
    session.stop = Stopped(session.head, "approval", "before_call", refund)
    session.asked.clear()
    return session, refund, notify


def _finish_round(session: MemorySession, at: int) -> None:
    session.request()
    session.answer()
    for key in keys(session):
        run(session.run_call(key))


def keys(session: MemorySession) -> list[CallKey]:
    """The keys of the open reply's calls."""
    assert session.state.open is not None
    return [call.key for call in session.state.open.calls]


def run(coro: Any) -> None:
    """Run a coroutine that never waits."""
    try:
        coro.send(None)
    except StopIteration:
        return
    coro.close()
    raise AssertionError("the coroutine waits")
