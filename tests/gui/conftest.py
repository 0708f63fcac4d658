"""What a test leaves to be deleted later is deleted when it ends: else each change of the theme reaches it again."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent


@pytest.fixture(autouse=True)
def _deleted_at_last() -> Iterator[None]:
    yield
    if QCoreApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
