"""What counts as the same when a replay is compared with its recording."""

from studio.cli.replayed import said
from studio.session.notes import Stopped
from tests.unit.present.sample import ONE, TWO, Sample


def told(sample: Sample) -> list[dict[str, object]]:
    return said(sample.journal.tree, sample.journal.head)


def test_sources_times_and_stops_do_not_count() -> None:
    one, other = Sample(), Sample()
    for sample, source in ((one, "ran"), (other, "recorded")):
        sample.ask(ONE)
        sample.run(0, source=source, stdout=source)
    other.journal.note(Stopped(other.journal.head, "step"))
    assert told(one) == told(other)


def test_what_was_said_asked_for_and_given_counts() -> None:
    one, other, third = Sample(), Sample(), Sample()
    one.ask(ONE)
    other.ask(TWO)
    third.ask(ONE, text="Otherwise.")
    assert told(one) != told(other)
    assert told(one) != told(third)
    again = Sample()
    again.ask(ONE)
    assert told(one) == told(again)
    one.run(0, "a")
    again.run(0, "b")
    assert told(one) != told(again)
