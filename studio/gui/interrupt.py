"""Ctrl+C in the terminal closes the program like its own *Quit*, while Qt's loop sleeps in C.

Above: `app`. Below: the standard library's signals, one Qt notifier.
"""

import signal
import socket
from collections.abc import Callable
from types import FrameType

from PySide6.QtCore import QSocketNotifier

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupt:
    """Calls `do` at the first signal; a second one ends the program at once, as usual."""

    def __init__(self, do: Callable[[], object]) -> None:
        self._do = do
        self._wakes, self._woken = socket.socketpair()
        for end in (self._wakes, self._woken):
            end.setblocking(False)
        self._former_fd = signal.set_wakeup_fd(self._wakes.fileno(), warn_on_full_buffer=False)
        self._former = {number: signal.signal(number, self._came) for number in _SIGNALS}
        self._notifier = QSocketNotifier(self._woken.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._wake)
        self._told = False

    def close(self) -> None:
        """Give the signals back."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._former_fd)
        for number, handler in self._former.items():
            signal.signal(number, handler)
        for end in (self._wakes, self._woken):
            end.close()

    def _came(self, number: int, _frame: FrameType | None) -> None:
        """Python runs this when it gets to run; the notifier sees to that."""
        if self._told:
            signal.signal(number, signal.SIG_DFL)
        self._told = True

    def _wake(self) -> None:
        try:
            self._woken.recv(64)
        except BlockingIOError:
            return
        if self._told:
            self._do()
