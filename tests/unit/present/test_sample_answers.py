"""An answer of a sample in one line and in full."""

import pytest

from studio.messages.parts import Call, Text
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.present.sample_answers import AnswerLine, answer_line, answer_text
from studio.session.kept_samples import KeptSample
from studio.session.nodes import NodeId
from studio.session.samples import SampleArm, SamplePlan, SampleProbe, SampleReply

pytestmark = pytest.mark.promise("H1")
CALLED = SampleReply(
    0, 0, 0, reply=ChatReply((Text("So."), Call("get", '{"x": 1}')), "stop", Usage(1234, 5)), seconds=2
)
SAID = SampleReply(0, 1, 0, reply=ChatReply((Text("Hello\nyou"),)))
FAILED = SampleReply(0, 0, 1, error=ProviderError("http", "No.", 500))
PLAN = SamplePlan((SampleArm("as it is"),), (SampleProbe(), SampleProbe("Hi there")))


def test_it_is_told_in_a_line_what_was_called_or_said_or_why_not() -> None:
    sample = KeptSample("s1", NodeId(1), PLAN, (CALLED, SAID, FAILED))
    assert [answer_line(sample, at) for at in range(3)] == [
        AnswerLine(1, "as it is", "", 'get({"x": 1})', "1,234 → 5", 2),
        AnswerLine(2, "as it is", "Hi there", "Hello you", "", 0),
        AnswerLine(3, "as it is", "", "No.", "", 0, failed=True),
    ]


def test_in_full_it_has_text_calls_and_why_it_ended() -> None:
    assert answer_text(CALLED) == 'So.\n\nget({\n  "x": 1\n})\n\n[stop]'
    assert answer_text(SAID) == "Hello\nyou"
    assert answer_text(FAILED) == "No."
    assert answer_text(SampleReply(0, 0, 0)) == ""
