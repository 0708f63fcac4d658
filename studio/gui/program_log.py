"""The program's own log as a signal: warnings and errors of all rooms, of any thread, told in the thread of the window.

Above: the console. Below: Python's logging. Shows nothing; what is secret is blanked by who shows it.
"""

import logging
from contextlib import suppress

from PySide6.QtCore import QObject, Signal


class ProgramLog(QObject):
    """`came`: level (`warning` or `error`), who says it, what. It ends with its parent."""

    came = Signal(str, str, str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._handler = handler = _Handler(self)
        logging.getLogger().addHandler(handler)
        self.destroyed.connect(lambda: logging.getLogger().removeHandler(handler))

    def end(self) -> None:
        """Listen no more."""
        logging.getLogger().removeHandler(self._handler)


class _Handler(logging.Handler):
    """Tells the signal; what nobody else would print goes to stderr as before."""

    def __init__(self, log: ProgramLog) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Tell of one record; the error that came with it in one line."""
        others = [each for each in logging.getLogger().handlers if not isinstance(each, _Handler)]
        first = next((each for each in logging.getLogger().handlers if isinstance(each, _Handler)), None)
        if not others and first is self and logging.lastResort is not None:
            logging.lastResort.handle(record)
        said = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            said = f"{said} {type(record.exc_info[1]).__name__}: {record.exc_info[1]}"
        level = "error" if record.levelno >= logging.ERROR else "warning"
        with suppress(RuntimeError):  # the window is gone already
            self._log.came.emit(level, record.name, said)
