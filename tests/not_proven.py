"""What a run of the tests could not show, because something that is not ours was missing: told at its end, so that it counts as open.

A test skips itself with `NOT_PROVEN` and the reason. Above: `tests/conftest.py`.
"""

from collections import Counter
from typing import Any

NOT_PROVEN = "not proven: "
"""How the reason of such a skip begins."""


def reasons(skipped: list[Any]) -> Counter[str]:
    """Why something is not proven, and for how many tests, of the reports of skipped ones."""
    told = (report.longrepr[-1] for report in skipped if isinstance(report.longrepr, tuple | list))
    said = (str(reason).removeprefix("Skipped: ") for reason in told)
    return Counter(reason.removeprefix(NOT_PROVEN) for reason in said if reason.startswith(NOT_PROVEN))


def tell(terminalreporter: Any) -> None:
    """One line a reason; nothing when all was shown."""
    found = reasons(terminalreporter.stats.get("skipped", []))
    if not found:
        return
    terminalreporter.section("not proven")
    for reason, tests in found.items():
        terminalreporter.write_line(f"{NOT_PROVEN}{reason} ({tests} {'test' if tests == 1 else 'tests'})")
