"""The server says *too many*, then breaks, then answers: the person waits as long as it asked, retries, and goes on."""

import json

import pytest

from tests.flow.dialect_server import DialectServer
from tests.gui.journeys.conftest import Journey, says
from tests.gui.journeys.outline import outline
from tests.gui.journeys.person import Person

pytestmark = pytest.mark.promise("H4")


BUSY = (429, {"type": "error", "error": {"type": "rate_limit_error", "message": "Slow down."}}, {"Retry-After": "1"})
BROKEN = (500, {"type": "error", "error": {"type": "api_error", "message": "Overloaded."}})


def test_a_limit_is_waited_for_a_broken_server_asked_again_and_each_time_the_same_is_sent(journey: Journey) -> None:
    async def play(person: Person, server: DialectServer) -> None:
        answer = person.window.panes.response
        person.type("What did order 48213 cost?")
        person.press("Ctrl+Return")
        await person.until_reads("Too many requests (429)")
        person.pictured("6_limit")
        told = [line for line in outline(answer) if "Radio" not in line]
        assert told[:2] == ["StaticText «Too many requests (429)»", "StaticText «Slow down.»"]
        assert [line for line in told if line.startswith("Button")][:2] == ["Button «Retry»", "Button «Retry in 1 s»"]
        await person.take("Retry in 1 s", inside=answer)
        await person.until_reads("The request failed — the server answered 500")
        assert len(server.raw) == 2
        await person.take("Retry", inside=answer)
        await person.until_reads("Finished")

    server = journey.go("anthropic_messages", [BUSY, BROKEN, says("129.90 EUR.")], play)
    assert len(server.raw) == 3
    assert server.raw[0] == server.raw[1] == server.raw[2]
    assert json.loads(server.raw[2])["messages"] == [{"role": "user", "content": "What did order 48213 cost?"}]
