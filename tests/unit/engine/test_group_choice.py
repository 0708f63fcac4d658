"""Tests of what a small model is asked about groups, and of how leniently what it said is read."""

import pytest

from studio.engine.group_choice import choice_request, read_choice
from studio.messages.message import Message, user
from studio.messages.parts import Text
from studio.session.chain import Chain
from studio.session.setup import ResponderChoice, Setup
from studio.session.state import SessionState
from studio.session.toolbox import Chooser, Chosen, ToolGroup

GROUPS = (
    ToolGroup("orders", ("order_*",), Chosen(), "Orders and parcels"),
    ToolGroup("Refunds", ("refund",), Chosen()),
)


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ('["orders"]', ("orders",)),
        ('["REFUNDS", "orders", "orders"]', ("Refunds", "orders")),
        ('Sure!\n```json\n["orders", "weather"]\n```', ("orders",)),
        ('[{"name": "refunds"}]', ("Refunds",)),
        ("[]", ()),
        ("None.", ()),
        ("The groups needed are orders and Refunds.", ("orders", "Refunds")),
        ("[not json] orders", ("orders",)),
        ("[" * 100_000 + "orders", ("orders",)),
        ('["x",' * 50_000 + '["orders"]', ("orders",)),
        ('<think>refunds? no, [refunds]</think>["orders"]', ("orders",)),
        ('["weather"]', None),
        ("I cannot say", None),
        ("", None),
    ],
)
def test_what_it_said_is_read_as_names_where_it_can_be(said: str, read: tuple[str, ...] | None) -> None:
    assert read_choice(said, GROUPS) == read


def test_it_is_asked_with_the_groups_and_the_last_messages_and_no_tools() -> None:
    said = Chain[Message]().extend([user("Hello"), Message("assistant", (Text("Hi!"),)), user("My money back")])
    chooser = Chooser("model", ResponderChoice("live", model_name="small"), "Choose well.")
    setup = Setup(system="Be kind.", groups=GROUPS, chooser=chooser)
    request = choice_request(SessionState(setup=setup, messages=said))
    assert (request.model_name, request.system, request.tools) == ("small", "Choose well.", ())
    (message,) = request.messages
    assert message.text == (
        "The groups:\n- orders: Orders and parcels\n- Refunds: refund\n\n"
        "The conversation before:\nuser: Hello\nassistant: Hi!\n\nThe user's last message:\nMy money back"
    )
