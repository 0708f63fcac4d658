"""A session that was recorded is gone along again: the same calls and answers, and the server hears nothing."""

import pytest

from tests.flow.dialect_server import DialectServer
from tests.gui.journeys.conftest import Journey, asks, last_body, says
from tests.gui.journeys.outline import outline
from tests.gui.journeys.person import Person

pytestmark = pytest.mark.promise("H4")


def test_a_session_is_replayed_to_its_end_and_nothing_is_sent(journey: Journey) -> None:
    async def play(person: Person, server: DialectServer) -> None:
        recorded = person.stage.session
        person.type("What did order 48213 cost?")
        person.press("Ctrl+Return")
        await person.until_reads("Paused before get_order")
        await person.step()
        await person.until_reads("Paused before the request")
        await person.step()
        await person.until_reads("Finished")
        await person.command("Replay")
        dialog = await person.opened()
        assert "EditableText «Session file» focus" in outline(dialog)
        person.press("Ctrl+Return")
        await person.until(lambda: len(person.stage.program.windows) == 2)
        person.goes_to(person.stage.program.windows[1])
        await person.until(lambda: person.window.bridge.session is not None)
        await person.until(person.window.centre.isVisible)
        person.press("Ctrl+F5")
        await person.until_reads("Finished")
        person.pictured("8_replayed")
        again = person.window.bridge.session
        assert again is not None
        assert again.path != recorded.path
        assert "StaticText «129.90 EUR.»" in outline(person.window.panes.response)
        assert len(server.raw) == 2, "the server heard nothing of it"

    answers = [asks("I look.", ("get_order", '{"order_id": "48213"}')), says("129.90 EUR.")]
    body = last_body(journey.go("openai_responses", answers, play))
    assert body["input"][-1]["call_id"] == "call_1"
