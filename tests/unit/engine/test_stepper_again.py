"""What the stepper sends again by itself, a failed request or a refused one with its tools as text, waits when the person paused."""

from collections.abc import AsyncIterator

import pytest

from studio.messages.reply import ProviderError
from studio.responders.responder import Failed
from studio.session.events import SetupChanged
from studio.session.setup import ResponderChoice
from studio.tasks import spawn
from tests.flow.canned import Answers, Canned, Gate, Tools, reply

pytestmark = pytest.mark.anyio

AUTOMATIC = SetupChanged(responder=ResponderChoice("live", model_name="tiny", calls="auto"))
REFUSED = ProviderError("http", "tiny does not support tools", 400)
BUSY = ProviderError("http", "busy", 503, retry_after=0.001)


@pytest.mark.parametrize(("error", "reason"), [(REFUSED, "pause"), (BUSY, "exception")])
async def test_nothing_is_sent_again_after_a_pause(error: ProviderError, reason: str) -> None:
    gate = Gate()

    async def fails() -> AsyncIterator[Failed]:
        await gate.pass_through()
        yield Failed(error)

    canned = Canned(Answers(fails, reply("Here.")), Tools(add=lambda a, b: a + b))
    canned.stepper.sending.retries = 2
    canned.journal.append(AUTOMATIC)
    canned.say()
    going = spawn(canned.stepper.go("end"), name="going")
    await gate.reached.wait()
    canned.stepper.pause()
    gate.open.set()
    stop = await going
    assert (stop.reason, stop.place, len(canned.bodies())) == (reason, "before_request", 1)
    assert (await canned.stepper.go("end")).reason == "finished"
    assert len(canned.bodies()) == 2
