"""A session is in one of nine states, each with its word and its sign."""

import pytest

from studio.present.labels import english
from studio.present.run_state import run_state
from studio.session.nodes import StopKind
from studio.session.notes import Stopped
from tests.unit.present.sample import ONE, Sample


@pytest.mark.parametrize(
    ("activity", "reason", "what", "said"),
    [
        ("idle", None, "", "Ready"),
        ("sending", "step", "", "Sending"),
        ("streaming", None, "", "Streaming"),
        ("tools", None, "", "Running tools"),
        ("idle", "step", "", "Paused"),
        ("idle", "approval", "", "Paused"),
        ("idle", "exception", "bad_arguments", "Paused"),
        ("idle", "waiting", "", "Waiting for you"),
        ("idle", "finished", "", "Finished"),
        ("idle", "limit", "round_trips", "Limit reached"),
        ("idle", "exception", "not_written", "Failed"),
    ],
)
def test_each_state_has_its_word(activity: str, reason: StopKind | None, what: str, said: str) -> None:
    sample = Sample()
    sample.ask(ONE)
    stop = Stopped(sample.journal.head, reason, what=what) if reason is not None else None
    assert english(run_state(activity, stop, sample.journal.state).word) == said


def test_a_request_that_failed_is_told_from_a_call_that_does_not_fit() -> None:
    sample = Sample()
    sample.ask(ONE)
    misfit = run_state("idle", Stopped(sample.journal.head, "exception", what="bad_arguments"), sample.journal.state)
    assert (misfit.kind, misfit.colour) == ("paused", "error")
    sample.fail()
    failed = run_state("idle", Stopped(sample.journal.head, "exception"), sample.journal.state)
    assert (failed.kind, failed.icon) == ("failed", misfit.icon)


def test_what_may_have_happened_and_what_a_server_asks_wait_for_the_person() -> None:
    sample = Sample()
    sample.ask(ONE)
    sample.start(0)
    stop = Stopped(sample.journal.head, "exception", what="uncertain_call")
    assert run_state("idle", stop, sample.journal.state).kind == "waiting"
    assert run_state("tools", None, sample.journal.state, asked=True).kind == "waiting"
