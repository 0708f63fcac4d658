"""What the worker says of a call, as its outcome."""

from typing import Any

import pytest

from studio.messages.parts import Image
from studio.tools.python_call import PythonCall

pytestmark = pytest.mark.anyio

OK = {"status": "ok", "text": "[1]", "seconds": 0.5}
RAISED = {"status": "error", "type": "ValueError", "message": "no", "traceback": "Traceback", "seconds": 0.1}


async def ended(told: dict[str, Any] | None) -> PythonCall:
    """A call of `f` that has ended."""
    call = PythonCall("f")
    call.take_output("stdout", "a")
    call.take_output("stdout", "b")
    call.finish(told)
    return call


async def test_a_result_comes_with_what_was_printed() -> None:
    outcome = (await ended(OK)).outcome("", "")
    assert (outcome.status, outcome.text, outcome.stdout, outcome.seconds) == ("ok", "[1]", "ab", 0.5)


async def test_an_error_keeps_its_traceback_for_the_person() -> None:
    outcome = (await ended(RAISED)).outcome("", "")
    assert (outcome.status, outcome.text, outcome.detail) == ("error", "ValueError: no", "Traceback")


async def test_a_value_that_was_refused_is_no_error_of_the_tool() -> None:
    outcome = (await ended({**RAISED, "status": "unfit"})).outcome("", "")
    assert outcome.text.startswith("f was not run")


async def test_no_word_means_that_the_process_died() -> None:
    outcome = (await ended(None)).outcome("signal 9", "last words")
    assert (outcome.status, outcome.detail) == ("died", "last words")
    assert "(signal 9)" in outcome.text


async def test_a_result_that_came_just_in_time_counts() -> None:
    assert (await ended(OK)).timed_out(1.0).status == "ok"
    assert (await ended({"status": "cancelled", "seconds": 1.0})).timed_out(1.0).status == "timeout"
    assert (await ended(None)).timed_out(1.0).status == "timeout"


async def test_only_the_first_end_counts() -> None:
    call = await ended(OK)
    call.finish(None)
    assert call.outcome("", "").status == "ok"


async def test_pictures_come_beside_the_text() -> None:
    media = [{"url": "data:image/png;base64,AA==", "media_type": "image/png"}]
    assert (await ended({**OK, "media": media})).outcome("", "").media == (
        Image("data:image/png;base64,AA==", "image/png"),
    )


async def test_a_result_that_is_too_long_says_that_the_tool_ran() -> None:
    outcome = (await ended({"status": "too_long", "size": 64_000_001, "seconds": 0.1})).outcome("", "")
    assert outcome.status == "error"
    assert "ran to its end" in outcome.text
    assert "64 MB" in outcome.text


async def test_an_error_of_a_call_that_was_told_to_stop_is_how_it_stopped() -> None:
    late = (await ended({**RAISED, "late": True})).timed_out(1.0)
    assert (late.status, late.detail) == ("timeout", "Traceback")
    assert (await ended({**RAISED, "late": False})).timed_out(1.0).text == "ValueError: no"
    assert (await ended({**OK, "late": True})).timed_out(1.0).status == "ok"


async def test_progress_is_passed_on_until_the_end() -> None:
    heard: list[tuple[float | None, str]] = []
    call = PythonCall("f", on_progress=lambda fraction, text: heard.append((fraction, text)))
    call.take_progress(0.5, "half")
    call.finish(OK)
    call.take_progress(1.0, "late")
    assert heard == [(0.5, "half")]
