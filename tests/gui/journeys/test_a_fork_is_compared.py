"""What if the order had cost less? A fork at the call, another result, and both branches beside one another."""

import json

import pytest

from tests.flow.dialect_server import DialectServer
from tests.gui.journeys.conftest import Journey, asks, says
from tests.gui.journeys.outline import outline
from tests.gui.journeys.person import Person

pytestmark = pytest.mark.promise("H4")


def test_a_fork_with_another_result_is_compared_with_what_happened(journey: Journey) -> None:
    async def play(person: Person, _server: DialectServer) -> None:
        person.type("Is order 48213 dear?")
        person.press("Ctrl+Return")
        await person.until_reads("Paused before get_order")
        await person.step()
        await person.until_reads("Paused before the request")
        await person.step()
        await person.until_reads("Finished")
        person.press("Ctrl+1", "Home")
        while not person.timeline_row().startswith("Round 1, tool call get_order"):
            person.press("Down")
        person.press("Ctrl+Shift+B")
        await person.until_reads("Paused before get_order")
        rows = [line for line in outline(person.window.timeline) if "Branch" in line]
        assert rows == ["Cell «Round 1, Branch B starts here, shared with the parent branch»"], "one row tells of it"
        person.press("Ctrl+M")
        await person.until(lambda: person.is_at("Mocked result"))
        person.write('{"total": 3}')
        person.press("Ctrl+Return")
        await person.until_reads("Paused before the request")
        await person.step()
        await person.until_reads("Finished")
        person.press("Ctrl+Shift+D")
        await person.until_reads("The first decision that differs is in round 2.")
        person.pictured("7_compared")
        told = "\n".join(outline(person.window.docks["compare"]))
        assert '→ {"total": 3} · another result · get_order' in told
        assert "No, cheap. · gpt-4o-mini · 60 → 9 · differs · 2   Yes, dear." in told

    answers = [asks("I look.", ("get_order", '{"order_id": "48213"}')), says("Yes, dear."), says("No, cheap.")]
    server = journey.go("openai_chat", answers, play)
    first, second, forked = (json.loads(raw)["messages"] for raw in server.raw)
    assert second[:-1] == forked[:-1] == [*first, second[1]], "up to the fork they are the same"
    assert (second[-1]["tool_call_id"], forked[-1]["tool_call_id"]) == ("call_1", "call_1")
    assert json.loads(second[-1]["content"])["total"] == 129.9
    assert json.loads(forked[-1]["content"]) == {"total": 3}
