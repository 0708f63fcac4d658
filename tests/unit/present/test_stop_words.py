"""Every stop is said: where, why, which call."""

import pytest

from studio.messages.toolspec import ToolSpec
from studio.present.labels import english
from studio.present.stop_words import failure_text, session_word, stop_words
from studio.session.events import SetupChanged
from studio.session.nodes import CallKey, Place, StopKind
from studio.session.notes import Stopped
from studio.session.policies import Limits, Policy
from tests.unit.present.sample import ONE, TWO, Sample


def said(
    sample: Sample, reason: StopKind, place: Place | None = None, call: CallKey | None = None, what: str = ""
) -> str:
    stop = Stopped(sample.journal.head, reason, place, call, what)
    return " · ".join(map(english, stop_words(stop, sample.journal.state, pointer="/messages/1")))


@pytest.fixture
def two_calls() -> Sample:
    sample = Sample()
    sample.ask(ONE, TWO)
    return sample


def test_a_stop_before_a_call_names_tool_reason_and_place(two_calls: Sample) -> None:
    key = (two_calls.reply, 1)
    assert said(two_calls, "approval", "before_call", key) == (
        "Paused before issue_refund · approval: the tool is sensitive · call 2 of 2"
    )
    assert said(two_calls, "breakpoint", "before_call", key).startswith(
        "Paused before issue_refund · stop place: before each call"
    )


def test_the_only_call_of_a_reply_is_not_counted() -> None:
    sample = Sample()
    sample.ask(TWO)
    assert said(sample, "step", "before_call", (sample.reply, 0)) == "Paused before issue_refund · step"


def test_a_stop_whose_call_is_gone_names_no_tool(two_calls: Sample) -> None:
    two_calls.ask()
    assert said(two_calls, "step", "before_call", (two_calls.reply, 7)) == "Paused · step"


@pytest.mark.parametrize(
    ("reason", "place", "what", "told"),
    [
        ("finished", None, "", "Finished · the model asked for nothing more"),
        ("waiting", None, "message", "Waiting for your message"),
        ("pause", "before_request", "", "Paused before the request · paused by you"),
        ("pause", None, "stopped", "Paused · stopped by you"),
        ("exception", None, "uncertain_request", "The request may have been sent · it began and has no reply"),
        (
            "exception",
            "before_request",
            "differs",
            "The request differs from the recorded one · first difference at /messages/1",
        ),
        ("limit", "before_request", "round_trips", "Limit reached · 1 round trip since your last message"),
        ("exception", "before_call", "code_of_a_later_version", "Paused · something went wrong"),
    ],
)
def test_every_reason_has_its_sentence(
    two_calls: Sample, reason: StopKind, place: Place | None, what: str, told: str
) -> None:
    assert said(two_calls, reason, place, None, what).startswith(told)


@pytest.mark.parametrize(
    ("what", "text", "told"),
    [
        ("tokens", "1204", "1204 tokens since your last message, the limit is 1,000"),
        ("cost", "0.0512", "0.0512 US dollars since your last message, the limit is 0.05"),
        ("cost_unknown", "", "what this model costs is not known, and there is a limit of 0.05 US dollars"),
        ("seconds", "61.0", "61.0 seconds at work since your last message, the limit is 60"),
        ("same_call", "3", "the same call 3 times in a row, the limit is 3"),
        ("__class__", "", "limit"),
    ],
)
def test_a_limit_says_the_value_that_was_reached_and_where_it_lies(what: str, text: str, told: str) -> None:
    sample = Sample()
    sample.journal.append(SetupChanged(limits=Limits(1000, 0.05, 60.0, 3)))
    stop = Stopped(sample.journal.head, "limit", "before_request", what=what, text=text)
    assert " · ".join(map(english, stop_words(stop, sample.journal.state))) == f"Limit reached · {told}"


@pytest.mark.parametrize("code", ["unknown_tool", "bad_arguments", "tool_error"])
def test_a_stop_that_ends_the_run_says_why(two_calls: Sample, code: str) -> None:
    stop = Stopped(two_calls.journal.head, "exception", "before_call", (two_calls.reply, 0), "failed", code)
    said = " · ".join(map(english, stop_words(stop, two_calls.journal.state)))
    assert "go no further" in said


def test_an_approval_that_a_policy_asks_for_does_not_call_the_tool_sensitive(two_calls: Sample) -> None:
    two_calls.journal.append(SetupChanged(tools=(ToolSpec("issue_refund"),), policies=(Policy("*", "ask"),)))
    told = said(two_calls, "approval", "before_call", (two_calls.reply, 1))
    assert told == "Paused before issue_refund · approval: your policy asks for it · call 2 of 2"


def test_a_provider_error_tells_its_status() -> None:
    sample = Sample()
    sample.fail(503)
    assert said(sample, "exception", "before_request", what="provider_error") == (
        "The request failed · the server answered 503"
    )


def test_a_sentence_that_belongs_to_the_stop_is_its_reason() -> None:
    sample = Sample()
    stop = Stopped(sample.journal.head, "exception", "before_request", what="no_answer", text="No model is {chosen}.")
    said = [english(words) for words in stop_words(stop, sample.journal.state)]
    assert said == ["Paused before the request", "No model is {chosen}."]


def test_an_uncertain_call_names_its_tool(two_calls: Sample) -> None:
    two_calls.start(0)
    assert said(two_calls, "exception", "before_call", (two_calls.reply, 0), "uncertain_call").startswith(
        "get_order may have run · it began and has no end"
    )


def test_a_session_in_one_word() -> None:
    sample = Sample()
    assert session_word(None, sample.journal.state).key == "session.paused"
    sample.fail()
    assert session_word(None, sample.journal.state).key == "session.error"
    sample.ask(ONE)
    assert session_word(Stopped(reason="step"), sample.journal.state).key == "session.paused"
    sample.start(0)
    assert session_word(Stopped(reason="step"), sample.journal.state).key == "session.uncertain"
    sample.run(0)
    sample.ask()
    assert session_word(None, sample.journal.state).key == "session.finished"
    assert session_word(Stopped(reason="waiting"), sample.journal.state).key == "session.waiting"


def test_a_message_that_begins_with_the_kind_of_its_error_is_told_alone() -> None:
    assert failure_text("no answer in time", "60 s went by.") == "no answer in time: 60 s went by."
    assert (
        failure_text("the reply broke off", "The reply broke off after 12 bytes.")
        == "The reply broke off after 12 bytes."
    )
    assert failure_text("cancelled", "") == "cancelled"
