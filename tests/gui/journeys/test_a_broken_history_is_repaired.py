"""An id is changed by hand so that call and result part: the window says so, does not send it, and mends it."""

import json

import pytest

from tests.flow.dialect_server import DialectServer
from tests.gui.journeys.conftest import Journey, asks, last_body, says
from tests.gui.journeys.outline import outline
from tests.gui.journeys.person import Person

pytestmark = pytest.mark.promise("H4")
TOLD = [
    "StaticText «Not sent: the messages are not valid — The call get_order (call_1) has no result. (and 1 more)»",
    "Button «Send anyway»",
    "Button «Show»",
    "Button «Repair: give the result the call's id»",
]


def test_a_result_whose_id_was_changed_is_named_and_mended_before_anything_is_sent(journey: Journey) -> None:
    async def play(person: Person, server: DialectServer) -> None:
        person.type("What did order 48213 cost?")
        person.press("Ctrl+Return")
        await person.until_reads("Paused before get_order")
        await person.step()
        await person.until_reads("Paused before the request")
        person.press("Ctrl+2")
        person.press("Alt+3")
        await person.until(lambda: person.is_at("JSON"))
        person.press("Ctrl+F")
        await person.stage.frame()
        person.type('"tool_call_id"')
        person.press("Return", "Esc")
        await person.until(lambda: person.is_at("JSON"))
        person.press("End", "Left", "Left", "Backspace")
        person.type("9")
        person.press("Ctrl+Return")
        await person.until_reads("Not sent: the messages are not valid")
        person.pictured("5_broken")
        assert outline(person.window.centre.banner) == TOLD
        person.press("F10")
        await person.stage.frame()
        assert len(server.raw) == 1, "a history that is not valid is not sent"
        person.press("F8", "Alt+Return")
        await person.until_reads("Paused before the request")
        person.press("Alt+Return")
        await person.until_reads("No quick fix is known here.")
        await person.step()
        await person.until_reads("Finished")

    answers = [asks("I look.", ("get_order", '{"order_id": "48213"}')), says("129.90 EUR.")]
    body = last_body(journey.go("openai_chat", answers, play))
    call, result = body["messages"][-2:]
    assert call["tool_calls"][0]["id"] == result["tool_call_id"] == "call_1"
    assert json.loads(result["content"])["total"] == 129.9
