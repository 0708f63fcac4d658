"""Which calls were made on a path, of agents too, and what each turn came to."""

import pytest

from studio.messages.message import user
from studio.session.events import MessageAdded
from studio.session.made_calls import MadeCall, made
from tests.flow.nested import Nested

pytestmark = pytest.mark.anyio


async def test_calls_inside_agents_are_named_by_the_way_to_them_and_stand_behind_the_call_of_the_agent() -> None:
    world = Nested()
    world.journal.append(MessageAdded(message=user("deep")))
    await world.go("end")
    world.journal.append(MessageAdded(message=user("hello")))
    await world.go("end")
    found = made(world.journal.tree, world.journal.head)
    assert [(call.name, call.inside, call.source) for call in found.calls] == [
        ("boss", "", "ran"),
        ("helper", "boss", "ran"),
        ("look", "boss/helper", "ran"),
    ]
    assert found.calls[2] == MadeCall("look", '{"what":"a"}', "boss/helper", "ran")
    assert len(found.answers) == 2
    assert found.answers[1] == "hello!"


async def test_a_turn_that_came_to_no_answer_has_none() -> None:
    world = Nested()
    world.journal.append(MessageAdded(message=user("go")))
    await world.go("step")
    found = made(world.journal.tree, world.journal.head)
    assert [(call.name, call.source) for call in found.calls] == [("helper", "")]
    assert found.answers == ()
