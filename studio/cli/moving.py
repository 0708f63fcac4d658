"""Moving a session from the terminal: Ctrl+C that stops cleanly, and the exit code of where it stopped.

Above: `demo`, `run`, `replay`. Below: `workspace`, `command`.
"""

import asyncio
import contextlib
import signal
from collections.abc import Iterator

from studio.cli.command import CANCELLED, CHECK_FAILED, DONE, SERVER_FAILED, STOPPED, WRONG_USE
from studio.session.events import Stopped
from studio.tasks import spawn
from studio.workspace.opened import OpenedSession


def exit_code(stop: Stopped) -> int:
    """The exit code for where a session came to rest."""
    match stop:
        case Stopped(reason="finished"):
            return DONE
        case Stopped(what="stopped"):
            return CANCELLED
        case Stopped(what="provider_error"):
            return SERVER_FAILED
        case Stopped(what="no_answer"):
            return WRONG_USE
        case Stopped(what="differs" | "missed_result"):
            return CHECK_FAILED
        case _:
            return STOPPED


@contextlib.contextmanager
def stopped_by_ctrl_c(session: OpenedSession) -> Iterator[None]:
    """Meanwhile Ctrl+C cancels what is under way, so that the session is written to its end; without it, it would be cut off."""
    loop = asyncio.get_running_loop()

    def cancel(*_: object) -> None:
        loop.call_soon_threadsafe(lambda: spawn(session.cancel(), name="cancel"))

    former = signal.signal(signal.SIGINT, cancel)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)


@contextlib.contextmanager
def ctrl_c_as_usual() -> Iterator[None]:
    """Meanwhile Ctrl+C raises KeyboardInterrupt, for questions that hold everything up."""
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)
