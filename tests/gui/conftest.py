"""What a test leaves to be deleted later is deleted when it ends: else each change of the theme reaches it again."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent

from studio.gui.plain_import import plain_imports
from tests import loop_watch

plain_imports()  # as the program does before its first window


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Where the window's thread was held."""
    loop_watch.tell(terminalreporter.write_line)


@pytest.fixture(autouse=True)
def _deleted_at_last() -> Iterator[None]:
    yield
    if QCoreApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
