"""The model writes a number where a text is wanted: the person sees it, corrects it, runs the call, and the server reads the correction."""

import json

import pytest

from tests.flow.dialect_server import DialectServer
from tests.gui.journeys.conftest import Journey, asks, last_body, says
from tests.gui.journeys.outline import outline
from tests.gui.journeys.person import Person

pytestmark = pytest.mark.promise("H4")


@pytest.mark.parametrize("mouse", [False, True], ids=["keyboard", "mouse"])
def test_wrong_arguments_are_corrected_and_the_corrected_call_is_what_is_sent(journey: Journey, mouse: bool) -> None:
    async def play(person: Person, _server: DialectServer) -> None:
        person.type("What did order 48213 cost?")
        person.press("Ctrl+Return")
        await person.until_reads("Paused before get_order — the arguments do not fit")
        assert outline(person.window.centre.banner) == [
            "StaticText «Paused before get_order — the arguments do not fit»",
            "Button «Run with raw text»",
            "Button «Tell the model»",
            "Button «Fix types»",
        ]
        editor = "Arguments as JSON"
        person.click(person.seen(editor)) if mouse else await person.tab_to(editor, back=True)
        person.write('{"order_id": "48213"}')
        await person.until_reads("Call of get_order, WAITING")
        person.pictured("1_corrected")
        told = outline(person.card())
        assert "EditableText «Arguments as JSON» focus" in told
        assert [line for line in told if "execute" in line] == ["Button «Commit and execute»"]
        await person.take("Commit and execute") if mouse else person.press("Ctrl+Return", "Esc", "Ctrl+Return")
        await person.until_reads("Paused before the request")
        await person.step()
        await person.until_reads("Finished")

    answers = [asks("I look.", ("get_order", '{"order_id": 48213}')), says("129.90 EUR.")]
    body = last_body(journey.go("openai_chat", answers, play, mouse=mouse))
    call, result = body["messages"][-2:]
    assert call["tool_calls"][0]["id"] == result["tool_call_id"] == "call_1"
    assert json.loads(call["tool_calls"][0]["function"]["arguments"]) == {"order_id": "48213"}
    assert json.loads(result["content"]) == {"order_id": "48213", "total": 129.9, "currency": "EUR"}
