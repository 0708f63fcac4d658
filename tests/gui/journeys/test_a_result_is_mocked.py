"""The tool is not to run: the person writes its result, and the model reads that."""

import json

import pytest

from tests.flow.dialect_server import DialectServer
from tests.gui.journeys.conftest import Journey, asks, last_body, says
from tests.gui.journeys.outline import outline
from tests.gui.journeys.person import Person

pytestmark = pytest.mark.promise("H4")


def test_a_result_that_was_written_by_hand_is_what_the_model_reads(journey: Journey) -> None:
    async def play(person: Person, _server: DialectServer) -> None:
        person.type("What did order 48213 cost?")
        person.press("Ctrl+Return")
        await person.until_reads("Paused before get_order")
        await person.until(lambda: person.is_at("Execute"))
        person.press("Ctrl+M")
        await person.until_reads("The tool does not run; the model reads this result:")
        told = outline(person.card())
        assert told[told.index("StaticText «The tool does not run; the model reads this result:»") + 1 :][:3] == [
            "EditableText «Mocked result» focus",
            "Button «Use as result»",
            "Button «Cancel»",
        ]
        person.write('{"total": 1.5}')
        person.pictured("3_mocked")
        person.press("Ctrl+Return")
        await person.until_reads("Call of get_order, MOCK")
        await person.step()
        await person.until_reads("Finished")

    answers = [asks("I look.", ("get_order", '{"order_id": "48213"}')), says("1.50.")]
    body = last_body(journey.go("anthropic_messages", answers, play))
    call, result = body["messages"][-2]["content"][-1], body["messages"][-1]["content"][0]
    assert call == {"type": "tool_use", "id": "call_1", "name": "get_order", "input": {"order_id": "48213"}}
    assert (result["type"], result["tool_use_id"]) == ("tool_result", "call_1")
    assert json.loads(result["content"]) == {"total": 1.5}
