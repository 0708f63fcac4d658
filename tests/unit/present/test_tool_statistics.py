"""How the calls of a tool went so far."""

from studio.present.spending_values import Asked, Ran, Stood, Who
from studio.present.tool_statistics import ToolStatistics, tool_statistics

ENTRIES = (
    Ran(1, "look", 0.2),
    Ran(1, "book", 9.0),
    Stood(1, 60.0),
    Ran(2, "look", 0.4, is_error=True, result=False),
    Asked(2, Who("look"), "live"),
    Ran(2, "look", 1.0),
    Ran(3, "look", 0.0),
)


def test_calls_errors_and_times_are_those_of_the_tool_alone() -> None:
    assert tool_statistics(ENTRIES, "look") == ToolStatistics(3, 1, 0.4, 1.0)


def test_a_tool_that_was_never_called_has_nothing() -> None:
    assert tool_statistics(ENTRIES, "other") == ToolStatistics()


def test_what_took_no_time_has_no_median() -> None:
    assert tool_statistics([Ran(1, "look")], "look") == ToolStatistics(1)
