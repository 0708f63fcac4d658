"""A breakpoint that answered a call is told from a mock rule of the session, whatever their ids are."""

import pytest

from studio.session.answered_by import by_breakpoint
from studio.session.events import ResultRecorded
from studio.session.mocks import MockRule
from tests.sample_session import Sample


@pytest.mark.parametrize(
    ("rule", "fault", "source", "by"),
    [
        ("b7", "", "mock", True),
        ("b2", "", "mock", False),
        ("", "", "mock", False),
        ("b7", "timeout", "mock", False),
        ("b7", "", "ran", False),
    ],
)
def test_who_answered(rule: str, fault: str, source: str, by: bool) -> None:
    sample = Sample()
    sample.setup(mocks=(MockRule("b2", "get_order"),))
    sample.ask()
    sample.reply(("get_order", "{}"))
    event = ResultRecorded(call=sample.key(0), source=source, rule=rule, fault=fault)  # type: ignore[arg-type]
    assert by_breakpoint(event, sample.journal.state) == by
