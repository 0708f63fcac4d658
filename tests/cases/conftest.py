"""Counts the cases of the corpus as they are run, and prints the count at the end: passed of all, by kind and strength."""

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
    """Note what came of a case."""
    report = yield
    case: Any = getattr(item, "callspec", None) and item.callspec.params.get("case")  # type: ignore[attr-defined]
    if isinstance(case, dict) and "kind" in case and call.when == "call":
        key = (case["kind"], case["strength"])
        _ALL[key] += 1
        _PASSED[key] += report.passed
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """One line a kind."""
    if not _ALL:
        return
    terminalreporter.section("corpus of public reports")
    for kind in sorted({kind for kind, _ in _ALL}):
        told = [f"{_PASSED[kind, by]} of {_ALL[kind, by]} {by}" for by in ("must", "should") if _ALL[kind, by]]
        terminalreporter.write_line(f"{kind}: {', '.join(told)}")
    terminalreporter.write_line(f"passed: {sum(_PASSED.values())} of {sum(_ALL.values())} runs of cases")
