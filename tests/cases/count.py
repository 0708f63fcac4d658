"""Counts the cases of the corpus as they are run, and prints the count at the end: passed of all, by kind and strength.

Its hooks are those of `tests/conftest.py`; they also count what other processes of a test run report.
"""

from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

_PASSED: Counter[tuple[str, str]] = Counter()
_ALL: Counter[tuple[str, str]] = Counter()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note in the report which case it was."""
    report = yield
    given: Any = getattr(item, "callspec", None)
    counts = given is not None and call.when == "call" and item.path.parent.name == "cases"
    case = given.params.get("case") if counts else None
    if isinstance(case, dict) and "kind" in case:
        report.user_properties.append(("case", (case["kind"], case["strength"])))
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Count it."""
    for name, value in report.user_properties:
        if name == "case" and report.when == "call":
            key: Any = tuple(value) if isinstance(value, list | tuple) else ("", "")
            _ALL[key] += 1
            _PASSED[key] += report.passed


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """One line a kind."""
    if not _ALL:
        return
    terminalreporter.section("corpus of public reports")
    for kind in sorted({kind for kind, _ in _ALL}):
        told = [f"{_PASSED[kind, by]} of {_ALL[kind, by]} {by}" for by in ("must", "should") if _ALL[kind, by]]
        terminalreporter.write_line(f"{kind}: {', '.join(told)}")
    terminalreporter.write_line(f"passed: {sum(_PASSED.values())} of {sum(_ALL.values())} cases")
