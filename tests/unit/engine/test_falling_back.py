"""Automatic calls: native until the provider refuses tools, then told as text; never without the person's choice."""

import pytest
from msgspec.structs import replace

from studio.engine.falling_back import as_text
from studio.messages.remark import Remark
from studio.messages.reply import ProviderError
from studio.messages.toolspec import ToolSpec
from studio.session.events import RequestFailed, RequestSent, SetupChanged
from studio.session.setup import ResponderChoice, Setup
from tests.flow.canned import Answers, Canned, Tools, reply

REFUSED = ProviderError("http", "tiny does not support tools", 400)
AUTOMATIC = Setup(responder=ResponderChoice("live", model_name="tiny", calls="auto"), tools=(ToolSpec("add"),))


def test_a_refusal_turns_automatic_calls_into_text_and_says_so() -> None:
    change = as_text(AUTOMATIC, RequestFailed(error=REFUSED))
    assert change is not None
    assert change.automatic
    assert change.remarks == (Remark("tools_refused", "json_block"),)
    assert change.responder == replace(AUTOMATIC.responder, text_form="json_block")


@pytest.mark.parametrize("calls", ["native", "react"])
def test_nothing_changes_by_itself_when_the_person_chose_a_way(calls: str) -> None:
    setup = replace(AUTOMATIC, responder=replace(AUTOMATIC.responder, calls=calls))
    assert as_text(setup, RequestFailed(error=REFUSED)) is None


def test_nothing_changes_for_another_error_or_without_tools_or_twice() -> None:
    other = RequestFailed(error=ProviderError("http", "no such model", 404))
    assert as_text(AUTOMATIC, other) is None
    assert as_text(replace(AUTOMATIC, tools=()), RequestFailed(error=REFUSED)) is None
    text = replace(AUTOMATIC, responder=replace(AUTOMATIC.responder, text_form="react"))
    assert as_text(text, RequestFailed(error=REFUSED)) is None


@pytest.mark.anyio
async def test_the_request_goes_again_at_once_with_the_tools_as_text() -> None:
    canned = Canned(Answers(REFUSED, reply("It is 3.")), Tools(add=lambda a, b: a + b))
    canned.journal.append(SetupChanged(responder=AUTOMATIC.responder))
    canned.say()
    assert (await canned.stepper.go("step")).reason == "finished"
    kinds = [type(event) for event in canned.journal.tree.events(canned.journal.head)]
    assert kinds[-5:-1] == [RequestSent, RequestFailed, SetupChanged, RequestSent]
    assert canned.journal.state.setup.responder.text_form == "json_block"
