"""A run of the tests says at its end what it could not show."""

from types import SimpleNamespace

from tests.not_proven import NOT_PROVEN, reasons


def test_reasons_are_told_once_each_with_how_many_tests_they_touch_and_other_skips_are_not() -> None:
    no_node = SimpleNamespace(longrepr=("test_a.py", 3, f"Skipped: {NOT_PROVEN}node is not there"))
    other = SimpleNamespace(longrepr=["test_b.py", 3, "Skipped: signals end programs elsewhere"])
    assert reasons([no_node, other, no_node]) == {"node is not there": 2}
