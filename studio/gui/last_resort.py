"""What happens when something goes wrong that nobody foresaw: a dialog that does not block, and a report to copy.

Above: `app`. Below: Qt, `tasks`. Knows no session; every session is saved at every moment.
"""

import logging
import platform
import sys
import traceback
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Any

from PySide6 import __version__ as qt_version
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox

from studio import tasks

UNEXPECTED: deque[str] = deque(maxlen=20)
"""Where the last errors of this run came from, for *Help › Report*."""


class LastResort(QObject):
    """Takes every unexpected error while installed: of slots, of tasks, of the loop. One dialog at a time."""

    def __init__(self, quit: Callable[[], object]) -> None:
        super().__init__()
        self._quit = quit
        self._box: QMessageBox | None = None
        self._former_hook = sys.excepthook
        self._former_reporter: tasks.Reporter | None = None

    def install(self) -> None:
        """Take over from Python's own reporting."""
        sys.excepthook = self._hook
        self._former_reporter = tasks.set_reporter(self.task_failed)

    def remove(self) -> None:
        """Give the reporting back."""
        sys.excepthook = self._former_hook
        tasks.set_reporter(self._former_reporter)
        if self._box is not None:
            self._box.deleteLater()
            self._box = None

    def task_failed(self, name: str, error: BaseException) -> None:
        """A background task ended with an error that was not meant for the person."""
        self.tell(error, f"Task: {name}")

    def loop_failed(self, _loop: Any, context: dict[str, Any]) -> None:
        """The loop reports something. What has no exception (a socket that would not close) goes to the log only."""
        error = context.get("exception")
        if isinstance(error, BaseException):
            self.tell(error, str(context.get("message", "")))
        else:
            logging.getLogger(__name__).warning("The event loop reports: %s", context.get("message"))

    def tell(self, error: BaseException, where: str = "") -> None:
        """Log the error and show the dialog, unless one is up."""
        logging.getLogger(__name__).error("Unexpected error. %s", where, exc_info=error)
        UNEXPECTED.append(trace(error))
        if self._box is None and QApplication.instance() is not None:
            self._box = self._make_box(report(error, where))
            self._box.open()

    def _hook(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if isinstance(error, KeyboardInterrupt):
            self._quit()
        elif isinstance(error, Exception):
            self.tell(error)
        else:
            self._former_hook(kind, error, trace)

    def _make_box(self, text: str) -> QMessageBox:
        box = QMessageBox()
        box.setIcon(QMessageBox.Icon.Critical)
        box.setWindowTitle("Toolcall Studio")
        box.setText(self.tr("Something went wrong in Toolcall Studio. The session is saved."))
        box.setDetailedText(text)
        copy = box.addButton(self.tr("Copy report"), QMessageBox.ButtonRole.ActionRole)
        go_on = box.addButton(self.tr("Go on"), QMessageBox.ButtonRole.AcceptRole)
        leave = box.addButton(self.tr("Quit"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(go_on)
        box.setEscapeButton(go_on)
        copy.clicked.disconnect()
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(text))
        leave.clicked.connect(self._leave)
        box.finished.connect(self._closed)
        return box

    def _leave(self) -> None:
        self._quit()

    def _closed(self, _result: int) -> None:
        if self._box is not None:
            self._box.deleteLater()
            self._box = None


def trace(error: BaseException) -> str:
    """Where an error came from, without what it says: that may be anything."""
    places = traceback.extract_tb(error.__traceback__)
    return "\n".join(
        (type(error).__name__, *(f"  {_short(each.filename)}:{each.lineno} {each.name}" for each in places))
    )


def _short(file: str) -> str:
    """A file by its last names: those of the folders of a machine say who uses it."""
    return "/".join(file.replace("\\", "/").rsplit("/", 3)[-3:])


def report(error: BaseException, where: str = "") -> str:
    """A text to send to the makers: versions and the traceback, nothing of the session."""
    lines = traceback.format_exception(error)
    versions = f"Python {platform.python_version()}, Qt for Python {qt_version}, {platform.platform()}"
    return "\n".join(part for part in ("Toolcall Studio", versions, where, "".join(lines)) if part)
